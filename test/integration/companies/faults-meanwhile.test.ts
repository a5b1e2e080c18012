import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import type { Office } from '../core/office.ts';
import { type Line, lantegiak, openConnectedOffice } from './relay.ts';
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
  await expect.poll(() => line.requests.length).toBeGreaterThan(0);
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

it('an import stores nothing, and names the company that was removed while it was checked', async () => {
  const { office } = await openConnectedOffice();
  const [id = ''] = await importDrafts(office, 1);
  const coded = tableOf(600).toString().replaceAll(/$/gm, ';C1').replace(';C1', ';Código');
  const fileId = await take(office, 'companies.csv', Buffer.from(coded));
  let removed: Promise<unknown> | null = null;
  office.app.subscribe(({ name, payload }) => {
    if (name === 'import.progressed' && payload.phase === 'checking')
      removed ??= office.call('companies.remove', { id });
  });
  const { code, details } = await office.refused('companies.importFile', { fileId });
  await removed;
  expect([code, details]).toEqual([
    'company_unknown',
    { id, taxId: companyTaxId('B', 4_100_000), name: 'Enpresa 0' },
  ]);
  expect((await office.call('companies.list', {})).total).toBe(0);
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

const other = companyTaxId('B', 4_200_000);
const entity = { isIndividual: false, fullName: 'Beste', taxId: other, territoryId: 'bizkaia' };

/** Holds the next answer about a company, changed by `change`, until `release`. */
function holdAnswer(line: Line, change = (answer: Record<string, unknown>): unknown => answer) {
  const held = Promise.withResolvers<void>();
  const until = line.requests.length;
  line.troubles.push({
    kind: 'change',
    change: (answer) => held.promise.then(() => change(answer)),
  });
  return {
    isAsked: () => expect.poll(() => line.requests.length).toBeGreaterThan(until),
    release: () => held.resolve(),
  };
}

it('a created company is kept where the vault locks and keys of one ending exist', async () => {
  const { office, line } = await openConnectedOffice();
  const withKey = (api_key: string) => (answer: object) => ({ ...answer, api_key });
  line.troubles.push({ kind: 'change', change: withKey('k-aaaa0001') });
  await office.call('companies.create', lantegiak);
  await office.call('secrets.protect', { passphrase });
  const held = holdAnswer(line, withKey('k-aaaa0002'));
  const creating = office.refused('companies.create', { ...lantegiak, taxId: 'B00000034' });
  await held.isAsked();
  await office.call('secrets.lock', {});
  held.release();
  expect((await creating).code).toBe('company_created_keyless');
  const { companies } = await office.call('companies.list', {});
  const created = companies.find(({ taxId }) => taxId === 'B00000034');
  expect(created?.serviceId).toEqual(expect.any(String));
});

it('a change waits for the recovery of the key, whose answer has the former fields', async () => {
  const { office, line } = await openConnectedOffice();
  const { id } = await office.call('companies.create', lantegiak);
  const held = holdAnswer(line);
  const recovering = office.call('companies.recoverKey', { id });
  await held.isAsked();
  const changing = office.call('companies.update', { id, ...entity });
  // As long as it would take if it did not wait.
  await Promise.race([changing, setTimeout(500)]);
  held.release();
  await Promise.all([recovering, changing]);
  expect((await office.call('companies.get', { id })).taxId).toBe(other);
  expect(line.requests.at(-1)?.body.tax_id_number).toBe(other);
});

it('a draft that is taken from the service keeps the tax id of its key', async () => {
  const { office, line } = await openConnectedOffice();
  const { id: former, serviceId } = await office.call('companies.create', lantegiak);
  await office.call('companies.remove', { id: former });
  const table = `NIF;Razón social;Territorio\n${lantegiak.taxId};Enpresa;Bizkaia`;
  const fileId = await take(office, 'c.csv', Buffer.from(table));
  const { draftIds } = await office.call('companies.importFile', { fileId });
  const id = draftIds[0] ?? '';
  const held = holdAnswer(line);
  const taking = office.call('companies.reconcile', { id, serviceId: serviceId ?? '' });
  await held.isAsked();
  const changing = office.app.call('companies.update', { id, ...entity });
  held.release();
  await taking;
  await changing;
  const { taxId } = await office.call('companies.get', { id });
  expect(line.requests.at(-1)?.body.tax_id_number).toBe(taxId);
});

it('a kept answer whose masked key held the user key is not used when read again', async () => {
  const { office, line } = await openConnectedOffice();
  const change = ({ id }: Record<string, unknown>) => ({ uid: id, key: `${line.userApiKey}.b7` });
  line.troubles.push({ kind: 'change', change });
  const { code } = await office.refused('companies.create', lantegiak);
  const profile = defaultServiceProfile();
  const company = { ...profile.answers.company, id: 'uid', apiKey: 'key' };
  const answers = { ...profile.answers, company };
  await office.call('connection.set', { profile: { ...profile, answers } });
  const { changed } = await office.call('companies.readAgain', {});
  expect([code, changed]).toEqual(['company_creation_unknown', []]);
});
