import type { Database } from 'better-sqlite3';
import type { Migration } from './migration.ts';

/** By more than this the clock was set, by less it was put right; ms. */
const setMs = 60_000;

/**
 * How far the clock has gone back, in ms, when a row with this instant comes after one of `latest`.
 */
const backMs = (latest: string, instant: string) =>
  `coalesce(cast(round((julianday(${latest}) - julianday(${instant})) * 86400000) as integer), 0)`;

/**
 * Where the machine's clock was set back. One such step made every question about a time look
 * through as much more as it went back, which is the whole history when a computer has begun in
 * 1970. Between two of these numbers the clock goes forward, but for the `step_ms` that it was put
 * right.
 */
export const clockSteps: Migration = {
  version: 16,
  name: 'clock steps',
  sql: `
create table clock_steps (
  -- The first submission after the clock was set back.
  sequence integer primary key
) strict;

drop trigger submissions_timed;
create trigger submissions_timed after insert on submissions begin
  insert into clock_steps select new.sequence from history_clock where ${backMs('latest', 'new.created_at')} > ${setMs};
  update history_clock set
    step_ms = iif(${backMs('latest', 'new.created_at')} > ${setMs}, step_ms, max(step_ms, ${backMs('latest', 'new.created_at')})),
    latest = iif(${backMs('latest', 'new.created_at')} > ${setMs}, new.created_at, max(latest, new.created_at));
end;
`,
  fill: findSteps,
};

function findSteps(database: Database): void {
  const add = database.prepare('insert into clock_steps values (?)');
  let latest = '';
  let stepMs = 0;
  const rows = database
    .prepare('select sequence, created_at from submissions order by sequence')
    .iterate();
  const found: number[] = [];
  for (const { sequence, created_at } of rows as Iterable<{
    sequence: number;
    created_at: string;
  }>) {
    const back = latest === '' ? 0 : Date.parse(latest) - Date.parse(created_at);
    if (back > setMs) found.push(sequence);
    else stepMs = Math.max(stepMs, back);
    latest = back > setMs || created_at > latest ? created_at : latest;
  }
  for (const sequence of found) add.run(sequence);
  database.prepare('update history_clock set step_ms = ?, latest = ?').run(stepMs, latest);
}
