import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import type { Intermediary } from '../../intermediary/server.ts';
import type { Way } from '../../intermediary/way.ts';
import { ways } from '../../intermediary/ways.ts';
import type { Office } from '../core/office.ts';
import { connect, firm } from '../intermediary/connect.ts';

const files = 50;
const creations = 5;
/** The service answers in the words of the default profile. */
const way = ways.find(({ profile }) => profile.name === 'default');
const right = defaultServiceProfile();
const { company, submission } = right.answers;
/** It knows none of the service's words, and looks for a company's identifier in another place. */
const wrong = {
  ...right,
  name: 'guessed',
  answers: {
    ...right.answers,
    company: { ...company, id: 'data.id', apiKey: 'data.key' },
    submission: { ...submission, resultWords: { OK: 'correct' } },
  },
};

/** An office that has sent and created with a faulty profile. */
async function connectWrongly(): Promise<{ office: Office; service: Intermediary }> {
  if (!way) throw new Error('no such way of answering');
  const { office, service } = await connect(way);
  await office.call('connection.set', { profile: wrong });
  return { office, service };
}

async function sendAll(office: Office, count = files): Promise<void> {
  const fileIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const parts = { seed: 7, records: 1, firstRecord: index, taxpayer: firm };
    fileIds.push((await office.drop(`${index}.xml`, makeDocument('240-received', parts))).id);
  }
  await office.call('submissions.send', { fileIds });
  await office.app.idle();
}

async function createAll(office: Office): Promise<void> {
  const territories = await office.call('territories.list', {});
  const territoryId = territories.find(({ name }) => name === 'Bizkaia')?.id ?? '';
  for (let index = 0; index < creations; index += 1) {
    const taxId = companyTaxId('B', 7_300_000 + index);
    const fields = { isIndividual: false, fullName: `Gainera ${index} SL`, taxId, territoryId };
    const { code } = await office.refused('companies.create', fields);
    expect(code).toBe('company_creation_unknown');
  }
}

it('a corrected profile gives kept answers their true states, and sends nothing', async () => {
  const { office, service } = await connectWrongly();
  await sendAll(office);
  await createAll(office);
  const { submissions } = await office.call('submissions.list', { limit: 100 });
  expect(submissions.map(({ state }) => state)).toEqual(Array(files).fill('unknown'));

  await office.call('connection.set', { profile: right });
  const companies = service.companies.size;
  const presentations = service.ledger.presentations.length;
  const preview = await office.call('submissions.readAgain', { preview: true });
  expect(preview.changed).toHaveLength(files);
  expect((await office.call('submissions.list', {})).submissions[0]?.state).toBe('unknown');

  expect(await office.call('submissions.readAgain', {})).toEqual(preview);
  const created = await office.call('companies.readAgain', {});
  expect(created.changed.map(({ state }) => state)).toEqual(Array(creations).fill('registered'));

  const after = await office.call('submissions.list', { limit: 100 });
  expect(after.submissions.map(({ state }) => state)).toEqual(Array(files).fill('accepted'));
  const first = { id: submissions[0]?.id ?? '' };
  const { events, isIntact } = await office.call('submissions.get', first);
  expect(isIntact).toBe(true);
  expect(events.at(-1)).toMatchObject({
    kind: 'read_again',
    data: { state: 'accepted', profile: 'default' },
  });
  expect(service.companies.size).toBe(companies);
  expect(service.ledger.presentations).toHaveLength(presentations);
  expect(await office.call('submissions.readAgain', {})).toEqual({ changed: [], unchanged: 0 });
});

it('an answer whose bytes do not fit its content encoding is not read after all', async () => {
  if (!way) throw new Error('no such way of answering');
  const answer: Way['answer'] = (presentation) => ({
    ...way.answer(presentation),
    encoding: 'gzip',
  });
  const { office } = await connect({ ...way, answer });
  const { id } = await office.drop(
    'one.xml',
    makeDocument('240-received', { seed: 7, records: 1, taxpayer: firm }),
  );
  await office.call('submissions.send', { fileIds: [id] });
  await office.app.idle();
  const states = async () =>
    (await office.call('submissions.list', {})).submissions.map(({ state }) => state);
  expect(await states()).toEqual(['unknown']);
  expect(await office.call('submissions.readAgain', {})).toEqual({ changed: [], unchanged: 1 });
  expect(await states()).toEqual(['unknown']);
});

it('an answer that was not understood keeps its key sealed', async () => {
  const { office, service } = await connectWrongly();
  await createAll(office);
  const files = readdirSync(office.dataFolder, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  for (const { api_key } of service.companies.values())
    expect(bytes.some((each) => each.includes(api_key))).toBe(false);
});

it('a company whose creation is read again works with the key from that answer', async () => {
  const { office, service } = await connectWrongly();
  await createAll(office);
  await office.call('connection.set', { profile: right });
  await office.call('companies.readAgain', {});
  const taxId = companyTaxId('B', 7_300_000);
  const taxpayer = { taxId, name: 'Gainera 0 SL' };
  const xml = makeDocument('240-received', { seed: 8, records: 1, taxpayer });
  const file = await office.drop('hers.xml', xml);
  await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  const { submissions } = await office.call('submissions.list', {});
  expect(submissions.map(({ state }) => state)).toEqual(['accepted']);
  expect(service.refused).toEqual([]);
});

it('a damaged document keeps no other answer from being read again', async () => {
  const { office } = await connectWrongly();
  await sendAll(office, 2);
  const { submissions } = await office.call('submissions.list', {});
  const [newest, oldest] = submissions;
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  const damage = database.prepare("update documents set gzip = x'00' where sha256 = ?");
  damage.run(oldest?.sha256);
  database.close();
  await office.call('connection.set', { profile: right });
  const read = await office.call('submissions.readAgain', {});
  expect(read).toMatchObject({ changed: [{ id: newest?.id }], unchanged: 1 });
});
