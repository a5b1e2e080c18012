import { isFoundAnew } from './015-words-by-place.ts';
import type { Migration } from './migration.ts';

const everywhere = 15;
const [waits, dismissed] = [2, 4];

const due = (sequence: string, places: number) =>
  `insert into words_due values (${sequence}, ${places}) on conflict do update set places = places | excluded.places;`;

/**
 * What is due says where: whoever joins what waits for a person, or is let be, has the same words
 * as before, and only those at that place come or go. The number of the vocabulary is kept, so that
 * words are not looked for in one and written in another.
 */
export const wordsWhere: Migration = {
  version: 18,
  name: 'words where',
  sql: `
-- At which places the words are to be written: 1 all, 2 what waits, 4 what was let be, 8 the company's.
alter table words_due add column places integer not null default ${everywhere} check (places between 1 and ${everywhere});

create table search_vocabulary (
  number integer not null
) strict;
insert into search_vocabulary values (1);

drop trigger submissions_words_due;
drop trigger submissions_words_changed;
drop trigger waiting_submissions_words_due;
drop trigger waiting_submissions_words_over;
drop trigger record_results_words_due;

create trigger submissions_words_due after insert on submissions begin
  ${due('new.sequence', everywhere)}
end;
create trigger submissions_words_changed after update of state, identifier, registration_number on submissions
  when ${isFoundAnew} begin
  ${due('new.sequence', everywhere)}
end;
create trigger submissions_words_let_be after update of dismissed_at on submissions
  when (old.dismissed_at is null) <> (new.dismissed_at is null) begin
  ${due('new.sequence', dismissed)}
end;
create trigger waiting_submissions_words_due after insert on waiting_submissions begin
  ${due('new.sequence', waits)}
end;
create trigger waiting_submissions_words_over after delete on waiting_submissions begin
  ${due('old.sequence', waits)}
end;
create trigger record_results_words_due after insert on record_results when new.position = 1 begin
  insert into words_due select sequence, ${everywhere} from submissions where id = new.submission_id
    on conflict do update set places = places | excluded.places;
end;
`,
};
