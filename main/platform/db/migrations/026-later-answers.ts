import type { Migration } from './migration.ts';

/** The service's later answers about a submission that it had queued. */
export const laterAnswers: Migration = {
  version: 26,
  sql: `
create table later_answers (
  submission_id text not null references submissions (id),
  number integer not null check (number > 0),
  at text not null,
  status integer not null,
  content_type text,
  body_gzip blob not null,
  latency_ms real not null,
  ledger_response_gzip blob,
  primary key (submission_id, number)
) strict;
create trigger later_answers_are_kept before delete on later_answers begin
  select raise(abort, 'an answer is evidence and is never deleted');
end;
create trigger later_answers_stay before update on later_answers begin
  select raise(abort, 'an answer is evidence and never changes');
end;
create index submissions_asked on submissions (next_attempt_at)
  where state = 'unknown' and answer_code = 'answer_queued';
`,
};
