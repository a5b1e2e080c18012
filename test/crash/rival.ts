import { once } from 'node:events';
import { sql } from 'kysely';
import type { Output } from '../../contract/methods.ts';
import { takeFolder } from '../../main/platform/db/lock.ts';
import { openStore, type Store } from '../../main/platform/db/store.ts';
import { insertSubmissionRow } from '../integration/store/rows.ts';
import { openDesk } from './desk.ts';

/**
 * One of several processes that want the same data folder at the same time: each begins on command,
 * and reports the results of its attempts.
 */
const [, , mode = '', dataFolder = '', tries = '1', fileId = ''] = process.argv;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** The count of each ending. */
async function count(attempt: (index: number) => Promise<string>): Promise<Record<string, number>> {
  const endings = await Promise.all(
    Array.from({ length: Number(tries) }, (_, index) => attempt(index)),
  );
  return Object.fromEntries(
    [...new Set(endings)].map((each) => [each, endings.filter((end) => end === each).length]),
  );
}

/** Sends one file many times, as the application does. */
async function send(): Promise<Record<string, number>> {
  const desk = await openDesk(dataFolder);
  await turn();
  const endings = await count(async () => {
    const reply = await desk.app.call('submissions.send', {
      fileIds: [fileId],
      confirmDuplicates: true,
    });
    if (!reply.ok) return reply.error.code;
    const { outcome } = reply.value as Output<'submissions.send'>;
    return outcome === 'queued' ? 'sent' : outcome;
  });
  console.log('tried');
  await desk.app.idle();
  await desk.app.close();
  return endings;
}

/** Opens the application, reads and changes something. */
async function open(): Promise<Record<string, number>> {
  await turn();
  const desk = await openDesk(dataFolder);
  await desk.call('app.status', {});
  const reply = await desk.app.call('settings.set', { officeName: String(process.pid) });
  // Kept open until all are done: the folder does not change hands in between.
  console.log('had');
  await turn();
  await desk.app.close();
  return { [reply.ok ? 'owns' : reply.error.code]: 1 };
}

/**
 * Gives a rival ten times the application's own limit: on a loaded machine one of several may not
 * get its turn in less.
 */
async function waitLonger({ queries }: Store): Promise<void> {
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(queries);
  await sql`pragma busy_timeout = ${sql.lit(10 * (rows[0]?.timeout ?? 0))}`.execute(queries);
}

/**
 * Writes into the history past the lock of the folder: `same` is one document, otherwise each its
 * own.
 */
async function write(same: boolean): Promise<Record<string, number>> {
  const store = await openStore(dataFolder, () => new Date());
  await waitLonger(store);
  await turn();
  const endings = await count(async (index) => {
    const id = `${process.pid}-${index}`;
    const own = Buffer.from(id).toString('hex').padEnd(64, '0');
    const row = { id, state: 'queued', sha256: same ? 'e'.repeat(64) : own } as const;
    const writing = store.queries.transaction().execute((held) => insertSubmissionRow(held, row));
    return writing.then(() => 'written', codeOf);
  });
  await store.close();
  return endings;
}

async function turn(word = 'ready'): Promise<void> {
  console.log(word);
  await once(process.stdin, 'data');
}

/** Takes the folder many times, each at the same moment as the others, and releases it. */
async function take(): Promise<Record<string, number>> {
  const ends = { owns: 0, refused: 0 };
  for (let round = 1; round <= Number(tries); round += 1) {
    await turn(`round ${round}`);
    const lock = takeFolder(dataFolder);
    ends[lock ? 'owns' : 'refused'] += 1;
    await turn(`tried ${round}`);
    lock?.release();
  }
  return ends;
}

const modes: Record<string, () => Promise<Record<string, number>>> = {
  send,
  open,
  take,
  same: () => write(true),
  own: () => write(false),
};
const endings = await modes[mode]?.();
console.log(JSON.stringify(endings));
process.stdin.destroy();
