import { isFoundAnew } from './015-words-by-place.ts';
import type { Migration } from './migration.ts';

const due = (sequence: string) =>
  `insert into words_due values (${sequence}) on conflict do nothing;`;

/**
 * Words are written a moment later, many submissions at once: a file that is sent need not wait for
 * them, and together they cost a part of what they cost one by one. What is due is written down in
 * the same transaction, so nothing is forgotten; a search writes it first.
 */
export const wordsLater: Migration = {
  version: 17,
  name: 'words later',
  sql: `
create table words_due (
  -- Of a submission whose words, or where they should stand, have changed.
  sequence integer primary key
) strict;

drop trigger submissions_found;
drop trigger submissions_searched;
drop trigger submissions_searched_apart;
drop trigger submissions_records_searched;
drop trigger submissions_let_be;
drop trigger waiting_submissions_added;
drop trigger waiting_submissions_removed;

create trigger submissions_words_due after insert on submissions begin
  ${due('new.sequence')}
end;
create trigger submissions_words_changed after update of state, identifier, registration_number, dismissed_at on submissions
  when ${isFoundAnew} or (old.dismissed_at is null) <> (new.dismissed_at is null) begin
  ${due('new.sequence')}
end;
create trigger waiting_submissions_words_due after insert on waiting_submissions begin
  ${due('new.sequence')}
end;
create trigger waiting_submissions_words_over after delete on waiting_submissions begin
  ${due('old.sequence')}
end;
create trigger record_results_words_due after insert on record_results when new.position = 1 begin
  insert into words_due select sequence from submissions where id = new.submission_id on conflict do nothing;
end;
`,
};
