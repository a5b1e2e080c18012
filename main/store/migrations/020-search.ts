/** Where words are to be written; the numbers add up. */
const places = { waits: 2, dismissed: 4, everywhere: 15 } as const;

const due = (sequence: string, at: number) => `
  insert into words_due values (${sequence}, ${at})
    on conflict do update set places = places | excluded.places;`;

/** States that have one mark have one number. */
const stateNumber = (row: string) => `case ${row}.state
    when 'queued' then 0 when 'sending' then 0 when 'accepted' then 1
    when 'partially_accepted' then 2 when 'rejected' then 3 when 'failed' then 4
    when 'unknown' then 5 when 'cancelled' then 6 end`;

/** Submissions of one block of common words, at most. */
const maxBlockRows = 7680;

const dropBlock = `
  delete from word_blocks
    where first between new.sequence - ${maxBlockRows - 1} and new.sequence
      and last >= new.sequence;`;

const lengths = Array.from({ length: 20 }, (_, index) => index + 1).join(' ');

/** An index of words without texts and positions; each length of beginning has its own. */
const wordIndex = (name: string) => `
create virtual table ${name} using fts5 (words, content = '', contentless_delete = 1,
  detail = 'none', tokenize = 'unicode61 remove_diacritics 2', prefix = '${lengths}');
insert into ${name} (${name}, rank) values ('pgsz', 500);
insert into ${name} (${name}, rank) values ('crisismerge', 16);
insert into ${name} (${name}, rank) values ('automerge', 4);
insert into ${name} (${name}, rank) values ('hashsize', 1048576);`;

/** The index of words, which words are due, and which words many submissions share. */
export const search = `
create table company_places (
  -- In which part of the index of words the company's submissions stand.
  place integer primary key check (place >= 3),
  company_id text not null unique references companies (id)
) strict;
create trigger submissions_placed before insert on submissions
  when not exists (select 1 from company_places where company_id = new.company_id) begin
  insert into company_places (place, company_id)
    select coalesce(max(place), 2) + 1, new.company_id from company_places;
end;
${wordIndex('submission_search')}
${wordIndex('record_search')}

create table search_vocabulary (
  number integer not null
) strict;
insert into search_vocabulary values (1);

create table words_due (
  -- Of a submission whose words, or where they should stand, have changed.
  sequence integer primary key,
  -- Where: 1 all, 2 what waits, 4 what was let be, 8 the company's.
  places integer not null default ${places.everywhere}
    check (places between 1 and ${places.everywhere})
) strict;
create trigger submissions_words_due after insert on submissions begin
  ${due('new.sequence', places.everywhere)}
end;
create trigger submissions_words_changed
  after update of state, identifier, registration_number on submissions
  when ${stateNumber('old')} <> ${stateNumber('new')}
    or old.identifier is not new.identifier
    or old.registration_number is not new.registration_number begin
  ${due('new.sequence', places.everywhere)}
end;
create trigger submissions_words_let_be after update of dismissed_at on submissions
  when (old.dismissed_at is null) <> (new.dismissed_at is null) begin
  ${due('new.sequence', places.dismissed)}
end;
create trigger waiting_submissions_words_due after insert on waiting_submissions begin
  ${due('new.sequence', places.waits)}
end;
create trigger waiting_submissions_words_over after delete on waiting_submissions begin
  ${due('old.sequence', places.waits)}
end;
create trigger record_results_words_due after insert on record_results when new.position = 1 begin
  insert into words_due select sequence, ${places.everywhere} from submissions
    where id = new.submission_id
    on conflict do update set places = places | excluded.places;
end;

create table word_blocks (
  -- Submissions next to each other whose common words are gathered, by their sequence numbers.
  first integer primary key,
  last integer not null check (last between first and first + ${maxBlockRows - 1}),
  is_whole integer not null check (is_whole in (0, 1))
) strict;
create table common_words (
  block integer not null,
  -- 0 the words of submissions, 1 those of their records.
  source integer not null check (source in (0, 1)),
  -- The beginning of words, or a mark.
  word text not null,
  -- A bit for each submission of the block, the first highest in each byte.
  rows blob not null,
  primary key (block, source, word)
) strict, without rowid;
create trigger words_due_gathered_anew after insert on words_due when new.places & 1 begin
  ${dropBlock}
end;
create trigger words_due_gathered_anew_too after update of places on words_due
  when new.places & 1 begin
  ${dropBlock}
end;
`;
