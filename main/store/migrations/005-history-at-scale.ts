import type { Database } from 'better-sqlite3';
import { digestRows, type EvidenceKind, evidenceColumns, hashLink } from '../evidence.ts';
import { filingPeriodAt, monthOf } from '../filing-period.ts';
import type { Migration } from './migration.ts';

/**
 * What is searched for a submission: the words a person knows it by, then a mark for its state,
 * form and company. A mark starts with a private character, so that nobody types one. `row` is
 * `new`, or the table's name.
 */
const searchWords = (row: string) => `
  ${row}.file_name || ' ' || ${row}.company_name || ' ' || ${row}.taxpayer_name || ' ' || ${row}.tax_id || ' ' || ${row}.sha256
  || ' ' || coalesce(${row}.identifier, '') || ' ' || coalesce(${row}.registration_number, '') || ${searchMarks(row)}`;

const searchMarks = (row: string) => `
  ' ' || char(57344) || 's' || replace(${row}.state, '_', '') || ' ' || char(57344) || 'f' || ${row}.form
  || ' ' || char(57344) || 'c' || lower(hex(${row}.company_id))`;

const cents = (row: string) => `cast(replace(coalesce(${row}.amount, '0'), '.', '') as integer)`;

/**
 * No row of its own text, no positions: only which submission has a word. Each length of beginning
 * has its index, so that none grows with the history.
 */
const searchTable = (name: string) => `
create virtual table ${name} using fts5 (words, content = '', contentless_delete = 1, detail = 'none',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8 9 10 11 12');`;

/**
 * The history at scale: pages by form and state without sorting, counts kept by triggers, full
 * text, and the chain of evidence. `form` is 0 to 8: expenses with invoice, without, received
 * invoices; each creation, modification, cancellation.
 */
export const historyAtScale: Migration = {
  version: 5,
  name: 'history at scale',
  sql: `
alter table submissions add column form integer generated always as (
  case when model = '240' then 6 when expense_type = 'with_invoice' then 0 else 3 end
  + case operation when 'creation' then 0 when 'modification' then 1 else 2 end) virtual;
alter table submissions add column period text not null default '';
alter table submissions add column month text not null default '';
create index submissions_form on submissions (form, sequence);
create index submissions_company_sequence on submissions (company_id, sequence);
create index submissions_form_state on submissions (form, state, sequence);
create index submissions_company_form_state on submissions (company_id, form, state, sequence);
drop index submissions_created;
create index submissions_created on submissions (created_at, sequence);

create table history_clock (
  id integer primary key check (id = 1),
  latest text not null,
  -- How far, at most, the machine's clock has ever gone back between two submissions.
  step_ms integer not null
) strict;
insert into history_clock values (1, '', 0);

create table submission_totals (
  environment text not null,
  month text not null,
  form integer not null,
  state text not null,
  files integer not null,
  primary key (environment, month, form, state)
) strict, without rowid;

create table company_totals (
  company_id text not null,
  period text not null,
  form integer not null,
  state text not null,
  files integer not null,
  records integer not null,
  amount_cents integer not null,
  primary key (company_id, period, form, state)
) strict, without rowid;
create index company_totals_period on company_totals (period);

create table evidence_links (
  id integer primary key,
  kind text not null check (kind in ('submission', 'event', 'answer', 'records')),
  submission_id text not null,
  key integer not null,
  digest text not null,
  hash text not null
) strict;
create index evidence_links_submission on evidence_links (submission_id, id);
create trigger evidence_links_are_kept before delete on evidence_links begin
  select raise(abort, 'the chain of evidence is never deleted');
end;
create trigger evidence_links_stay before update on evidence_links begin
  select raise(abort, 'the chain of evidence never changes');
end;
${searchTable('submission_search')}
${searchTable('record_search')}

create trigger submissions_counted after insert on submissions begin
  insert into submission_totals values (new.environment, new.month, new.form, new.state, 1)
    on conflict do update set files = files + 1;
  insert into company_totals values (new.company_id, new.period, new.form, new.state, 1, new.record_count, ${cents('new')})
    on conflict do update set files = files + 1, records = records + excluded.records,
      amount_cents = amount_cents + excluded.amount_cents;
  insert into submission_search (rowid, words) values (new.sequence, ${searchWords('new')});
  update history_clock set
    step_ms = max(step_ms, coalesce(cast(round((julianday(latest) - julianday(new.created_at)) * 86400000) as integer), 0)),
    latest = max(latest, new.created_at);
end;
create trigger submissions_recounted after update of state on submissions when old.state <> new.state begin
  update submission_totals set files = files - 1
    where environment = old.environment and month = old.month and form = old.form and state = old.state;
  insert into submission_totals values (new.environment, new.month, new.form, new.state, 1)
    on conflict do update set files = files + 1;
  update company_totals set files = files - 1, records = records - old.record_count, amount_cents = amount_cents - ${cents('old')}
    where company_id = old.company_id and period = old.period and form = old.form and state = old.state;
  insert into company_totals values (new.company_id, new.period, new.form, new.state, 1, new.record_count, ${cents('new')})
    on conflict do update set files = files + 1, records = records + excluded.records,
      amount_cents = amount_cents + excluded.amount_cents;
end;
create trigger submissions_searched after update of state, identifier, registration_number on submissions begin
  delete from submission_search where rowid = old.sequence;
  insert into submission_search (rowid, words) values (new.sequence, ${searchWords('new')});
end;
`,
  fill: fillHistory,
};

/** Gives the rows from before their months, counts, words and links. */
function fillHistory(database: Database): void {
  const place = database.prepare('update submissions set period = ?, month = ? where id = ?');
  const rows = database
    .prepare('select id, created_at from submissions order by sequence')
    .all() as {
    id: string;
    created_at: string;
  }[];
  for (const { id, created_at } of rows) {
    const at = new Date(created_at);
    place.run(filingPeriodAt(at).id, monthOf(at), id);
  }
  database.exec(`
    insert into submission_totals select environment, month, form, state, count(*) from submissions group by 1, 2, 3, 4;
    insert into company_totals select company_id, period, form, state, count(*), sum(record_count), sum(${cents('submissions')})
      from submissions group by 1, 2, 3, 4;
    insert into submission_search (rowid, words) select sequence, ${searchWords('submissions')} from submissions;
    insert into record_search (rowid, words) select sequence, words || ${searchMarks('submissions')} from submissions join (
      select submission_id, group_concat(coalesce(series, '') || ' ' || coalesce(number, '') || ' ' || coalesce(issuer, '')
        || ' ' || coalesce(counterparty, ''), ' ') as words from record_results group by submission_id)
      on submission_id = submissions.id;
    update history_clock set latest = (select coalesce(max(created_at), '') from submissions),
      step_ms = (select coalesce(max(cast(round((julianday(before) - julianday(created_at)) * 86400000) as integer)), 0) from (
        select created_at, max(created_at) over (order by sequence rows between unbounded preceding and 1 preceding) as before
        from submissions) where before > created_at);`);
  linkWhatIsThere(database, rows);
}

function linkWhatIsThere(database: Database, submissions: readonly { id: string }[]): void {
  const insert = database.prepare(
    'insert into evidence_links (kind, submission_id, key, digest, hash) values (?, ?, ?, ?, ?)',
  );
  const select = (kind: EvidenceKind, table: string, key: string) =>
    database.prepare(`select ${evidenceColumns[kind].join(', ')}, ${key} from ${table}`).raw();
  const queries = {
    event: select('event', 'submission_events where submission_id = ? order by id', 'id'),
    answer: select('answer', 'answers where submission_id = ?', '0'),
    records: select('records', 'record_results where submission_id = ? order by position', '1'),
    submission: select('submission', 'submissions where id = ?', '0'),
  };
  let previous = '';
  const link = (kind: EvidenceKind, id: string, key: number, rows: readonly unknown[][]) => {
    const row = {
      kind,
      submission_id: id,
      key,
      digest: digestRows(rows.map((values) => values.slice(0, -1))),
    };
    previous = hashLink(previous, row);
    insert.run(kind, id, key, row.digest, previous);
  };
  for (const { id } of submissions) {
    for (const row of queries.event.all(id) as unknown[][])
      link('event', id, Number(row.at(-1)), [row]);
    for (const row of queries.answer.all(id) as unknown[][]) link('answer', id, 0, [row]);
    const records = queries.records.all(id) as unknown[][];
    if (records.length > 0) link('records', id, 1, records);
    link('submission', id, 0, queries.submission.all(id) as unknown[][]);
  }
}
