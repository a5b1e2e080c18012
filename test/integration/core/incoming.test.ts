import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { IncomingFile } from '../../../main/platform/ports.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { sampled } from '../../rounds.ts';
import { type Office, openOffice } from './office.ts';

const bytes = new TextEncoder().encode('<a/>');

async function take(office: Office, file: IncomingFile): Promise<string> {
  const taken = await office.app.takeFile(file);
  if (!taken.ok) throw new Error(taken.error.code);
  return taken.value.fileId;
}

const waiting = (office: Office) => {
  const folder = join(office.dataFolder, 'incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a file that was handed over', () => {
  it('is on no list until a method uses it', async () => {
    const office = await openOffice();
    const id = await take(office, { name: 'a.xml', bytes });
    expect((await office.call('submissions.worklist', {})).files).toEqual([]);
    const { files } = await office.call('submissions.addFiles', { fileIds: [id] });
    expect(files).toMatchObject([{ id, name: 'a.xml', sizeBytes: 4, judged: null }]);
    expect((await office.call('submissions.worklist', {})).files).toEqual(files);
    expect(office.events).toContainEqual({ name: 'worklist.changed', payload: { fileIds: [id] } });
  });

  it('joins the worklist once, however often it is added or checked', async () => {
    const office = await openOffice();
    const id = await take(office, { name: 'a.xml', bytes });
    await Promise.all(
      [1, 2, 3].map(() => office.call('submissions.addFiles', { fileIds: [id, 'nobody'] })),
    );
    await office.call('submissions.check', { fileIds: [id] });
    expect((await office.call('submissions.worklist', {})).files).toHaveLength(1);
  });

  it('is discarded when nobody uses it, and only our own bytes are removed', async () => {
    const office = await openOffice();
    const beside = join(office.dataFolder, 'incoming of mine');
    mkdirSync(beside);
    const theirs = [join(office.dataFolder, 'theirs.xml'), join(beside, 'theirs.xml')];
    const ids = [await take(office, { name: 'a.xml', bytes })];
    for (const path of theirs) {
      writeFileSync(path, bytes);
      ids.push(await take(office, { name: 'b', path }));
    }
    expect(waiting(office)).toHaveLength(1);
    await office.call('submissions.discard', { fileIds: ids });
    expect(waiting(office)).toEqual([]);
    expect(theirs.map(existsSync)).toEqual([true, true]);
    expect((await office.refused('submissions.check', { fileIds: ids })).code).toBe('file_unknown');
  });

  it('is left out of a check once it was removed, and checked once it is brought back', async () => {
    const office = await openOffice();
    const ids = [];
    for (const name of ['a.xml', 'b.xml', 'c.xml']) ids.push(await take(office, { name, bytes }));
    const [first = '', ...others] = ids;
    await office.call('submissions.addFiles', { fileIds: ids });
    await office.call('submissions.remove', { fileIds: [first] });
    const { files } = await office.call('submissions.check', { fileIds: ids });
    expect(files.map(({ id }) => id)).toEqual(others);
    await office.call('submissions.restore', { fileIds: [first] });
    const unchecked = async () =>
      (await office.call('submissions.worklist', {})).files.filter(({ judged }) => judged === null);
    await expect.poll(unchecked).toEqual([]);
  });

  it('is forgotten by the next run when it was not used, and kept when it was', async () => {
    const office = await openOffice();
    const used = await take(office, { name: 'used.xml', bytes });
    const unused = await take(office, { name: 'unused.xml', bytes });
    await office.call('submissions.addFiles', { fileIds: [used] });
    const again = await office.restart();
    expect(waiting(again)).toEqual([used]);
    expect((await again.call('submissions.addFiles', { fileIds: [unused] })).files).toEqual([]);
    expect((await again.call('submissions.worklist', {})).files).toMatchObject([{ id: used }]);
  });

  it('is removed from our own folder alone, whatever path a stranger’s history names', async () => {
    const office = await openOffice();
    const theirs = join(office.dataFolder, 'theirs.xml');
    writeFileSync(theirs, bytes);
    const id = await take(office, { name: 'a.xml', bytes });
    await office.app.close();
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    const path = [office.dataFolder, 'incoming', '..', 'theirs.xml'].join(sep);
    database.prepare('update incoming_files set source_path = ? where id = ?').run(path, id);
    database.close();
    await office.restart();
    expect(existsSync(theirs)).toBe(true);
  });

  it('leaves nothing behind when it cannot be recorded', async () => {
    const office = await openOffice();
    const other = new Database(join(office.dataFolder, 'zubi.db'));
    other.exec('begin immediate');
    const taken = await office.app.takeFile({ name: 'a.xml', bytes });
    other.close();
    expect(taken).toMatchObject({ ok: false, error: { code: 'database_locked' } });
    expect(waiting(office)).toEqual([]);
  });

  it('leaves no partial copy on a full disk', async (context) => {
    const disk = mountSmallDisk(6 * 1024);
    if (disk === null) return context.skip('no small disk can be mounted here');
    onTestFinished(() => disk.remove());
    const office = await openOffice({ dataFolder: disk.path });
    const giveRoom = disk.fill();
    const file = { name: 'a.xml', bytes: Buffer.alloc(1 << 20, 'a') };
    expect(await office.app.takeFile(file)).toMatchObject({
      ok: false,
      error: { code: 'disk_full' },
    });
    expect(waiting(office)).toEqual([]);
    giveRoom();
    const id = await take(office, file);
    expect(waiting(office)).toEqual([id]);
    await office.app.close();
  });

  it('leaves no document behind when it changed before it was checked again', async () => {
    const office = await openOffice();
    const path = join(office.dataFolder, 'mine.xml');
    const [one, another] = [1, 2].map((records) =>
      makeDocument('240-received', { seed: 1, records }),
    );
    const documents = () => {
      const database = new Database(join(office.dataFolder, 'zubi.db'), { readonly: true });
      const found = database.prepare('select size_bytes from documents').pluck().all();
      database.close();
      return found;
    };
    writeFileSync(path, one ?? '');
    const fileIds = [await take(office, { name: 'mine.xml', path })];
    await office.call('submissions.check', { fileIds });
    expect(documents()).toEqual([Buffer.byteLength(one ?? '')]);
    writeFileSync(path, another ?? '');
    await office.call('submissions.check', { fileIds });
    expect(documents()).toEqual([Buffer.byteLength(another ?? '')]);
    await office.call('submissions.discard', { fileIds });
    expect(documents()).toEqual([]);
  });
});

describe('bytes of files that were handed over', () => {
  /** A process that takes one in and discards it, killed on the way. */
  function dieTaking(dataFolder: string, point: string): void {
    const script = fileURLToPath(new URL('../../crash/die-taking.ts', import.meta.url));
    const { signal } = spawnSync(process.execPath, [script, dataFolder, point], {
      stdio: 'inherit',
    });
    expect(signal).toBe('SIGKILL');
  }

  it.each(
    sampled(
      [
        ['before their row', 'insert into "incoming_files"', 0],
        ['before their row goes with the document', 'delete from "documents"', 1],
        ['after their row went', 'rm', 0],
      ] as const,
      2,
    ),
  )(
    'stay after a kill %s, and after the next start only where a row refers to them',
    async (_, point, kept) => {
      const office = await openOffice();
      const other = await office.drop('other.xml', '<b/>');
      await office.app.close();
      dieTaking(office.dataFolder, point);
      expect(waiting(office)).toHaveLength(2);
      const again = await openOffice({ dataFolder: office.dataFolder });
      const { files } = await again.call('submissions.worklist', {});
      expect(files.map(({ id }) => id)).toContain(other.id);
      expect(files).toHaveLength(1 + kept);
      expect(waiting(again)).toEqual(files.map(({ id }) => id).sort());
    },
  );

  it('stay where their folder was renamed, and where their names are not ours', async () => {
    const office = await openOffice();
    const { id } = await office.drop('a.xml', '<a/>');
    const orphan = randomUUID();
    for (const name of [orphan, 'theirs.xml'])
      writeFileSync(join(office.dataFolder, 'incoming', name), bytes);
    await office.app.close();
    const moved = join(office.dataFolder, 'moved');
    mkdirSync(moved);
    for (const name of ['zubi.db', 'incoming', 'backups'])
      renameSync(join(office.dataFolder, name), join(moved, name));
    const again = await openOffice({ dataFolder: moved });
    expect(waiting(again)).toEqual([id, 'theirs.xml'].sort());
  });

  it('stay where they cannot be removed, and Zubi starts', async () => {
    const office = await openOffice();
    const fileId = await take(office, { name: 'a.xml', bytes });
    await office.app.close();
    const path = join(office.dataFolder, 'incoming', fileId);
    rmSync(path);
    mkdirSync(path);
    const again = await openOffice({ dataFolder: office.dataFolder });
    expect(waiting(again)).toEqual([fileId]);
  });

  it('stay while a history set aside may refer to them', async () => {
    const office = await openOffice();
    const { id } = await office.drop('a.xml', '<a/>');
    await office.call('backup.restore', { id: 'new' });
    expect((await office.call('submissions.worklist', {})).files).toEqual([]);
    expect(waiting(office)).toEqual([id]);
    const again = await office.restart();
    expect(waiting(again)).toEqual([id]);
    expect(readFileSync(join(again.dataFolder, 'incoming', id), 'utf8')).toBe('<a/>');
    const [aside] = (await again.call('backup.list', {})).backups.filter(
      ({ kind }) => kind === 'set_aside',
    );
    await again.call('backup.remove', { id: aside?.id ?? '', confirmed: true });
    expect(waiting(await again.restart())).toEqual([]);
  });

  it('are deleted when their archive is restored, and stay for another try until then', async () => {
    const office = await openOffice();
    const archive = await office.call('backup.create', { passphrase: 'hiru zubi eta ibai bat' });
    const copy = { name: archive.id, path: join(office.dataFolder, 'backups', archive.id) };
    const fileId = await take(office, { name: archive.id, bytes: readFileSync(copy.path) });
    const wrong = await office.refused('backup.restore', {
      fileId,
      passphrase: 'bi zubi eta ibai bat',
    });
    expect([wrong.code, waiting(office)]).toEqual(['wrong_passphrase', [fileId]]);
    await office.call('backup.restore', { fileId, passphrase: 'hiru zubi eta ibai bat' });
    expect(waiting(office)).toEqual([]);
    // A file handed over by its path is a person's own.
    const theirs = await take(office, copy);
    await office.call('backup.restore', { fileId: theirs, passphrase: 'hiru zubi eta ibai bat' });
    expect(existsSync(copy.path)).toBe(true);
  });

  it('stay when a process that does not own the folder opens it', async () => {
    const office = await openOffice();
    const orphan = randomUUID();
    await office.drop('a.xml', '<a/>');
    writeFileSync(join(office.dataFolder, 'incoming', orphan), bytes);
    await openOffice({ dataFolder: office.dataFolder });
    expect(waiting(office)).toHaveLength(2);
  });
});
