import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { IncomingFile } from '../../../main/ports.ts';
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
  it('is on no list until a method says what it is for', async () => {
    const office = await openOffice();
    const id = await take(office, { name: 'a.xml', bytes });
    expect((await office.call('submissions.worklist', {})).files).toEqual([]);
    const { files } = await office.call('submissions.addFiles', { fileIds: [id] });
    expect(files).toMatchObject([{ id, name: 'a.xml', sizeBytes: 4, judged: null }]);
    expect((await office.call('submissions.worklist', {})).files).toEqual(files);
    expect(office.events).toContainEqual({ name: 'worklist.changed', payload: { fileIds: [id] } });
  });

  it('joins the worklist once, however often it is added or judged', async () => {
    const office = await openOffice();
    const id = await take(office, { name: 'a.xml', bytes });
    await Promise.all([1, 2, 3].map(() => office.call('submissions.addFiles', { fileIds: [id, 'nobody'] })));
    await office.call('submissions.check', { fileIds: [id] });
    expect((await office.call('submissions.worklist', {})).files).toHaveLength(1);
  });

  it('is let go of when it is not wanted, and only our own bytes are removed', async () => {
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

  it('is forgotten by the next run when it found no use, and kept when it did', async () => {
    const office = await openOffice();
    const used = await take(office, { name: 'used.xml', bytes });
    const unused = await take(office, { name: 'unused.xml', bytes });
    await office.call('submissions.addFiles', { fileIds: [used] });
    const again = await office.restart();
    expect(waiting(again)).toEqual([used]);
    expect((await again.call('submissions.addFiles', { fileIds: [unused] })).files).toEqual([]);
    expect((await again.call('submissions.worklist', {})).files).toMatchObject([{ id: used }]);
  });

  it('leaves nothing behind when it cannot be noted', async () => {
    const office = await openOffice();
    const other = new Database(join(office.dataFolder, 'zubi.db'));
    other.exec('begin immediate');
    const taken = await office.app.takeFile({ name: 'a.xml', bytes });
    other.close();
    expect(taken).toMatchObject({ ok: false, error: { code: 'database_locked' } });
    expect(waiting(office)).toEqual([]);
  });
});
