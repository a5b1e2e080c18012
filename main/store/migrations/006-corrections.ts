import type { Migration } from './migration.ts';

/**
 * Files made out of what happened, with what they come from; and the way from an issuer and a
 * number to the records that were answered. The origin lies beside the worklist because it is
 * written before the file is taken in, so that no file made by us is ever without it.
 */
export const corrections: Migration = {
  version: 6,
  name: 'corrections',
  sql: `
create table file_origins (
  file_id text primary key,
  kind text not null check (kind in ('rejected', 'accepted_with_errors', 'cancellation', 'split')),
  submission_id text references submissions (id),
  file_name text not null,
  check ((kind = 'split') = (submission_id is null))
) strict;
create index file_origins_submission on file_origins (submission_id) where submission_id is not null;
create trigger file_origins_end after delete on worklist_files begin
  delete from file_origins where file_id = old.id;
end;

create index submissions_taxpayer on submissions (tax_id, environment);
create index record_results_invoice on record_results (upper(trim(number)), upper(trim(issuer))) where number is not null;
`,
};
