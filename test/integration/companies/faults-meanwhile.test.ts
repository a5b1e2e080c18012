import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import type { Office } from '../core/office.ts';
import { lantegiak, openConnectedOffice } from './relay.ts';
import { take } from './take.ts';

const passphrase = 'a long passphrase 12345';

function tableOf(count: number): Buffer {
  const rows = Array.from(
    { length: count },
    (_, number) => `${companyTaxId('B', 4_100_000 + number)};Enpresa ${number};Bizkaia`,
  );
  return Buffer.from(['NIF;Razón social;Territorio', ...rows].join('\n'));
}

async function importDrafts(office: Office, count: number): Promise<string[]> {
  const fileId = await take(office, 'companies.csv', tableOf(count));
  return (await office.call('companies.importFile', { fileId })).draftIds;
}

it('an answer without a key about another company is not used', async () => {
  const { office, line } = await openConnectedOffice();
  const [id = ''] = await importDrafts(office, 1);
  line.troubles.push({
    kind: 'change',
    change: ({ api_key, ...told }) => ({
      ...told,
      id: 'id-of-another',
      tax_id_number: 'B00000034',
    }),
  });
  await office.call('companies.createDrafts', { all: true });
  await office.app.idle();
  const { state, serviceId, failure } = await office.call('companies.get', { id });
  expect([state, serviceId]).toEqual(['creation_unknown', null]);
  expect(failure?.code).toBe('company_other_in_service');
});

it('a company whose key could not be sealed counts as keyless, now and after resuming', async () => {
  const { office, line } = await openConnectedOffice();
  await importDrafts(office, 2);
  await office.call('secrets.protect', { passphrase });
  const held = Promise.withResolvers<void>();
  line.troubles.push({ kind: 'wait', until: held.promise });
  const { id } = await office.call('companies.createDrafts', { all: true });
  await vi.waitUntil(() => line.requests.length > 0);
  await office.call('secrets.lock', {});
  held.resolve();
  await office.app.idle();
  const stopped = await office.call('companies.getJob', {});
  expect(stopped.job).toMatchObject({ state: 'stopped', reason: { code: 'secrets_locked' } });
  expect(stopped.failures.map(({ error }) => error.code)).toEqual(['company_created_keyless']);
  await office.call('secrets.unlock', { passphrase });
  await office.call('companies.resumeJob', { id });
  await office.app.idle();
  const { job, failures } = await office.call('companies.getJob', {});
  expect(job).toMatchObject({ state: 'finished', created: 1, failed: 1 });
  expect(failures).toHaveLength(1);
});

it('an import is stored where it was checked, when another connection comes into force', async () => {
  const { office } = await openConnectedOffice();
  const { id } = await office.call('connection.get', {});
  const fileId = await take(office, 'companies.csv', tableOf(2000));
  let switched: Promise<unknown> | null = null;
  office.app.subscribe(({ name }) => {
    if (name === 'import.progressed') switched ??= office.call('connection.useSandbox', {});
  });
  await office.call('companies.importFile', { fileId });
  await switched;
  expect((await office.call('connection.get', {})).ownSandbox).toBe(true);
  const history = new Database(join(office.dataFolder, 'zubi.db'), { readonly: true });
  const kept = history.prepare('select environment, count(*) as n from companies group by 1').all();
  history.close();
  expect(kept).toEqual([{ environment: id, n: 2000 }]);
});

it('the kept answer to an earlier creation is not read as that to a later one', async () => {
  const { office, line } = await openConnectedOffice();
  const { id } = await office.call('companies.create', lantegiak);
  await office.call('companies.remove', { id });
  line.troubles.push({ kind: 'cut', status: 502 });
  expect((await office.refused('companies.create', lantegiak)).code).toBe(
    'company_creation_unknown',
  );
  expect((await office.call('companies.readAgain', {})).changed).toEqual([]);
});
