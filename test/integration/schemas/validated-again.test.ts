import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Input } from '../../../contract/methods.ts';
import { sampleFiles } from '../../../main/validator/sample-files.ts';
import { inNextVersion, publishedFiles } from '../../unit/schemas/published.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';

const sample = sampleFiles('M1', 1).find(({ name }) => name.startsWith('recibidas'))?.xml ?? '';
const expenses = sampleFiles('M1', 1).find(({ name }) => name.startsWith('gastos'))?.xml ?? '';
const next = inNextVersion(sample);

async function install(office: Office, input: Omit<Input<'schemas.install'>, 'fileIds'> = {}) {
  const fileIds: string[] = [];
  for (const [name, bytes] of publishedFiles()) {
    const taken = await office.app.takeFile({ name, bytes });
    if (taken.ok) fileIds.push(taken.value.fileId);
  }
  return (await office.call('schemas.install', { fileIds, ...input })).package;
}

const verdicts = async (office: Office) =>
  (await office.call('submissions.worklist', {})).files.map(
    ({ judged: validated }) => validated?.verdict,
  );
const told = (office: Office) =>
  office.events.flatMap((event) =>
    event.name === 'worklist.changed' ? event.payload.fileIds : [],
  );

it('files of the affected forms are validated again, and reported, when other schemas come into force', async () => {
  const office = await openOffice({ ownValidator: true });
  const waiting = await office.drop('next.xml', next);
  const other = await office.drop('gastos.xml', expenses);
  expect(waiting.judged?.verdict).toBe('invalid');
  const before = await verdicts(office);
  office.events.length = 0;

  const { id } = await install(office);
  await office.app.idle();
  expect(await verdicts(office)).toEqual(['valid', before[1]]);
  expect(told(office)).toEqual([waiting.id]);

  await office.call('schemas.activate', { id: 'built-in' });
  await office.app.idle();
  // The next version stays known behind the built-in one unless another is chosen for every
  // document.
  const { schemas } = await office.call('schemas.list', {});
  const isKnown = schemas.some(({ packageId, active }) => packageId === id && active);
  expect((await verdicts(office))[0]).toBe(isKnown ? 'valid' : 'invalid');
  expect(told(office)).not.toContain(other.id);
});

it('a sent file keeps the verdict of its sending', async () => {
  const office = await openPractisingOffice({ ownValidator: true });
  const file = await office.drop('mayo.xml', sample);
  await office.call('submissions.send', { fileIds: [file.id], confirmDuplicates: true });
  await office.app.idle();
  office.events.length = 0;
  await install(office);
  await office.app.idle();
  expect(told(office)).toEqual([]);
});

it('validation continues after a restart', async () => {
  const office = await openOffice({ ownValidator: true });
  await office.drop('next.xml', next);
  await install(office, { activate: false });
  const [installed] = (await office.call('schemas.list', {})).packages.slice(-1);
  await office.call('schemas.activate', { id: installed?.id ?? '' });
  const again = await office.restart();
  await again.app.idle();
  expect(await verdicts(again)).toEqual(['valid']);
});

it('a file whose document is damaged keeps no other from being validated again', async () => {
  const office = await openOffice({ ownValidator: true });
  const damaged = await office.drop('next.xml', next);
  await office.drop('other.xml', next.replace('</NumFactura>', '1</NumFactura>'));
  expect(await verdicts(office)).toEqual(['invalid', 'invalid']);
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  const { sha256 } = damaged.judged ?? {};
  database.prepare("update documents set gzip = x'00' where sha256 = ?").run(sha256);
  database.close();
  await install(office);
  await office.app.idle();
  expect(await verdicts(office)).toEqual(['invalid', 'valid']);
});
