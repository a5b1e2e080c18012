import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeXlsx } from 'hucre/xlsx';
import type { Input, MethodName, Output } from '../../contract/methods.ts';
import { createApp } from '../../main/app.ts';
import type { App } from '../../main/app-options.ts';
import { createKeyFileSealer } from '../../main/platform/secrets/key-file-sealer.ts';
import { sandboxHost } from '../../sandbox/host.ts';
import { stateFolderOf } from '../fixtures/state-folder.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { type BenchRow, printRows } from './verdict.ts';

const companies = 5000;
const clock = () => new Date();

/** Times an office with 5,000 companies: the list, a search, an import of as many rows. */
export async function benchCompanies(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const drafts = await openOffice();
  rows.push(
    await importRow('import of 5,000 drafts from CSV', drafts, Buffer.from(makeCsv(false))),
  );
  await drafts.close();
  const sheets = await openOffice();
  rows.push(await importRow('import of 5,000 rows with keys from XLSX', sheets, await makeXlsx()));
  await sheets.close();
  const office = await openOffice();
  rows.push(
    await importRow('import of 5,000 rows with keys from CSV', office, Buffer.from(makeCsv(true))),
  );
  const list = (input: Input<'companies.list'>) => () => office.call('companies.list', input);
  rows.push(await row('list of 5,000 opens (100 rows)', 50, list({})));
  rows.push(await row('list of 5,000 opens (1,000 rows)', 20, list({ limit: 1000 })));
  rows.push(
    await row('list of 5,000 by last activity', 50, list({ sort: { by: 'lastActivity' } })),
  );
  rows.push(await row('search in 5,000', 50, list({ text: 'lantegi 42' })));
  rows.push(await row('search in 5,000 that finds nothing', 50, list({ text: 'inon ez dago' })));
  const authorizations = (input: Input<'authorizations.list'>) => () =>
    office.call('authorizations.list', input);
  rows.push(
    await row('authorizations of 5,000, counted', 20, authorizations({ unresolved: true })),
  );
  rows.push(await row('authorizations of 5,000, all', 20, authorizations({})));
  const exported = () => office.call('companies.exportFile', { format: 'csv' });
  rows.push(await row('export of 5,000 as CSV', 5, exported));
  await office.close();
  return rows;
}

interface BenchOffice {
  readonly app: App;
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Output<Name>>;
  close(): Promise<void>;
}

async function openOffice(): Promise<BenchOffice> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-bench-'));
  const app = await createApp({
    dataFolder,
    face: 'command_line',
    version: '0.0.0-bench',
    sandbox: sandboxHost,
    stateFolder: stateFolderOf(dataFolder),
    sealers: [createKeyFileSealer({ dataFolder, clock })],
  });
  const call: BenchOffice['call'] = async (method, input) => {
    const reply = await app.call(method, input);
    if (!reply.ok) throw new Error(`${method}: ${reply.error.code}`);
    return reply.value as Output<typeof method>;
  };
  await call('connection.useSandbox', {});
  await call('territories.list', {});
  return {
    app,
    call,
    async close() {
      await app.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

const heading = ['NIF', 'Razón social', 'Territorio', 'Id', 'Clave'];

function* makeRows(withKeys: boolean): Generator<string[]> {
  for (let n = 0; n < companies; n += 1) {
    const known = withKeys ? [`service-${n}`, `bench-key-${n}-${'k'.repeat(20)}-${n}`] : ['', ''];
    yield [companyTaxId('B', 1_000_000 + n), `Lantegi ${n} Peñascal, S.L.`, 'Bizkaia', ...known];
  }
}

const makeCsv = (withKeys: boolean): string =>
  [heading, ...makeRows(withKeys)].map((cells) => cells.join(';')).join('\r\n');

const makeXlsx = (): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: 'Empresas', rows: [heading, ...makeRows(true)] }] });

/**
 * From the file to the list, with preview; once, because a second import would find the companies
 * there.
 */
async function importRow(name: string, office: BenchOffice, bytes: Uint8Array): Promise<BenchRow> {
  const started = performance.now();
  const taken = await office.app.takeFile({ name: 'bench', bytes });
  if (!taken.ok) throw new Error(taken.error.code);
  const { fileId } = taken.value;
  await office.call('companies.importPreview', { fileId });
  await office.call('companies.importFile', { fileId });
  return toRow(name, performance.now() - started);
}

async function row(name: string, rounds: number, run: () => Promise<unknown>): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 3; round += 1) {
    const started = performance.now();
    await run();
    if (round >= 3) times.push(performance.now() - started);
  }
  return toRow(
    name,
    times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0,
  );
}

const toRow = (name: string, ours_ms: number): BenchRow => ({
  name,
  ours_ms,
  other: null,
  other_ms: null,
  ratio: null,
});

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  printRows(await benchCompanies());
}
