import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { Store } from '../../../main/platform/db/store.ts';
import type { SubmissionsTable } from '../../../main/platform/db/tables.ts';

/** A history read whole. */
export interface Seen {
  /** The numbers of a filter's submissions, newest first, by a look at every row. */
  find(filter: SubmissionFilter): number[];
}

/** Letters without their accents, digits, in small letters. */
const cut = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export async function lookAtAll({ queries }: Pick<Store, 'queries'>): Promise<Seen> {
  const all = await queries
    .selectFrom('submissions')
    .selectAll()
    .orderBy('sequence', 'desc')
    .execute();
  const waiting = await queries.selectFrom('waiting_submissions').select('sequence').execute();
  const records = await queries.selectFrom('record_results').selectAll().execute();
  const waits = new Set(waiting.map(({ sequence }) => sequence));
  const recordsOf = Map.groupBy(records, (row) => row.submission_id);
  const wordsOf = new Map(
    all.map((row) => [
      row.id,
      [...cut(ownText(row)), ...(recordsOf.get(row.id) ?? []).flatMap(cutRecord)],
    ]),
  );
  const hasWords = (id: string, asked: readonly string[]) => {
    const words = wordsOf.get(id) ?? [];
    return asked.length > 0 && asked.every((word) => words.some((each) => each.startsWith(word)));
  };
  const holdsJoined = (row: SubmissionsTable, joined: RegExp) =>
    [
      ownText(row),
      ...(recordsOf.get(row.id) ?? []).map(
        ({ series, number, counterparty }) =>
          `${series === null ? '' : `${series}/`}${number ?? ''} ${counterparty ?? ''}`,
      ),
    ].some((text) => joined.test(text));
  return {
    find: (filter) =>
      all
        .filter(
          (row) =>
            lets(filter, row) && (!(filter.waiting || filter.cause) || waits.has(row.sequence)),
        )
        .filter((row) => !filter.text || hasWords(row.id, cut(filter.text)))
        .filter((row) => joinedIn(filter.text ?? '').every((joined) => holdsJoined(row, joined)))
        .map(({ sequence }) => sequence),
  };
}

/** The words with a digit that have other signs inside: their parts stand one sign apart. */
const joinedIn = (text: string): RegExp[] =>
  text
    .split(' ')
    .filter((word) => /\d/.test(word) && cut(word).length > 1)
    .map((word) => new RegExp(cut(word).join('.'), 'i'));

/** `1234x50`: an amount with its decimals is one word. */
const amountWord = (amount: string | null) =>
  amount === null ? '' : Math.abs(Number(amount)).toFixed(2).replace('.', 'x');

const ownText = (row: SubmissionsTable) =>
  [
    row.file_name,
    row.company_name,
    row.taxpayer_name,
    row.tax_id,
    row.sha256,
    row.identifier,
    row.registration_number,
    amountWord(row.amount),
  ].join(' ');

const cutRecord = (row: {
  series: string | null;
  number: string | null;
  issuer: string | null;
  counterparty: string | null;
  amount: string | null;
}) => cut([row.series, row.number, row.issuer, row.counterparty, amountWord(row.amount)].join(' '));

/** Without a known end; undelivered only on request. */
const isCaused = ({ states }: SubmissionFilter, { state }: SubmissionsTable): boolean =>
  state === 'unknown' || (state === 'failed' && states?.includes('failed') === true);

function lets(filter: SubmissionFilter, row: SubmissionsTable): boolean {
  return (
    (!filter.companyId || row.company_id === filter.companyId) &&
    (!filter.states?.length || filter.states.includes(row.state)) &&
    (!filter.model || row.model === filter.model) &&
    (!filter.operation || row.operation === filter.operation) &&
    (!filter.expenseType || row.expense_type === filter.expenseType) &&
    (!filter.from || row.created_at >= filter.from) &&
    (!filter.to || row.created_at <= filter.to) &&
    (!filter.connection || row.environment === filter.connection) &&
    (!filter.batchId || row.batch_id === filter.batchId) &&
    (!filter.dismissed || row.dismissed_at !== null) &&
    (!filter.cause || (isCaused(filter, row) && row.answer_code === filter.cause))
  );
}
