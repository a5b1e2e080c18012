import { dayOf } from '../../../contract/formats.ts';
import { bookOf } from '../../../contract/ledger-books.ts';
import { alreadyCancelled, alreadyRecorded, notInLedger } from '../../../contract/ledger-codes.ts';
import { sumAmounts } from '../../../contract/money.ts';
import type { Issue, ValidationResult } from '../../../contract/verdict.ts';
import { toCallError } from '../../platform/call-error.ts';
import { type Fault, makeIssue, maxListedIssues } from '../../validator/issue-list.ts';
import type { LocatedRecord } from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';
import {
  type EarlierSubmission,
  findEarlierOf,
  ReplacedHistories,
  toEarlier,
} from '../submissions/public.ts';
import { BookHistory, type RecordStanding } from './book-history.ts';
import { findFreeLines } from './free-lines.ts';
import { findRepeatedInvoices } from './repeated-invoices.ts';
import type { InUse } from './worklist-table.ts';

/** Records of a creation that count in the history already. */
export interface Recorded {
  readonly records: number;
  /** Their sum in this file, a decimal string; null where one of them cannot be read. */
  readonly amount: string | null;
}

type WithHistory = ValidationResult & {
  readonly recorded?: Recorded;
  /** The connection whose history was asked. */
  readonly toldOf?: InUse;
};

/**
 * A result with today's warnings from the history, instead of the former ones: the same document,
 * its records, or invoices with their issuer and number were sent before; or the subject of a
 * modification or cancellation was not. They never prevent sending: the verdict is `warnings` at
 * most. If the history cannot be read, the result stays. `readXml` is null where the document was
 * not stored.
 */
export async function withHistoryWarnings(
  core: Core,
  validation: WithHistory,
  readXml: (() => Promise<Uint8Array>) | null,
): Promise<WithHistory> {
  try {
    const { environment: toldOf } = core.connection.configured();
    const { recorded: _, ...former } = validation;
    const found = readXml === null ? nothing : await findIssues(core, former, readXml);
    const { issues, ...recorded } = found;
    return { ...withIssues(withoutHistoryWarnings(former), issues), ...recorded, toldOf };
  } catch (error) {
    core.log.error('history_not_asked', { code: toCallError(error).code });
    return validation;
  }
}

function withoutHistoryWarnings(validation: ValidationResult): ValidationResult {
  const issueCounts = { ...validation.issueCounts };
  const issues = validation.issues.filter(({ code, severity }) => {
    const isOfHistory = code.startsWith('history_');
    if (isOfHistory) issueCounts[severity] -= 1;
    return !isOfHistory;
  });
  const isValid = validation.verdict === 'warnings' && issueCounts.warning === 0;
  return { ...validation, issues, issueCounts, verdict: isValid ? 'valid' : validation.verdict };
}

function withIssues(validation: ValidationResult, more: readonly Issue[]): ValidationResult {
  if (more.length === 0) return validation;
  const issueCounts = { ...validation.issueCounts };
  for (const { severity } of more) issueCounts[severity] += 1;
  // The whole document first, then by the order of the file.
  const issues = [...validation.issues, ...more].toSorted(
    (a, b) => (a.record ?? 0) - (b.record ?? 0),
  );
  const isMoreThanValid = validation.verdict === 'valid' && issueCounts.warning > 0;
  return {
    ...validation,
    verdict: isMoreThanValid ? 'warnings' : validation.verdict,
    issues: issues.slice(0, maxListedIssues),
    issueCounts,
  };
}

interface Found {
  readonly issues: readonly Issue[];
  readonly recorded?: Recorded;
}

const nothing: Found = { issues: [] };

async function findIssues(
  core: Core,
  { form, taxpayer, sha256, schemaId }: ValidationResult,
  readXml: () => Promise<Uint8Array>,
): Promise<Found> {
  const { environment } = core.connection.configured();
  if (!form || !taxpayer || sha256 === null || schemaId === null || environment === 'none')
    return nothing;
  const { queries } = core.store;
  const history = new BookHistory(queries, {
    environment,
    tax_id: taxpayer.taxId,
    model: form.model,
    expense_type: form.expenseType,
  });
  const earlier = await findEarlierOf(queries, { sha256, environment });
  const aside = earlier ? undefined : findInReplaced(core, { sha256, environment });
  if (aside) {
    // Without an id: no page of the history in force shows it.
    const { file, date } = toParams(aside);
    return { issues: [sameDocument('history_same_aside', { file, date })] };
  }
  if (!(await history.isKnown())) return nothing;
  const same = earlier ? [sameDocument('history_same_document', toParams(toEarlier(earlier)))] : [];
  // If the whole document was sent, its records need no warning.
  if (earlier && earlier.state !== 'partially_accepted') return { issues: same };
  const located = await core.validator.locateRecords(await readXml(), schemaId);
  const standings = await history.standings(located.map(({ key }) => key));
  if (form.operation !== 'creation')
    return { issues: [...same, ...changeIssues(located, standings)] };
  const { hasInvoices } = bookOf(form);
  const issues = await creationIssues(history, located, { standings, hasInvoices });
  const refused = await history.refusedInPart(located.map(({ key }) => key));
  return { issues: [...same, ...issues], ...recordedIn(located, standings, refused) };
}

function recordedIn(
  located: readonly LocatedRecord[],
  standings: Standings,
  refused: ReadonlySet<number>,
): Pick<Found, 'recorded'> {
  const own = located.filter((_, index) => {
    const { isCounted = false, operation } = standings.get(index) ?? {};
    return refused.has(index) || (isCounted && operation !== 'cancellation');
  });
  if (own.length === 0) return {};
  const isAllKnown = own.every(({ amount }) => amount !== null);
  const amount = isAllKnown ? sumAmounts(own.map((each) => each.amount)) : null;
  return { recorded: { records: own.length, amount } };
}

const sameDocument = (code: Fault['code'], params: NonNullable<Fault['params']>): Issue =>
  makeIssue({ layer: 'rule', severity: 'warning', code, params });

/** The same document in a history that was set aside: only that one has what was sent later. */
function findInReplaced(core: Core, document: { sha256: string; environment: string }) {
  using replaced = new ReplacedHistories(core);
  return replaced.findDocument(document);
}

type Standings = ReadonlyMap<number, RecordStanding>;

/** A creation expects that the ledger does not have its records, nor their invoices. */
async function creationIssues(
  history: BookHistory,
  located: readonly LocatedRecord[],
  { standings, hasInvoices }: { readonly standings: Standings; readonly hasInvoices: boolean },
): Promise<Issue[]> {
  const repeated = located.flatMap((record, index) => {
    const standing = standings.get(index);
    return standing && standing.operation !== 'cancellation' ? [{ record, standing }] : [];
  });
  const free = hasInvoices
    ? null
    : await findFreeLines(
        history,
        located,
        repeated.map(({ record }) => record),
      );
  const rest = located.filter((_, index) => !standings.has(index));
  const invoices = await findRepeatedInvoices(history, rest);
  return [
    ...repeated.map(({ record, standing }) =>
      sameRecord(record, standing, free?.get(record.record)),
    ),
    ...invoices.map(({ record, invoice }) => {
      const { series, date, number } = invoice;
      const params = { number, series: series ?? '', issued: date ?? '', ...toParams(invoice) };
      return issueAt(record, { severity: 'warning', code: 'history_same_invoice', params });
    }),
  ];
}

/** With a free line, for another expense of the same day. */
function sameRecord(
  record: LocatedRecord,
  standing: RecordStanding,
  free: string | undefined,
): Issue {
  const fault = { severity: 'warning', ledgerCode: alreadyRecorded } as const;
  const params = toParams(standing);
  if (free === undefined) return issueAt(record, { ...fault, code: 'history_same_record', params });
  const line = record.key.line ?? '';
  return issueAt(record, {
    ...fault,
    code: 'history_same_expense',
    params: { ...params, line, free },
  });
}

/**
 * A modification or cancellation expects its records to be there: the warning is that they are not.
 */
function changeIssues(located: readonly LocatedRecord[], standings: Standings): Issue[] {
  const unknown = { severity: 'info', ledgerCode: notInLedger } as const;
  if (standings.size === 0 && located.length > 1) {
    const params = { count: located.length };
    return [makeIssue({ ...unknown, layer: 'rule', code: 'history_records_unknown', params })];
  }
  return located.flatMap((record, index) => {
    const standing = standings.get(index);
    if (!standing) return [issueAt(record, { ...unknown, code: 'history_record_unknown' })];
    if (standing.operation !== 'cancellation') return [];
    const params = toParams(standing);
    const cancelled = { severity: 'warning', ledgerCode: alreadyCancelled, params } as const;
    return [issueAt(record, { ...cancelled, code: 'history_record_cancelled' })];
  });
}

/**
 * The values for the sentences about a submission; its day is that of Bizkaia, as the ledger writes
 * it.
 */
function toParams({ id, file, state, at }: EarlierSubmission) {
  const date = dayOf(new Date(at)).split('-').reverse().join('-');
  return { file, date, state, submission: id };
}

function issueAt(
  { record, key: recordKey, path, line, column }: LocatedRecord,
  fault: Omit<Fault, 'layer'>,
): Issue {
  const place = { record, recordKey, path, line, column, value: null };
  return makeIssue({ ...fault, layer: 'rule' }, place);
}
