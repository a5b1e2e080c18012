import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../fixtures/validator/random.ts';
import { endOf, fuzzKinds } from '../fuzz/kinds.ts';

/*
 * Feeds changed bytes to the readers of foreign files, for a while:
 *
 * node test/crash/fuzz.ts KIND [MINUTES] [SEED]
 *
 * KIND is one of those of `test/fuzz/kinds.ts`, or `all`. A thrown error outside the contract, and
 * a reading of over two seconds, is written to `.build/fuzz/`; then it ends with 1.
 */

const tooLongMs = 2000;
const folder = join(import.meta.dirname, '..', '..', '.build', 'fuzz');

async function fuzz(name: string, minutes: number, seed: number): Promise<number> {
  const kind = fuzzKinds[name];
  if (kind === undefined) throw new Error(`KIND: ${Object.keys(fuzzKinds).join(', ')}, all`);
  const random = createRandom(seed);
  const until = performance.now() + minutes * 60_000;
  const seen = { read: 0, refused: 0, faults: 0, slowestMs: 0 };
  for (let round = 0; performance.now() < until; round += 1) {
    const bytes = kind.make(random);
    const start = performance.now();
    const end = await endOf(kind, bytes).catch((error: unknown) => error);
    const tookMs = performance.now() - start;
    seen.slowestMs = Math.max(seen.slowestMs, Math.round(tookMs));
    if (end === 'read' || end === 'refused') seen[end] += 1;
    if (end !== 'read' && end !== 'refused') console.error(name, seed, round, end);
    else if (tookMs <= tooLongMs) continue;
    seen.faults += 1;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}-${seed}-${round}`), bytes);
  }
  console.log(name, `seed ${seed}`, JSON.stringify(seen));
  return seen.faults;
}

const { positionals } = parseArgs({ allowPositionals: true });
const [kind = 'all', minutes = '1', seed = String(Date.now() % 1_000_000)] = positionals;
let faults = 0;
for (const name of kind === 'all' ? Object.keys(fuzzKinds) : [kind])
  faults += await fuzz(name, Number(minutes), Number(seed));
process.exitCode = faults === 0 ? 0 : 1;
