import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { openDesk } from './desk.ts';

/**
 * A process that takes a file in and discards it, and kills itself before a statement with such a
 * beginning, or before it removes the file's bytes (`rm`).
 */
const [, , dataFolder = '', point = ''] = process.argv;

const die = (): void => void process.kill(process.pid, 'SIGKILL');

const { prepare } = Database.prototype;
Database.prototype.prepare = function (this: Database.Database, text: string) {
  if (text.startsWith(point)) die();
  return prepare.call(this, text);
} as typeof prepare;

const xml = makeDocument('240-received', { seed: 1, records: 1 });
const { app, call } = await openDesk(dataFolder);
const taken = await app.takeFile({ name: 'a.xml', bytes: new TextEncoder().encode(xml) });
if (!taken.ok) throw new Error(taken.error.code);
const fileIds = [taken.value.fileId];
await call('submissions.check', { fileIds });
if (point === 'rm') {
  promises.rm = async () => die();
  syncBuiltinESMExports();
}
await call('submissions.discard', { fileIds });
await app.close();
