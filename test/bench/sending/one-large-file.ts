import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzip, gzip } from '../../../main/platform/files/compression.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import type { SendRequest } from '../../../main/service/client-port.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { buildSubmissionBody } from '../../../main/service/submission-body.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { BenchRow } from '../verdict.ts';
import { median } from './median.ts';

const rounds = 40;
const restMs = 40;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * One file of ten million bytes and more, against `curl` posting the same finished body from a file
 * to the same server, in turns: everything from the store's compressed bytes to the answer against
 * the whole command. Between them the garbage of earlier rounds, which curl does not have, is
 * collected: a person sends one such file, not eighty.
 */
export async function benchLargeFile(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-sending-'));
  const sink = spawn(process.execPath, [fileURLToPath(new URL('./sink.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(sink.stdout, 'data')) as [Buffer];
    const baseUrl = `http://127.0.0.1:${Number(String(line))}`;
    const document = Buffer.from(
      makeDocument('240-received', { seed: 1, records: 9000, layout: 'line' }),
    );
    const kept = await gzip(document);
    const profile = defaultServiceProfile();
    const path = join(folder, 'body.json');
    writeFileSync(path, buildSubmissionBody(requestOf(document), profile));
    const client = createServiceClient({
      baseUrl,
      profile,
      transport: { environment: {} },
      log: silent,
    });
    const times: Record<'ours' | 'curl', number[]> = { ours: [], curl: [] };
    for (let round = 0; round < rounds; round += 1) {
      const send = async (request: SendRequest) => {
        const outcome = await client.send(request);
        if (outcome.kind !== 'answered') throw new Error(outcome.error.code);
      };
      const turns = [
        async () => {
          await settle();
          times.ours.push(await timed(async () => send(requestOf(await gunzip(kept)))));
        },
        async () => {
          await settle();
          times.curl.push(postWithCurl(`${baseUrl}/receivedinvoices`, path));
        },
      ];
      // Each begins as often as the others.
      for (const index of [0, 1]) await turns[(round + index) % turns.length]?.();
    }
    await client.close();
    const [ours_ms, other_ms] = [median(times.ours), median(times.curl)];
    const name = `one file of ${(document.length / 1e6).toFixed(1)} MB, from the store to the answer`;
    return [{ name, ours_ms, other: 'curl, the command', other_ms, ratio: ours_ms / other_ms }];
  } finally {
    sink.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Other threads give earlier memory back for a while; on two cores they would be measured instead.
 */
async function settle(): Promise<void> {
  collectGarbage();
  await setTimeout(restMs);
}

function requestOf(xml: SendRequest['xml']): SendRequest {
  return {
    xml,
    form: { model: '240', operation: 'creation', expenseType: null },
    fiscalYear: 2026,
    taxpayer: { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' },
    softwareGarante: {
      holds: true,
      taxId: 'B00000034',
      license: 'BENCH',
      name: 'Zubi',
      version: '1',
    },
    certificateKey: new Secret('a-certificate-key'),
    clientKey: new Secret('a-client-key'),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds from the start of the command to its end. */
function postWithCurl(url: string, path: string): number {
  const headers = ['-H', 'content-type: application/json', '-H', 'expect:'];
  const args = ['-s', '-o', '/dev/null', ...headers, '--data-binary', `@${path}`, url];
  const started = performance.now();
  execFileSync('curl', args);
  return performance.now() - started;
}
