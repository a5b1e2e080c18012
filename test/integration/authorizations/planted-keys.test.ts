import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { lantegiak, openAuthorizationOffice } from './office.ts';

const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
];

function* contentsUnder(folder: string): Generator<readonly [string, Buffer]> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield [path, readFileSync(path)];
    if (entry.name === 'zubi.db') yield* rowsOf(path);
  }
}

function* rowsOf(path: string): Generator<readonly [string, Buffer]> {
  const database = new Database(path, { readonly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  for (const table of tables as string[]) {
    for (const row of database.prepare(`select * from "${table}"`).raw().all() as unknown[][]) {
      for (const value of row) {
        if (typeof value === 'string') yield [table, Buffer.from(value)];
        if (!Buffer.isBuffer(value)) continue;
        yield [table, value[0] === 0x1f && value[1] === 0x8b ? gunzipSync(value) : value];
      }
    }
  }
  database.close();
}

it('5.5 no key is written anywhere by uploads, refusals, lost answers and decisions, except sealed', async () => {
  const office = await openAuthorizationOffice();
  const { companyId, sandbox } = office;
  const replies: unknown[] = [];
  const call = async (method: string, input: unknown) =>
    void replies.push(await office.app.call(method, input));
  const { serviceId } = await office.call('companies.get', { id: companyId });
  const response = await fetch(`${sandbox.baseUrl}/clientcompanies/${serviceId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Service-UserApiKey': sandbox.userApiKey },
    body: JSON.stringify({
      is_individual: false,
      full_name: lantegiak.fullName,
      tax_id_number: lantegiak.taxId,
      regional_territory_id: 'bizkaia',
    }),
  });
  const { api_key: clientKey } = (await response.json()) as { api_key: string };
  expect(clientKey).toMatch(/.{20}/);

  for (const fault of [
    null,
    { kind: 'status', status: 401 },
    { kind: 'drop_after' },
    { kind: 'broken_json' },
  ]) {
    if (fault) await office.backstage('POST', 'faults', { faults: [{ ...fault, on: 'authorization' }] });
    const fileId = await office.take('carta.pdf', makePdf({ head: `%${JSON.stringify(fault)}\n` }));
    await call('authorizations.check', { fileId });
    await call('authorizations.match', { fileIds: [fileId] });
    await call('authorizations.upload', { companyId, fileId });
    await call('authorizations.resolve', { companyId, decision: 'received' });
  }
  await call('authorizations.decide', { companyId, decision: 'approved' });
  await call('authorizations.get', { companyId });
  await call('authorizations.list', {});
  await office.app.close();

  const told = JSON.stringify([replies, office.events]);
  let looked = 0;
  for (const form of [clientKey, sandbox.userApiKey].flatMap(formsOf)) {
    expect(told.includes(form)).toBe(false);
    for (const [place, content] of contentsUnder(office.dataFolder)) {
      looked += 1;
      expect(content.includes(form), place).toBe(false);
    }
  }
  expect(looked).toBeGreaterThan(200);
});
