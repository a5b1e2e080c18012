import Database from 'better-sqlite3';
import { openStore } from '../../main/store/store.ts';

/**
 * A process that opens an older history and kills itself while it changes its shape: in the `copy`
 * from before, right after it (`copied`), in the step of a number before it is on disk (`8`), or
 * right after it (`after 8`).
 */
const [, , folder = '', point = ''] = process.argv;

const die = (): void => void process.kill(process.pid, 'SIGKILL');

const { backup, pragma } = Database.prototype;
Database.prototype.backup = async function (this: Database.Database, to: string) {
  const progress = () => {
    if (point === 'copy') die();
    return 1;
  };
  const result = await backup.call(this, to, { progress });
  if (point === 'copied') die();
  return result;
} as typeof backup;

let isNext = false;
Database.prototype.pragma = function (this: Database.Database, ...given) {
  const [text] = given;
  // The number is the last thing that a step writes; the one after it begins a transaction of its
  // own.
  if (isNext && text.startsWith('application_id =')) die();
  const result = pragma.apply(this, given);
  if (text === `user_version = ${point}`) die();
  if (text === `user_version = ${point.replace('after ', '')}`) isNext = true;
  return result;
};

await (await openStore(folder, () => new Date())).close();
