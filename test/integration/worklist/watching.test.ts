import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeIssue, resultOf } from '../../../main/validator/issue-list.ts';
import { replaceInValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import {
  type Office,
  type OfficeOptions,
  openOffice,
  openPractisingOffice,
} from '../core/office.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const make = (seed: number) =>
  makeDocument('240-received', { seed, records: 2, taxpayer: company });
/** Quick, and slow enough to see a file that is still being written. */
const watchPace = { settleMs: 120, rescanMs: 100 };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-watched-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const open = (options: OfficeOptions = {}) => openPractisingOffice({ watchPace, ...options });
const names = async (office: Office) =>
  (await office.call('submissions.worklist', {})).files.map(({ name }) => name).toSorted();
const arrivals = async (office: Office) => (await office.call('watching.list', {})).arrivals;
const until = (office: Office, what: Partial<Awaited<ReturnType<typeof arrivals>>>) =>
  expect.poll(() => arrivals(office), { timeout: 15_000 }).toMatchObject(what);

it.each([0, 1])(
  'a file whose check breaks off joins the list, to be seen: check %i',
  async (broken) => {
    let checks = 0;
    const validator = replaceInValidator(({ validate }) => ({
      validate: async (...asked) => {
        checks += 1;
        if (checks - 1 !== broken) return validate(...asked);
        const issues = [makeIssue({ layer: 'file', code: 'file_not_checked' })];
        return { validation: resultOf({ issues }), xmlGzip: null };
      },
    }));
    const office = await open({ validator });
    const path = makeFolder();
    await office.call('watching.add', { path });
    checks = 0;
    writeFileSync(join(path, 'nueva.xml'), make(2));
    await until(office, { count: 1, leftAside: expect.objectContaining({ count: 0 }) });
    expect(await names(office)).toEqual(['nueva.xml']);
  },
);

it('a program that writes into the folder without end keeps no other file waiting', async () => {
  const office = await open();
  const path = makeFolder();
  await office.call('watching.add', { path });
  const writing = setInterval(() => appendFileSync(join(path, 'diario.log'), 'x'), 30);
  onTestFinished(() => clearInterval(writing));
  writeFileSync(join(path, 'nueva.xml'), make(2));
  await until(office, { count: 1 });
});

it('a watched folder has no files behind links, which lead anywhere', async () => {
  const office = await open();
  const [path, elsewhere] = [makeFolder(), makeFolder()];
  await office.call('watching.add', { path });
  writeFileSync(join(elsewhere, 'ajena.xml'), make(1));
  symlinkSync(join(elsewhere, 'ajena.xml'), join(path, 'enlace.xml'));
  symlinkSync(elsewhere, join(path, 'carpeta'));
  writeFileSync(join(path, 'nueva.xml'), make(2));
  await until(office, { count: 1, leftAside: { count: 0, names: [] } });
  await setTimeout(5 * watchPace.settleMs);
  expect(await names(office)).toEqual(['nueva.xml']);
});

it('a watched folder adds its new files once, and stays unchanged', async () => {
  const office = await open();
  const path = makeFolder();
  mkdirSync(join(path, 'cliente'));
  writeFileSync(join(path, 'antes.xml'), make(1));
  const { folder } = await office.call('watching.add', { path });
  expect(folder).toMatchObject({ path, companyId: null, state: 'watching' });

  writeFileSync(join(path, 'nueva.xml'), make(2));
  writeFileSync(join(path, 'cliente', 'dentro.xml'), make(3));
  writeFileSync(join(path, 'no\u202etas.xml'), '<notas>ninguna</notas>');
  writeFileSync(join(path, 'tabla.xlsx'), 'PK');
  writeFileSync(join(path, 'a-medias.xml.tmp'), make(4));
  await until(office, { count: 2, leftAside: expect.objectContaining({ count: 2 }) });
  expect(await names(office)).toEqual(['dentro.xml', 'nueva.xml']);
  const { fileIds, leftAside } = await arrivals(office);
  expect(fileIds).toHaveLength(2);
  expect(leftAside.names.toSorted()).toEqual(['notas.xml', 'tabla.xlsx']);

  renameSync(join(path, 'a-medias.xml.tmp'), join(path, 'entera.xml'));
  await until(office, { count: 3 });
  // The same bytes again: rewritten, and moved by the person after their check.
  writeFileSync(join(path, 'nueva.xml'), make(2));
  renameSync(join(path, 'cliente', 'dentro.xml'), join(path, 'hecha.xml'));
  writeFileSync(join(path, 'otra.xml'), make(5));
  await until(office, { count: 4 });
  expect(await names(office)).toEqual(['dentro.xml', 'entera.xml', 'nueva.xml', 'otra.xml']);
  expect((await office.call('submissions.list', {})).total, 'nothing is sent').toBe(0);
  expect(readdirSync(path, { recursive: true }).toSorted()).toEqual(
    [
      'antes.xml',
      'cliente',
      'entera.xml',
      'hecha.xml',
      'no\u202etas.xml',
      'nueva.xml',
      'otra.xml',
    ].concat('tabla.xlsx'),
  );

  await office.call('watching.markSeen', {});
  expect(await arrivals(office)).toMatchObject({ count: 0, since: expect.any(String) });
  writeFileSync(join(path, 'otra.xml'), make(6));
  await until(office, { count: 1 });

  const later = await office.restart();
  writeFileSync(join(path, 'mañana.xml'), make(7));
  await until(later, { count: 2 });
  const { files } = await later.call('submissions.worklist', {});
  const original = files.find(({ name }) => name === 'mañana.xml');
  const textId = await take(later, 'texto.xml', make(8));
  const saved = { fileId: original?.id ?? '', textId };
  const { file } = await later.call('submissions.saveText', saved);
  expect((await arrivals(later)).fileIds, 'what was made of it').toContain(file.id);
  await later.call('watching.remove', { id: folder.id });
  expect((await later.call('watching.list', {})).folders).toEqual([]);
});

it('a watched folder may disappear and return', async () => {
  const office = await open();
  const path = makeFolder();
  const [{ id: companyId } = { id: '' }] = (await office.call('companies.list', {})).companies;
  writeFileSync(join(path, 'antes.xml'), make(1));
  const added = await office.call('watching.add', { path, companyId, withExisting: true });
  expect(added.folder).toMatchObject({ companyId, companyName: expect.any(String) });
  await until(office, { count: 1 });

  const state = async () => (await office.call('watching.list', {})).folders[0]?.state;
  const away = `${path}-away`;
  onTestFinished(() => rmSync(away, { recursive: true, force: true }));
  renameSync(path, away);
  await expect.poll(state, { timeout: 15_000 }).toBe('away');
  writeFileSync(join(away, 'entretanto.xml'), make(2));
  renameSync(away, path);
  await expect.poll(state, { timeout: 15_000 }).toBe('watching');
  await until(office, { count: 2 });
});

it('a growing file is not looked at before it stays unchanged', async () => {
  const office = await open({ watchPace: { settleMs: 1500, rescanMs: 100 } });
  const path = makeFolder();
  await office.call('watching.add', { path });
  const text = Buffer.from(make(3));
  const growing = join(path, 'creciendo.xml');
  for (let part = 1; part <= 4; part += 1) {
    writeFileSync(growing, text.subarray(0, (text.length * part) / 4));
    // Longer than changes are gathered.
    await setTimeout(200);
    expect(await arrivals(office)).toMatchObject({ count: 0, leftAside: { count: 0 } });
  }
  await until(office, { count: 1 });
  const { files } = await office.call('submissions.worklist', {});
  expect(files.map(({ judged }) => judged?.verdict)).toEqual(['valid']);
});

it('a file that came through the folder of another company is marked', async () => {
  const office = await open();
  const path = makeFolder();
  const { companies } = await office.call('companies.list', {});
  const other = companies.find(({ taxId }) => taxId !== company.taxId);
  await office.call('watching.add', { path, companyId: other?.id ?? '' });
  writeFileSync(join(path, 'ajena.xml'), make(1));
  // In lower case, as a program may write it.
  const own = { taxId: other?.taxId.toLowerCase() ?? '', name: other?.fullName ?? '' };
  writeFileSync(
    join(path, 'propia.xml'),
    makeDocument('140-with-invoice', { seed: 2, records: 2, taxpayer: own }),
  );
  await until(office, { count: 2 });
  const { files } = await office.call('submissions.worklist', {});
  const stray = files.find(({ name }) => name === 'ajena.xml');
  expect((await office.call('watching.list', {})).misplaced).toEqual([
    { fileId: stray?.id, folderCompany: other?.fullName },
  ]);
  await office.call('submissions.remove', { fileIds: [stray?.id ?? ''] });
  expect((await office.call('watching.list', {})).misplaced).toEqual([]);
});

it('files that came one after the other under the same name are all known', async () => {
  const office = await open({ watchPace: { settleMs: 300, rescanMs: 200 } });
  const path = makeFolder();
  const { companies } = await office.call('companies.list', {});
  const other = companies.find(({ taxId }) => taxId !== company.taxId);
  await office.call('watching.add', { path, companyId: other?.id ?? '' });
  const misplaced = async () => (await office.call('watching.list', {})).misplaced.length;
  for (const count of [1, 2, 3]) {
    writeFileSync(join(path, 'lroe.xml'), make(count));
    await until(office, { count });
    expect(await misplaced()).toBe(count);
  }
  // Moved, and a new export takes its name before the folder is read again.
  renameSync(join(path, 'lroe.xml'), join(path, 'z-enviado.xml'));
  writeFileSync(join(path, 'lroe.xml'), make(4));
  writeFileSync(join(path, 'z-otro.xml'), make(5));
  await until(office, { count: 5 });
  expect(await misplaced()).toBe(5);
  expect(await names(office)).not.toContain('z-enviado.xml');
  await office.call('watching.markSeen', {});
  writeFileSync(join(path, 'lroe.xml'), make(6));
  await until(office, { count: 1 });
  // The bytes of the first export again.
  writeFileSync(join(path, 'lroe.xml'), make(1));
  await until(office, { count: 2 });
  expect(await names(office)).toHaveLength(6);
});

it('a copy from before the folder was added does not hide what came since', async () => {
  const office = await open();
  const copy = await office.call('backup.create', {});
  const [path, other] = [makeFolder(), makeFolder()];
  writeFileSync(join(path, 'antes.xml'), make(1));
  await office.call('watching.add', { path });
  await office.call('watching.add', { path: other });
  writeFileSync(join(path, 'nueva.xml'), make(2));
  writeFileSync(join(other, 'otra.xml'), make(3));
  await until(office, { count: 2 });
  await office.call('backup.restore', { id: copy.id });
  await until(office, { count: 2 });
  expect(await names(office)).toEqual(['nueva.xml', 'otra.xml']);
});

it.skipIf(process.platform !== 'linux')(
  'names that are not UTF-8 are those of Latin-1',
  async () => {
    const office = await open();
    const path = makeFolder();
    await office.call('watching.add', { path });
    const inside = Buffer.from(`${path}/a\xf1o`, 'latin1');
    mkdirSync(inside);
    writeFileSync(Buffer.concat([inside, Buffer.from('/dentro.xml')]), make(1));
    writeFileSync(Buffer.from(`${path}/a\xf1o.xml`, 'latin1'), make(2));
    writeFileSync(Buffer.from(`${path}/a\xf3o.xml`, 'latin1'), make(3));
    await until(office, { count: 3 });
    expect(await names(office)).toEqual(['dentro.xml', 'año.xml', 'aóo.xml'].toSorted());
  },
);

it('folders that are not watched are reported, and only one process watches', async () => {
  const office = await open();
  const path = makeFolder();
  mkdirSync(join(path, 'dentro'));
  writeFileSync(join(path, 'archivo'), '');
  await office.call('watching.add', { path: join(path, 'dentro') });
  const reasons = [
    ['relativa', 'not_absolute'],
    [join(path, 'ninguna'), 'not_found'],
    [join(path, 'archivo'), 'not_a_folder'],
    [office.dataFolder, 'own'],
    [join(office.dataFolder, 'log'), 'own'],
    [path, 'overlaps'],
    [join(path, 'dentro'), 'overlaps'],
  ] as const;
  for (const [given, reason] of reasons)
    expect(await office.refused('watching.add', { path: given })).toMatchObject({
      code: 'folder_not_usable',
      details: { reason },
    });
  expect((await office.refused('watching.choose', {})).code).toBe('not_allowed');

  const second = await openOffice({ dataFolder: office.dataFolder });
  expect((await second.call('watching.list', {})).folders).toMatchObject([{ state: 'off' }]);
  expect((await second.refused('watching.add', { path })).code).toBe('data_folder_in_use');
});
