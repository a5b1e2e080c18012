import type { Migration } from './migration.ts';

const columns = ['series', 'number', 'issuer', 'counterparty'];
const amountWord = (column: string) => `replace(ltrim(printf('%.2f', ${column}), '-'), '.', 'x')`;
const ofRecords = (value: string) =>
  `select ${value} as word from record_results where submission_id = submissions.id`;

/**
 * The amounts of a submission and of its records are among the words that find it. All words go
 * first: replacing row by row left marks to merge, and took more than twice as long.
 */
export const amountsInSearch: Migration = {
  version: 32,
  sql: `
insert into submission_words (submission_words) values ('delete-all');
insert into submission_words (rowid, words)
  select submissions.sequence, submissions.file_name || ' ' || submissions.company_name
    || ' ' || submissions.taxpayer_name || ' ' || submissions.tax_id || ' ' || submissions.sha256
    || ' ' || coalesce(submissions.identifier, '')
    || ' ' || coalesce(submissions.registration_number, '')
    || ' ' || iif(submissions.amount is null, '', ${amountWord('submissions.amount')})
    || ' ' || coalesce((select group_concat(word, ' ') from (
      ${columns.map(ofRecords).join(' union ')}
      union ${ofRecords(amountWord('amount'))} and amount is not null)), '')
  from submissions order by submissions.sequence;
`,
};
