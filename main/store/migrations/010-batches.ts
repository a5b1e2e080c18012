import type { Migration } from './migration.ts';

/**
 * Batches: what was sent at one stroke, under an identity that lasts. What was sent before has
 * none, and none is made up for it. Besides, the way to what still waits for a person in a quarter.
 */
export const batches: Migration = {
  version: 10,
  name: 'batches',
  sql: `
create table batches (
  -- Order of arrival.
  sequence integer primary key,
  id text not null unique,
  environment text not null check (environment in ('sandbox', 'production')),
  created_at text not null
) strict;
create trigger batches_are_kept before delete on batches begin
  select raise(abort, 'a batch is evidence and is never deleted');
end;
create trigger batches_stay before update on batches begin
  select raise(abort, 'a batch is evidence and never changes');
end;
alter table submissions add column batch_id text references batches (id);
create index submissions_batch on submissions (batch_id, sequence) where batch_id is not null;
create index submissions_waiting on submissions (period, company_id)
  where state in ('unknown', 'rejected', 'partially_accepted', 'failed');
`,
};
