import type { Migration } from './migration.ts';

// The vocabulary as it was then: how it is spoken now is said in `../search-words.ts`.

/**
 * Where in the order of words a submission stands: `place << 32 | lastOfAll - sequence`. All stand
 * at `all`, in the order of arrival; what waits for a person stands at `waits` as well, what a
 * person let be at `dismissed`, and each at the place of its company (`company_places`), so that a
 * search in one of these walks through nothing else. The newest come first: FTS5 skips quickly only
 * forwards.
 */
const places = { all: 0, waits: 1, dismissed: 2, firstCompany: 3 } as const;

/** Sequence numbers are no higher. */
const lastOfAll = 2 ** 32 - 1;

/** The number under which a row stands at a place; SQL, as are the two. */
const numberAt = (place: string | number, sequence: string) =>
  `(${place} << 32) + ${lastOfAll} - ${sequence}`;

/**
 * Marks are words of one private character, so that nobody types one and each is soon found; that
 * of the company is followed by its place.
 */
const marks = {
  form: 57_600,
  /** 140 with invoice, 140 without, 240. */
  book: 57_616,
  model140: 57_620,
  operation: 57_632,
  state: 57_648,
  company: 57_664,
  /**
   * Only of the row at a place other than `all`, followed by its number: where several words must
   * meet, FTS5 would else look for the first of all such rows before it goes to the place.
   */
  place: 57_665,
  /** Only of rows at the place of a company. */
  anyCompany: 57_666,
  /** Form and state at once: eight numbers for each form. */
  formInState: 57_680,
} as const;

/** What is still moving has one mark, so that the words are not written anew when it leaves. */
const markedStates = [
  ['queued', 'sending'],
  ...([
    ['accepted'],
    ['partially_accepted'],
    ['rejected'],
    ['failed'],
    ['unknown'],
    ['cancelled'],
  ] as const),
] as const;

const stateNumber = (row: string) =>
  `case ${row}.state ${markedStates
    .flatMap((states, index) => states.map((state) => `when '${state}' then ${index}`))
    .join(' ')} end`;

/** Of a row of `submissions` joined with its company's place. */
const markWords = `
  ' ' || char(${marks.form} + submissions.form, 32, ${marks.book} + submissions.form / 3, 32, ${marks.operation} + submissions.form % 3, 32,
    ${marks.state} + ${stateNumber('submissions')}, 32, ${marks.formInState} + 8 * submissions.form + ${stateNumber('submissions')}, 32,
    ${marks.company}) || company_places.place
  || case when submissions.form < 6 then char(32, ${marks.model140}) else '' end`;

interface SearchTable {
  readonly name: 'submission_search' | 'record_search';
  readonly words: string;
  /** Which rows of `submissions` it has words of. */
  readonly has: string;
}

/** What a person knows a submission by; its taxpayer is nearly always its company. */
const ofSubmissions: SearchTable = {
  name: 'submission_search',
  words: `submissions.file_name || ' ' || submissions.company_name
    || case when submissions.taxpayer_name = submissions.company_name then '' else ' ' || submissions.taxpayer_name end
    || ' ' || submissions.tax_id || ' ' || submissions.sha256
    || ' ' || coalesce(submissions.identifier, '') || ' ' || coalesce(submissions.registration_number, '')`,
  has: 'true',
};

/** What a person looks for a record by. */
const ofRecords: SearchTable = {
  name: 'record_search',
  words: `(
    select group_concat(coalesce(series, '') || ' ' || coalesce(number, '') || ' ' || coalesce(issuer, '') || ' ' || coalesce(counterparty, ''), ' ')
    from record_results where submission_id = submissions.id)`,
  has: 'exists (select 1 from record_results where submission_id = submissions.id)',
};

type Kind = 'all' | 'waits' | 'dismissed' | 'company';

/**
 * Rising, as places do: the index writes down what it holds whenever a row stands before the one
 * before.
 */
const kinds: readonly Kind[] = ['all', 'waits', 'dismissed', 'company'];

/**
 * The number of a place, and which rows of `submissions`, joined with their company's place, stand
 * there.
 */
const standing: Readonly<Record<Kind, { place: string; has: string; marks: string }>> = {
  all: { place: String(places.all), has: 'true', marks: "''" },
  waits: {
    place: String(places.waits),
    marks: `char(32, ${marks.place}) || ${places.waits}`,
    has: 'exists (select 1 from waiting_submissions where waiting_submissions.sequence = submissions.sequence)',
  },
  dismissed: {
    place: String(places.dismissed),
    marks: `char(32, ${marks.place}) || ${places.dismissed}`,
    has: 'submissions.dismissed_at is not null',
  },
  company: {
    place: 'company_places.place',
    marks: `char(32, ${marks.anyCompany}, 32, ${marks.place}) || company_places.place`,
    has: 'true',
  },
};

const withPlaces =
  'submissions cross join company_places on company_places.company_id = submissions.company_id';

/**
 * The numbers of that kind under which rows of `submissions` stand, and what else is said of them.
 */
const rowsAt = (kind: Kind, has: string, { more = '', from = withPlaces } = {}) => `
  select ${numberAt(standing[kind].place, 'submissions.sequence')}${more} from ${from} where ${has} and ${standing[kind].has}`;

const addWords = ({ name, words, has }: SearchTable, kind: Kind, which: string, from?: string) => `
  insert into ${name} (rowid, words) ${rowsAt(kind, `${which} and ${has}`, { more: `, ${words} || ${markWords} || ${standing[kind].marks}`, ...(from ? { from } : {}) })}`;

const removeWords = ({ name }: SearchTable, kind: Kind, row: 'old' | 'new') => {
  const ofCompany = `(select place from company_places where company_id = ${row}.company_id)`;
  const place = kind === 'company' ? ofCompany : standing[kind].place;
  return `delete from ${name} where rowid = ${numberAt(place, `${row}.sequence`)};`;
};

const changed = 'submissions.sequence = new.sequence';
const writeAnew = (table: SearchTable, of: readonly Kind[]) =>
  of
    .map((kind) => `${removeWords(table, kind, 'new')} ${addWords(table, kind, changed)};`)
    .join('\n');

const isMarkedAnew = `${stateNumber('old')} <> ${stateNumber('new')}`;
export const isFoundAnew = `${isMarkedAnew} or old.identifier is not new.identifier or old.registration_number is not new.registration_number`;

/**
 * Each length of beginning up to 20 has its index: of a longer word all that begins so is gathered
 * first, and names of companies have words of 18 letters.
 */
const prefixes = Array.from({ length: 20 }, (_, index) => index + 1).join(' ');

const set = ({ name }: SearchTable, setting: string, value: number) =>
  `insert into ${name} (${name}, rank) values ('${setting}', ${value});`;

/** By company: read in that order, because sorted the words would be carried along. */
const byPlace =
  'company_places cross join submissions on submissions.company_id = company_places.company_id';

/** Adds the words of all that is there, in the order of the index. */
const addAll = (table: SearchTable) =>
  kinds
    .map((kind) =>
      kind === 'company'
        ? `${addWords(table, kind, 'true', byPlace)} order by company_places.place, submissions.sequence desc;`
        : `${addWords(table, kind, 'true')} order by submissions.sequence desc;`,
    )
    .join('');

/**
 * Made anew out of what is there. Until all is written it holds more than usual and puts nothing
 * together; what is set then is what FTS5 begins with.
 */
const makeAnew = (table: SearchTable) => `
drop table ${table.name};
create virtual table ${table.name} using fts5 (words, content = '', contentless_delete = 1, detail = 'none',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '${prefixes}');
${set(table, 'pgsz', 500)}
${set(table, 'hashsize', 16_777_216)}
${set(table, 'automerge', 0)}
${set(table, 'crisismerge', 1000)}
${addAll(table)}
insert into ${table.name} (${table.name}) values ('optimize');
${set(table, 'crisismerge', 16)}
${set(table, 'automerge', 4)}
${set(table, 'hashsize', 1_048_576)}`;

/**
 * The index of words by places: beside the order of arrival, the words of each company, of what
 * waits and of what was let be lie together. Marks are short, and a beginning of up to 20 letters
 * has its index. What was let be has its ways through the history as well.
 */
export const wordsByPlace: Migration = {
  version: 15,
  name: 'words by place',
  sql: `
create table company_places (
  -- In which part of the index of words the company's submissions stand.
  place integer primary key check (place >= ${places.firstCompany}),
  company_id text not null unique references companies (id)
) strict;
insert into company_places (place, company_id)
  select ${places.firstCompany - 1} + row_number() over (order by min(sequence)), company_id from submissions group by company_id;

drop trigger submissions_searched;
drop trigger submissions_counted;
create trigger submissions_placed before insert on submissions
  when not exists (select 1 from company_places where company_id = new.company_id) begin
  insert into company_places (place, company_id)
    select coalesce(max(place), ${places.firstCompany - 1}) + 1, new.company_id from company_places;
end;
create trigger submissions_counted after insert on submissions begin
  insert into submission_totals values (new.environment, new.month, new.form, new.state, 1)
    on conflict do update set files = files + 1;
  insert into company_totals values (new.company_id, new.period, new.form, new.state, 1, new.record_count,
      cast(replace(coalesce(new.amount, '0'), '.', '') as integer))
    on conflict do update set files = files + 1, records = records + excluded.records,
      amount_cents = amount_cents + excluded.amount_cents;
end;
create trigger submissions_timed after insert on submissions begin
  update history_clock set
    step_ms = max(step_ms, coalesce(cast(round((julianday(latest) - julianday(new.created_at)) * 86400000) as integer), 0)),
    latest = max(latest, new.created_at);
end;
create trigger submissions_found after insert on submissions begin
  ${addWords(ofSubmissions, 'all', changed)};
  ${addWords(ofSubmissions, 'dismissed', changed)};
  ${addWords(ofSubmissions, 'company', changed)};
end;
create trigger submissions_searched after update of state, identifier, registration_number on submissions
  when ${isFoundAnew} begin
  ${writeAnew(ofSubmissions, ['all', 'company'])}
end;
create trigger submissions_searched_apart after update of state, identifier, registration_number on submissions
  when (${isFoundAnew}) and (new.dismissed_at is not null or exists (select 1 from waiting_submissions where sequence = new.sequence)) begin
  ${writeAnew(ofSubmissions, ['waits', 'dismissed'])}
end;
create trigger submissions_records_searched after update of state on submissions
  when ${isMarkedAnew} and exists (select 1 from record_results where submission_id = new.id) begin
  ${writeAnew(ofRecords, kinds)}
end;
create trigger submissions_let_be after update of dismissed_at on submissions
  when (old.dismissed_at is null) <> (new.dismissed_at is null) begin
  ${writeAnew(ofSubmissions, ['dismissed'])}
  ${writeAnew(ofRecords, ['dismissed'])}
end;
create trigger waiting_submissions_added after insert on waiting_submissions begin
  ${writeAnew(ofSubmissions, ['waits'])}
  ${writeAnew(ofRecords, ['waits'])}
end;
create trigger waiting_submissions_removed after delete on waiting_submissions begin
  ${removeWords(ofSubmissions, 'waits', 'old')}
  ${removeWords(ofRecords, 'waits', 'old')}
end;

create index submissions_dismissed_company on submissions (company_id, sequence, form, state) where dismissed_at is not null;
create index submissions_dismissed_form on submissions (form, sequence, state) where dismissed_at is not null;
create index submissions_dismissed_state on submissions (state, sequence) where dismissed_at is not null;
drop index waiting_submissions_form;
drop index waiting_submissions_company;
create index waiting_submissions_form on waiting_submissions (form);
create index waiting_submissions_company on waiting_submissions (company_id);
${makeAnew(ofSubmissions)}
${makeAnew(ofRecords)}
`,
};
