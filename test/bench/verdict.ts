import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createLedgerEngine } from '../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../main/validator/schema/schema-package.ts';
import { validateDocument } from '../../main/validator/validate-document.ts';
import { createValidator } from '../../main/validator/validator.ts';
import { engineMemoryBytes } from '../../main/validator/xml/libxml.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';

/**
 * One line of the table: medians in milliseconds; `other` and `ratio` are null without a
 * comparison.
 */
export interface BenchRow {
  readonly name: string;
  readonly ours_ms: number;
  readonly other: string | null;
  readonly other_ms: number | null;
  readonly ratio: number | null;
}

const xmllint = '/usr/bin/xmllint';
const schemaFile = fileURLToPath(new URL('../../xsd/2022-01/240-received.xsd', import.meta.url));
const options = { checks: 'all', today: 20260410 } as const;

/** Times the validator against `xmllint --schema`, in turns so that both meet the same machine. */
export async function benchVerdict(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-bench-'));
  const engine = createLedgerEngine(readSchemaPackage());
  const validator = createValidator({ threads: 1 });
  try {
    const core = (path: string, bytes: Uint8Array) => ({
      path,
      ours: () => void validateDocument(bytes, options, engine),
    });
    const schemaOnly = (path: string, bytes: Uint8Array) => ({
      path,
      ours: () => void validateDocument(bytes, { ...options, checks: 'schema' }, engine),
    });
    const small = Buffer.from(makeDocument('240-received', { seed: 1, records: 1 }));
    const large = Buffer.from(
      makeDocument('240-received', { seed: 1, records: 10_000, layout: 'line' }),
    );
    const pretty = Buffer.from(makeDocument('240-received', { seed: 1, records: 10_000 }));
    const wrong = Buffer.from(pretty.toString('utf8').replaceAll(/(\d)\.(\d\d)</g, '$1,$2<'));
    const offending = Buffer.from(
      pretty.toString('utf8').replaceAll(/<CuotaIVASoportada>[^<]*/g, '<CuotaIVASoportada>5000000'),
    );
    const save = (name: string, bytes: Uint8Array) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    };
    const throughPool = async (path: string, keepXml: boolean) => {
      await validator.validate(
        { kind: 'path', path },
        { maxFileBytes: 2 ** 25, checks: 'all', keepXml },
      );
    };
    const largePath = save('large.xml', large);
    const mega = (bytes: Uint8Array) => `${(bytes.length / 1e6).toFixed(1)} MB`;
    const rows = [
      await row('1 record, warm, core', 400, core('', small)),
      await row(
        `10,000 records in one line (${mega(large)}), schema only`,
        9,
        schemaOnly(largePath, large),
      ),
      await row(
        `10,000 records in one line (${mega(large)}), all rules`,
        9,
        core(largePath, large),
      ),
      await row(
        `10,000 records, indented (${mega(pretty)}), core`,
        9,
        core(save('pretty.xml', pretty), pretty),
      ),
      await row('10,000 records, 55,000 faults, core', 5, core('', wrong)),
      await row('10,000 records, each against several rules', 5, core('', offending)),
      await row('10,000 records, read, judged and compressed in a thread', 9, {
        path: largePath,
        ours: () => throughPool(largePath, true),
      }),
    ];
    console.log(`engine memory ${(engineMemoryBytes() / 1e6).toFixed(0)} MB`);
    return rows;
  } finally {
    await validator.close();
    engine.dispose();
    rmSync(folder, { recursive: true });
  }
}

interface Contest {
  /** Empty without a comparison. */
  readonly path: string;
  readonly ours: () => void | Promise<void>;
}

async function row(name: string, rounds: number, { path, ours }: Contest): Promise<BenchRow> {
  const compared = path !== '' && existsSync(xmllint);
  const oursMs: number[] = [];
  const otherMs: number[] = [];
  for (let warm = 0; warm < 6; warm += 1) await ours();
  for (let round = 0; round < rounds; round += 1) {
    oursMs.push(await timed(ours));
    if (compared) otherMs.push(await timed(() => runXmllint(path)));
  }
  const own = median(oursMs);
  if (!compared) return { name, ours_ms: own, other: null, other_ms: null, ratio: null };
  const other = median(otherMs);
  return { name, ours_ms: own, other: 'xmllint --schema', other_ms: other, ratio: own / other };
}

function runXmllint(path: string): void {
  try {
    execFileSync(xmllint, ['--noout', '--schema', schemaFile, path], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  } catch {
    // A document with faults makes it end with 3.
  }
}

async function timed(run: () => void | Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Prints rows as a table. */
export function printRows(rows: readonly BenchRow[]): void {
  console.table(
    rows.map(({ name, ours_ms, other, other_ms, ratio }) => ({
      name,
      'ours (ms)': Number(ours_ms.toFixed(2)),
      other: other ?? '',
      'other (ms)': other_ms === null ? '' : Number(other_ms.toFixed(2)),
      ratio: ratio === null ? '' : Number(ratio.toFixed(2)),
    })),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  printRows(await benchVerdict());
}
