import Database from 'better-sqlite3';
import { openStore } from '../../main/platform/db/store.ts';
import { addSecondStep } from '../fixtures/second-step.ts';

/**
 * A process that opens an older history and kills itself during the migration: in the `copy` made
 * before, right after it (`copied`), or in the step of a number before it is on disk (`21`).
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

Database.prototype.pragma = function (this: Database.Database, ...given) {
  const result = pragma.apply(this, given);
  if (given[0] === `user_version = ${point}`) die();
  return result;
};

addSecondStep();
await (await openStore(folder, () => new Date())).close();
