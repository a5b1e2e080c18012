import { subscribe } from 'node:diagnostics_channel';
import Database from 'better-sqlite3';
import type { DeathPoint, Errand } from './death.ts';
import { type Desk, openDesk } from './desk.ts';

/**
 * A process of its own that runs the real parts, and kills itself with SIGKILL at one named moment.
 */
const errand = JSON.parse(process.argv[2] ?? '{}') as Errand;

const die = (): void => void process.kill(process.pid, 'SIGKILL');

/** Listens to the statements of every connection that is opened from now on. */
function dieAtCommit({ commit, side }: Extract<DeathPoint, { commit: unknown }>): void {
  const { prepare } = Database.prototype;
  let written: unknown[] = [];
  const note = (text: string, values: readonly unknown[]): void => {
    if (text.startsWith('begin')) written = [];
    if (text.startsWith('insert into "submissions"')) written.push('new');
    const [, before] = /^update "submissions" set (.*?)"state" = \?/.exec(text) ?? [];
    if (before !== undefined) written.push(values[before.split('?').length - 1]);
  };
  Database.prototype.prepare = function (this: Database.Database, text: string) {
    const statement = prepare.call(this, text);
    for (const way of ['run', 'all'] as const) {
      const original = statement[way].bind(statement) as (...values: unknown[]) => unknown;
      const spied = (...values: unknown[]): unknown => {
        note(text, values.flat());
        const isIt = text === 'commit' && written.includes(commit);
        if (isIt && side === 'before') die();
        const result = original(...values);
        if (isIt) die();
        return result;
      };
      Object.assign(statement, { [way]: spied });
    }
    return statement;
  } as typeof prepare;
}

function dieAt(point: DeathPoint): void {
  if ('commit' in point) dieAtCommit(point);
  if ('channel' in point) subscribe(`undici:${point.channel}`, die);
}

function dieWaiting({ app }: Desk): void {
  app.subscribe((event) => {
    if (event.name === 'queue.changed' && event.payload.waitingUntil !== null) die();
  });
}

async function run(desk: Desk): Promise<void> {
  const { does, fileIds } = errand;
  if (does === 'start') return;
  if (does === 'ask') {
    await desk.call('submissions.ask', { ids: [...(errand.ids ?? [])] });
    return;
  }
  if (does === 'cancel') await desk.call('submissions.pause', {});
  const { submissions } = await desk.call('submissions.send', { fileIds: [...fileIds] });
  if (does === 'cancel') await desk.call('submissions.cancelJob', { all: true });
  await desk.app.idle();
  const id = submissions[0]?.id ?? '';
  if (does === 'resolve') await desk.call('submissions.resolve', { id, decision: 'not_delivered' });
}

dieAt(errand.diesAt);
const desk = await openDesk(errand.dataFolder);
if ('waits' in errand.diesAt) dieWaiting(desk);
await run(desk);
await desk.app.close();
