import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { everythingIn, filesUnder } from '../../fixtures/secrets/planted.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from './office.ts';

const clientKey = 'planted-client-key-0123456789abcdef';
const taxpayer = { taxId: 'A99800476', name: 'Lantegiak' };

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string | Buffer;
}

const told = (parts: Record<string, unknown>): string =>
  JSON.stringify({ result: 'correct', identifier: 'LROE-1', records: [], ...parts });
const record = (parts: Record<string, unknown>) => ({
  key: { issuer: 'B00000034', number: '1' },
  state: 'correct',
  ...parts,
});
const ledger = (said: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><r><Emisor>${said}</Emisor><M>${said}</M></r>`;
const wrapped = (said: string) => gzipSync(ledger(said)).toString('base64');

/** A key of ours in each place of an answer. */
const answers: readonly Answer[] = [
  { body: told({ records: [record({ key: { issuer: clientKey, number: clientKey } })] }) },
  {
    body: told({
      identifier: clientKey,
      registration_number: clientKey,
      code: clientKey,
      message: `x${clientKey}`,
      records: [record({ code: clientKey, message_es: clientKey, message_eu: clientKey })],
    }),
  },
  { body: told({ message: `${'m'.repeat(1990)}${clientKey}` }) },
  { body: told({ ledger_response_xml: Buffer.from(ledger(clientKey)).toString('base64') }) },
  { body: told({ ledger_response_xml: wrapped(clientKey) }) },
  { body: told({ ledger_response_xml: wrapped(clientKey).replaceAll(/.{60}/g, '$&\r\n') }) },
  { body: Buffer.from(`\uFEFF${told({ message: clientKey })}`, 'utf16le') },
  { body: Buffer.from(told({ message: clientKey }), 'utf16le').swap16() },
  { body: gzipSync(told({ message: clientKey })) },
  { type: 'application/xml', body: ledger(clientKey) },
  { type: `text/html; x=${clientKey}`, body: clientKey },
  {
    status: 422,
    body: JSON.stringify({ message: clientKey, errors: { [clientKey]: [clientKey] } }),
  },
  { status: 500, body: JSON.stringify({ message: `${'m'.repeat(490)}${clientKey}` }) },
];

/** An intermediary that quotes the received key, one answer for each submission. */
async function startQuoter(): Promise<string> {
  const left = [...answers];
  const others: Record<string, unknown> = {
    '/regional/territories': { data: [{ id: 'bizkaia', name: 'Bizkaia' }] },
    '/clientcompanies': { id: 'c1', api_key: clientKey, tax_id_number: taxpayer.taxId },
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const other = others[request.url ?? ''];
      const {
        status = 200,
        type = 'application/json',
        body,
      } = other ? { body: JSON.stringify(other) } : (left.shift() ?? { body: '{}' });
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openQuotedOffice(): Promise<Office> {
  const office = await openOffice();
  const softwareGarante = {
    holds: true,
    taxId: 'B00000034',
    license: 'TEST',
    name: 'Zubi',
    version: '1',
  };
  await office.call('connection.set', {
    baseUrl: await startQuoter(),
    userApiKey: 'a-user-key-of-no-interest',
    certificateKey: 'a-certificate-key-of-no-interest',
    softwareGarante,
  });
  await office.call('companies.create', {
    isIndividual: false,
    fullName: taxpayer.name,
    taxId: taxpayer.taxId,
    territoryId: 'bizkaia',
  });
  return office;
}

/** The key itself or the beginning of it, in any width of letters. */
const forms = [clientKey.slice(0, 16), clientKey.slice(-16)].flatMap((part) => [
  Buffer.from(part),
  Buffer.from(part, 'utf16le'),
  Buffer.from(part, 'utf16le').swap16(),
  ...[0, 1, 2].map((before) =>
    Buffer.from(
      Buffer.from('-'.repeat(before) + part)
        .toString('base64')
        .slice(4, -4),
    ),
  ),
]);
const holdsKey = (bytes: Buffer) => forms.some((form) => bytes.includes(form));

it('T2 a key quoted anywhere in an answer is in no table, file, reply, event or log line', async () => {
  const office = await openQuotedOffice();
  const replies: unknown[] = [];
  const call = async (method: string, input: unknown) =>
    void replies.push(await office.app.call(method, input));
  const ids: string[] = [];
  for (const index of answers.keys()) {
    const parts = { seed: 1, records: 2, firstRecord: 10 * index, taxpayer };
    const file = await office.drop(`${index}.xml`, makeDocument('240-received', parts));
    const sent = await office.call('submissions.send', { fileIds: [file.id] });
    ids.push(...sent.submissions.map(({ id }) => id));
    await office.app.idle();
  }
  expect(ids).toHaveLength(answers.length);
  for (const id of ids) {
    for (const method of ['get', 'records', 'ledgerResponse'])
      await call(`submissions.${method}`, { id });
    await call('submissions.document', { id, part: 'answer' });
  }
  await call('submissions.list', {});
  const log = join(office.dataFolder, 'zubi.db-wal');
  expect(holdsKey(readFileSync(log)), 'the WAL').toBe(false);
  await call('backup.create', {});
  await office.app.close();

  const said = JSON.stringify([replies, office.events]);
  expect(holdsKey(Buffer.from(said)), 'a reply').toBe(false);
  const kept = JSON.stringify(replies).match(/"contentBase64":"([^"]+)"/g) ?? [];
  expect(kept.length).toBe(answers.length);
  for (const path of filesUnder(office.dataFolder))
    for (const content of everythingIn(path)) expect(holdsKey(content), path).toBe(false);
});
