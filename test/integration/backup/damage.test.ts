import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildHistory } from '../../bench/history-rows.ts';
import { replaceInValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { rounds, sampled } from '../../rounds.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';
import { company, send } from './filing.ts';

/** An office with answered submissions and a copy made after them. */
async function openBusyOffice(): Promise<Office> {
  const office = await openPractisingOffice({ makesCopies: true });
  const fileIds: string[] = [];
  for (const seed of [1, 2, 3]) {
    const content = makeDocument('240-received', { seed, records: 40, taxpayer: company });
    fileIds.push((await office.drop(`facturas-${seed}.xml`, content)).id);
  }
  await office.call('submissions.send', { fileIds });
  await office.app.idle();
  return office;
}

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function overwrite(path: string, offset: number, bytes: Buffer): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, offset);
  closeSync(descriptor);
}

/** Replaces every occurrence of a text by another of the same length. */
function replaceText(path: string, from: string, to: string): void {
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1))
    bytes.write(to, at, 'latin1');
  overwrite(path, 0, bytes);
}

async function readHistory(office: Office) {
  const { submissions } = await office.call('submissions.list', {});
  const pages = [];
  for (const { id } of submissions) {
    const page = await office.call('submissions.get', { id });
    const { records } = await office.call('submissions.records', { id });
    const { contentBase64 } = await office.call('submissions.document', { id, part: 'sent' });
    pages.push({ submission: page.submission, events: page.events, records, contentBase64 });
  }
  return pages;
}

// holds Q5, Q6
describe('a damaged history', () => {
  it('is reported by the call that meets it, long after the start, and recovery begins', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zubi-met-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await buildHistory(folder, { submissions: 2000, recordsEach: 20 });
    const office = await openOffice({ dataFolder: folder });
    const { submissions } = await office.call('submissions.list', { limit: 5 });
    expect(submissions).toHaveLength(5);
    const path = join(folder, 'zubi.db');
    const size = statSync(path).size;
    // Everything but the first pages, which this connection still has in its memory.
    overwrite(path, 65_536, Buffer.alloc(size - 65_536, 0xa5));
    const replies = [];
    for (let index = 1; index <= 200; index += 1) {
      const text = `${index * 9}`;
      const reply = await office.app.call('submissions.list', { filter: { text }, limit: 5 });
      replies.push(reply.ok ? 'ok' : reply.error.code);
      if (!reply.ok) break;
    }
    expect(replies.at(-1)).toBe('database_damaged');
    const status = await office.call('app.status', {});
    expect(status.recovery?.cause).toMatch(/^SQLITE_/);
    expect((await office.refused('submissions.list', {})).code).toBe('database_damaged');
    const { setAside } = await office.call('backup.restore', { id: 'new' });
    expect(
      statSync(join(folder, 'backups', setAside ?? '', 'zubi.db')).size,
    ).toBeGreaterThanOrEqual(size);
    expect((await office.call('app.status', {})).recovery).toBeUndefined();
  });

  it('found by a check that a person asked for ends the calls under way, and recovery begins', async () => {
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let holds = false;
    const validator = replaceInValidator((shared) => ({
      async validate(...order) {
        if (holds) {
          begun.resolve();
          await mayEnd.promise;
        }
        return shared.validate(...order);
      },
    }));
    const office = await openPractisingOffice({ validator });
    await send(office, 1);
    const path = join(office.dataFolder, 'zubi.db');
    const database = new Database(path);
    database.exec("update submissions set file_name = 'other.xml'");
    database.close();
    holds = true;
    const content = makeDocument('240-received', { seed: 2, records: 5, taxpayer: company });
    const taken = await office.app.takeFile({ name: '2.xml', bytes: Buffer.from(content) });
    if (!taken.ok) throw new Error('not taken');
    const underWay = office.refused('submissions.check', { fileIds: [taken.value.fileId] });
    await begun.promise;
    const found = await office.refused('backup.check', {});
    expect((await office.call('app.status', {})).recovery?.cause).toBe('evidence');
    mayEnd.resolve();
    expect([(await underWay).code, await underWay]).toEqual(['database_damaged', found]);
  });

  it('4 kB overwritten at random places, many times: found, no crash, no silent loss, always a way back', async () => {
    let office = await openBusyOffice();
    const copy = await office.call('backup.create', {});
    const before = await readHistory(office);
    await office.app.close();
    const path = join(office.dataFolder, 'zubi.db');
    const random = createRandom(20261121);
    const times = rounds(5, 50);
    const seen = { atStart: 0, byCheck: 0, harmless: 0 };
    for (let round = 0; round < times; round += 1) {
      const noise = Buffer.from(Array.from({ length: 4096 }, () => Math.floor(random() * 256)));
      overwrite(path, Math.floor(random() * (statSync(path).size - 4096)), noise);
      office = await office.restart();
      const status = await office.call('app.status', {});
      if (status.recovery) {
        seen.atStart += 1;
        expect((await office.refused('submissions.list', {})).code).toBe('database_damaged');
      } else {
        const checked = await office.app.call('backup.check', {});
        if (checked.ok) seen.harmless += 1;
        else seen.byCheck += 1;
        if (!checked.ok) expect(checked.error.code).toBe('database_damaged');
        // A history that passes the full check is whole: nothing may be missing or changed.
        if (checked.ok) expect(await readHistory(office)).toEqual(before);
      }
      const damaged = readFileSync(path);
      const restored = await office.call('backup.restore', { id: copy.id });
      expect(await readHistory(office)).toEqual(before);
      const aside = join(office.dataFolder, 'backups', restored.setAside ?? '', 'zubi.db');
      expect(existsSync(aside)).toBe(true);
      if (status.recovery) expect(readFileSync(aside).equals(damaged)).toBe(true);
      await office.app.close();
    }
    console.log(`damaged ${times} times: ${JSON.stringify(seen)}`);
    expect(seen.atStart + seen.byCheck).toBeGreaterThan(times / 2);
    expect(
      readdirSync(join(office.dataFolder, 'backups')).filter((name) =>
        name.startsWith('set-aside-'),
      ),
    ).toHaveLength(times);
  });

  it.each(
    sampled(
      [
        ['the text of an event', 'queued', 'qXeued'],
        ['a file name', 'facturas-2.xml', 'facturas-7.xml'],
      ] as const,
      1,
    ),
  )(
    'a changed byte of evidence that SQLite does not notice is found: %s',
    async (_name, from, to) => {
      const office = await openBusyOffice();
      const copy = await office.call('backup.create', {});
      await office.app.close();
      const path = join(office.dataFolder, 'zubi.db');
      replaceText(path, from, to);
      const again = await office.restart();
      if (!(await again.call('app.status', {})).recovery)
        expect((await again.refused('backup.check', {})).code).toBe('database_damaged');
      await again.call('backup.restore', { id: copy.id });
      expect((await again.call('submissions.list', {})).total).toBe(3);
      expect((await again.call('backup.check', {})).submissions).toBe(3);
    },
  );

  it.each([
    ['once a week', true],
    ['before a copy is made', false],
  ])('is found without a request when SQLite does not notice it, %s', async (_name, hasCopy) => {
    const office = await openBusyOffice();
    const copies = async () => (await office.call('backup.list', {})).backups;
    await expect.poll(copies, { timeout: 30_000 }).toMatchObject([{ kind: 'automatic' }]);
    const [{ id } = { id: '' }] = await copies();
    await office.app.close();
    const backups = join(office.dataFolder, 'backups');
    if (!hasCopy) for (const name of [id, `${id}.json`]) rmSync(join(backups, name));
    const weekAgo = new Date(Date.now() - (hasCopy ? 8 : 0) * 86_400_000).toISOString();
    writeFileSync(join(backups, 'last-check.json'), JSON.stringify({ checkedAt: weekAgo }));
    replaceText(join(office.dataFolder, 'zubi.db'), 'facturas-2.xml', 'facturas-7.xml');
    const again = await office.restart();
    const cause = async () => (await again.call('app.status', {})).recovery?.cause;
    await expect.poll(cause, { timeout: 30_000 }).toBe('evidence');
    expect(readdirSync(backups).filter((name) => name.endsWith('.db'))).toEqual(
      hasCopy ? [id] : [],
    );
  });

  it('is not taken for a first start when it was deleted', async () => {
    const office = await openBusyOffice();
    await office.call('backup.create', {});
    await office.app.close();
    rmSync(join(office.dataFolder, 'zubi.db'));
    const again = await office.restart();
    const status = await again.call('app.status', {});
    expect(status.recovery).toMatchObject({ cause: 'missing', newestCopy: { submissions: 3 } });
    await again.call('backup.restore', { id: status.recovery?.newestCopy?.id ?? '' });
    expect((await again.call('submissions.list', {})).total).toBe(3);
  });

  it('can be replaced by an empty one, and is kept', async () => {
    const office = await openBusyOffice();
    await office.app.close();
    const path = join(office.dataFolder, 'zubi.db');
    overwrite(path, 0, Buffer.alloc(4096, 7));
    const again = await office.restart();
    expect((await again.call('app.status', {})).recovery).toMatchObject({ cause: 'SQLITE_NOTADB' });
    const { setAside, leftAside } = await again.call('backup.restore', { id: 'new' });
    expect(leftAside, 'nobody can tell').toBeNull();
    const unread = await again.call('backup.leftAside', { id: setAside ?? '' });
    expect(unread).toEqual({
      ...{ submissions: [], total: null },
      ...{ companies: [], companiesTotal: null },
      ...{ authorizations: [], authorizationsTotal: null },
    });
    expect((await again.call('submissions.list', {})).total).toBe(0);
    expect(
      statSync(join(again.dataFolder, 'backups', setAside ?? '', 'zubi.db')).size,
    ).toBeGreaterThan(4096);
    const { backups } = await again.call('backup.list', {});
    expect(backups).toContainEqual(
      expect.objectContaining({ kind: 'set_aside', restorable: false }),
    );
  });

  it('can be replaced when the folder for the former files is gone again', async () => {
    const office = await openPractisingOffice();
    await office.app.close();
    const [aside, stage] = [
      'set-aside-2026-11-28T10-00-00-000Z',
      join(office.dataFolder, 'restore'),
    ];
    mkdirSync(stage);
    copyFileSync(join(office.dataFolder, 'zubi.db'), join(stage, 'zubi.db'));
    writeFileSync(join(stage, 'plan.json'), JSON.stringify({ aside, files: ['zubi.db'] }));
    const again = await office.restart();
    expect((await again.call('app.status', {})).recovery).toBeUndefined();
    expect(readdirSync(join(office.dataFolder, 'backups', aside))).toContain('zubi.db');
  });

  it('stays in its folder when a stranger has written where it is to move', async () => {
    const office = await openPractisingOffice();
    await office.app.close();
    const [outside, stage] = [`${office.dataFolder}-outside`, join(office.dataFolder, 'restore')];
    mkdirSync(stage);
    copyFileSync(join(office.dataFolder, 'zubi.db'), join(stage, 'zubi.db'));
    const aside = relative(join(office.dataFolder, 'backups'), outside);
    writeFileSync(join(stage, 'plan.json'), JSON.stringify({ aside, files: ['zubi.db'] }));
    const again = await office.restart();
    expect(existsSync(outside)).toBe(false);
    expect((await again.call('app.status', {})).recovery).toBeUndefined();
  });
});
