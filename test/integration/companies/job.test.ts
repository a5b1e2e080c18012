import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Company } from '../../../contract/company.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import type { Office } from '../core/office.ts';
import { openConnectedOffice, type Trouble } from './relay.ts';

const csv = (count: number): string =>
  ['NIF;Razón social;Territorio']
    .concat(
      Array.from(
        { length: count },
        (_, n) => `${companyTaxId('B', 4_100_000 + n)};Enpresa ${n};Bizkaia`,
      ),
    )
    .join('\n');

async function importDrafts(office: Office, count: number): Promise<string[]> {
  const taken = await office.app.takeFile({ name: 'empresas.csv', bytes: Buffer.from(csv(count)) });
  if (!taken.ok) throw new Error('not taken');
  return (await office.call('companies.importFile', { fileId: taken.value.fileId })).draftIds;
}

async function statesOf(office: Office): Promise<Company['state'][]> {
  const { companies } = await office.call('companies.list', { sort: { by: 'taxId' } });
  return companies.map(({ state }) => state);
}

const pass: Trouble = { kind: 'pass' };

describe('creating drafts in bulk', () => {
  it('creates each once, reports its progress, and keeps the keys', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 6);
    const started = await office.call('companies.createDrafts', { all: true });
    expect(started).toMatchObject({ state: 'running', total: 6, waiting: 6 });
    await office.app.idle();
    const { job, failures } = await office.call('companies.getJob', {});
    expect(job).toMatchObject({
      state: 'finished',
      created: 6,
      failed: 0,
      unknown: 0,
      waiting: 0,
      reason: null,
    });
    expect(failures).toEqual([]);
    // In the order of their table.
    expect(line.requests.map(({ body }) => body.full_name)).toEqual(
      Array.from({ length: 6 }, (_, n) => `Enpresa ${n}`),
    );
    const { companies } = await office.call('companies.list', { filter: { hasKey: true } });
    expect(companies).toHaveLength(6);
    const told = office.events.flatMap((event) =>
      event.name === 'job.progressed' ? [event.payload.job] : [],
    );
    expect(told.map(({ created }) => created)).toEqual(
      [...told.map(({ created }) => created)].sort((a, b) => a - b),
    );
    expect((await office.refused('companies.createDrafts', { all: true })).code).toBe('job_state');
  });

  it('stops at a 401 with the reason, loses nothing, and continues when the key is right again', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 4);
    line.troubles.push(pass, { kind: 'status', status: 401 });
    const { id } = await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    const { job } = await office.call('companies.getJob', {});
    expect(job).toMatchObject({
      state: 'stopped',
      reason: { code: 'service_unauthorized' },
      created: 1,
      waiting: 3,
    });
    expect((await statesOf(office)).sort()).toEqual(['draft', 'draft', 'draft', 'registered']);
    expect(line.requests).toHaveLength(2);
    await office.call('companies.resumeJob', { id });
    await office.app.idle();
    expect((await office.call('companies.getJob', {})).job).toMatchObject({
      state: 'finished',
      created: 4,
    });
    expect(line.requests).toHaveLength(5);
  });

  it('leaves a row with a lost answer unknown and continues; two in a row stop it', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 5);
    line.troubles.push(
      { kind: 'drop_after' },
      pass,
      { kind: 'drop_after' },
      { kind: 'drop_after' },
    );
    await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    const { job, failures } = await office.call('companies.getJob', {});
    expect(job).toMatchObject({ state: 'stopped', reason: { code: 'connection_lost' } });
    expect(job).toMatchObject({ created: 1, unknown: 3, waiting: 1 });
    expect(failures.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
    for (const [index, decision] of (['not_created', 'draft'] as const).entries())
      await office.call('companies.reconcile', {
        id: failures[index]?.companyId ?? '',
        decision,
      });
    expect((await office.call('companies.getJob', {})).standing).toEqual({ failed: 0, unknown: 1 });
    expect(line.requests).toHaveLength(4);
    await office.call('companies.resumeJob', { id: job?.id ?? '' });
    await office.app.idle();
    expect(line.requests).toHaveLength(5);
    expect((await statesOf(office)).filter((state) => state === 'creation_unknown')).toHaveLength(
      1,
    );
  });

  it('is stopped by two answers in a row without a key', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 5);
    const keyless: Trouble = { kind: 'change', change: ({ api_key, ...told }) => told };
    line.troubles.push(keyless, pass, keyless, keyless);
    await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    expect((await office.call('companies.getJob', {})).job).toMatchObject({
      ...{ state: 'stopped', reason: { code: 'company_created_keyless' } },
      ...{ created: 1, failed: 3, waiting: 1 },
    });
  });

  it('creates the others when a row is refused with its reason', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 3);
    line.troubles.push({ kind: 'status', status: 409 });
    await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    const { job, failures } = await office.call('companies.getJob', {});
    expect(job).toMatchObject({ state: 'finished', created: 2, failed: 1 });
    expect(failures).toMatchObject([{ outcome: 'failed', error: { code: 'company_exists' } }]);
    const { companies } = await office.call('companies.list', { filter: { states: ['draft'] } });
    expect(companies).toMatchObject([
      { failure: { code: 'company_exists', details: { where: 'service' } } },
    ]);
    expect((await office.call('companies.getJob', {})).standing).toEqual({ failed: 1, unknown: 0 });
  });

  it('does not create a company archived while it waited, and does not match one by its name', async () => {
    const { office, line } = await openConnectedOffice();
    const [first = '', second = ''] = await importDrafts(office, 2);
    line.troubles.push({ kind: 'status', status: 401 });
    const { id } = await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    await office.call('companies.archive', { id: first });
    await office.call('companies.resumeJob', { id });
    await office.app.idle();
    const { job, failures } = await office.call('companies.getJob', {});
    expect(job).toMatchObject({ state: 'finished', created: 1, failed: 1 });
    expect(failures).toMatchObject([{ companyId: first, error: { code: 'company_archived' } }]);
    expect(line.requests.map(({ body }) => body.full_name)).toEqual(['Enpresa 0', 'Enpresa 1']);
    expect((await office.call('companies.get', { id: second })).state).toBe('registered');
    expect((await office.refused('companies.createDrafts', { ids: [first] })).code).toBe(
      'company_archived',
    );
  });

  it('waits longer each time when the service limits the calls, also where it asks for no wait', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 2);
    line.troubles.push(
      { kind: 'status', status: 429, retryAfter: 0 },
      { kind: 'status', status: 429, retryAfter: 0 },
    );
    const before = performance.now();
    await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    // A second, then two; timers may fire a little early.
    expect(performance.now() - before).toBeGreaterThan(2900);
    expect((await office.call('companies.getJob', {})).job).toMatchObject({
      state: 'finished',
      created: 2,
    });
    expect(line.requests).toHaveLength(4);
  });

  it('stops when the service asks for a wait of more than a minute', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 2);
    line.troubles.push({ kind: 'status', status: 429, retryAfter: 3600 });
    await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    expect((await office.call('companies.getJob', {})).job).toMatchObject({
      state: 'stopped',
      reason: { code: 'service_rate_limited' },
      waiting: 2,
    });
    expect(line.requests).toHaveLength(1);
  });

  it('pauses after the current one, resumes, and cancels the rest', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 4);
    const [gate, open] = makeGate();
    line.troubles.push({ kind: 'wait', until: gate });
    const { id } = await office.call('companies.createDrafts', { all: true });
    expect(await office.call('companies.pauseJob', { id })).toMatchObject({ state: 'paused' });
    open();
    await office.app.idle();
    expect((await office.call('companies.getJob', {})).job?.created).toBeLessThanOrEqual(1);
    const [second, openSecond] = makeGate();
    line.troubles.length = 0;
    line.troubles.push({ kind: 'wait', until: second });
    await office.call('companies.resumeJob', { id });
    await office.call('companies.cancelJob', { id });
    openSecond();
    await office.app.idle();
    const { job } = await office.call('companies.getJob', {});
    expect(job?.state).toBe('cancelled');
    expect(job?.waiting).toBeGreaterThanOrEqual(2);
    expect((await office.refused('companies.resumeJob', { id })).code).toBe('job_state');
    expect((await office.refused('companies.resumeJob', { id: 'nobody' })).code).toBe(
      'job_unknown',
    );
  });

  it('tells of the company that was being created when the process was killed', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 2);
    const { id } = await office.call('companies.createDrafts', { all: true });
    await office.app.idle();
    await office.app.close();
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    database.exec(`
      update company_jobs set state = 'running', finished_at = null;
      update company_job_items set state = 'waiting' where position = 1;
      update companies set state = 'creating', service_id = null
        where id = (select company_id from company_job_items where position = 1)`);
    database.close();
    const sent = line.requests.length;
    const again = await office.restart();
    expect(await again.call('companies.getJob', {})).toMatchObject({
      job: { state: 'paused', created: 1, waiting: 0, unknown: 1 },
      standing: { failed: 0, unknown: 1 },
    });
    await again.call('companies.resumeJob', { id });
    await again.app.idle();
    expect(await again.call('companies.getJob', {})).toMatchObject({
      job: { state: 'finished', created: 1, failed: 0, unknown: 1 },
    });
    expect(line.requests).toHaveLength(sent);
  });

  it('survives the end of the process: paused, nothing created twice', async () => {
    const { office, line } = await openConnectedOffice();
    await importDrafts(office, 3);
    const [gate, open] = makeGate();
    line.troubles.push({ kind: 'wait', until: gate });
    const { id } = await office.call('companies.createDrafts', { all: true });
    while (line.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closing = office.restart();
    open();
    const again = await closing;
    const { job } = await again.call('companies.getJob', {});
    expect(job).toMatchObject({
      id,
      state: 'paused',
      reason: { code: 'interrupted' },
      created: 1,
      waiting: 2,
    });
    await again.call('companies.resumeJob', { id });
    await again.app.idle();
    expect((await again.call('companies.getJob', {})).job).toMatchObject({
      state: 'finished',
      created: 3,
    });
    const taxIds = line.requests.map(({ body }) => body.tax_id_number);
    expect(new Set(taxIds).size).toBe(3);
    expect(taxIds).toHaveLength(3);
  });
});

function makeGate(): [Promise<void>, () => void] {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [gate, open];
}
