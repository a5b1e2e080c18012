import type { Migration } from './migration.ts';

/**
 * Files that were mended by quick fixes or edited by hand know what they come from; what came from
 * a submission still does.
 */
export const mendedFiles: Migration = {
  version: 7,
  name: 'mended files',
  sql: `
drop trigger file_origins_end;
create table origins_anew (
  file_id text primary key,
  kind text not null check (kind in ('rejected', 'accepted_with_errors', 'cancellation', 'split', 'mended', 'edited')),
  submission_id text references submissions (id),
  file_name text not null,
  check (case kind when 'split' then submission_id is null when 'mended' then true when 'edited' then true else submission_id is not null end)
) strict;
insert into origins_anew select file_id, kind, submission_id, file_name from file_origins;
drop table file_origins;
alter table origins_anew rename to file_origins;
create index file_origins_submission on file_origins (submission_id) where submission_id is not null;
create trigger file_origins_end after delete on worklist_files begin
  delete from file_origins where file_id = old.id;
end;
`,
};
