import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sweepDrafts } from '../../../main/features/backup/copies.ts';

it('a start deletes the remains of a killed copy, and nothing else', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-copies-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const folder = join(dataFolder, 'backups');
  mkdirSync(folder);
  const copy = 'zubi-2026-11-21T10-00-00-000Z.db';
  const stays = [copy, `${copy}.json`, 'zubi-2026-11-21T10-00-00-000Z.zubi-backup', 'notas.txt'];
  const goes = [
    'zubi-2026-11-22T10-00-00-000Z.db.json',
    '.zubi-2026-11-22T10-00-00-000Z.db.tmp',
    '.zubi-2026-11-22T10-00-00-000Z.db.tmp-journal',
    'zubi-2026-11-22T10-00-00-000Z.zubi-backup.tmp',
  ];
  for (const name of [...stays, ...goes]) writeFileSync(join(folder, name), '');
  // On Windows a program may have one open; here its name is that of a folder.
  const held = '.zubi-2026-11-20T10-00-00-000Z.db.tmp';
  mkdirSync(join(folder, held));
  sweepDrafts(dataFolder);
  stays.push(held);
  expect(readdirSync(folder).toSorted()).toEqual(stays.toSorted());
});
