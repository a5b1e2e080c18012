import { dayOf } from '../../../contract/formats.ts';
import { bookOf } from '../../../contract/ledger-books.ts';
import type { Issue, ValidationResult } from '../../../contract/verdict.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { IssueCode } from '../../validator/issue-codes.ts';
import { countIssues, makeIssue, maxListedIssues } from '../../validator/issue-list.ts';
import type { LocatedRecord } from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';
import { findEarlierOf, indexEarlier, toIdentities } from '../submissions/public.ts';
import { findFreeLines } from './free-lines.ts';
import { type BookColumns, hasHistory, type RecordStanding } from './record-history.ts';
import { findRepeatedInvoices } from './repeated-invoices.ts';
import { readStandings } from './standings.ts';

type ReadXml = (() => Promise<Uint8Array>) | null;

/**
 * A result with what the history says: the same document, its records, or invoices with their
 * issuer and number were sent before; or what a modification or cancellation is about was not.
 * These never speak against sending: the verdict is `warnings` at most. Without an answer of the
 * history the result stays.
 */
export async function withHistoryWarnings(
  core: Core,
  validation: ValidationResult,
  readXml: ReadXml,
): Promise<ValidationResult> {
  return (await askHistory(core, validation, readXml)) ?? validation;
}

/**
 * The same for a result that has them already and is listed whole: what the history said then
 * goes, what it says now comes. Without an answer of the history the result stays.
 */
export async function withHistoryAskedAgain(
  core: Core,
  validation: ValidationResult,
  readXml: ReadXml,
): Promise<ValidationResult> {
  return (await askHistory(core, withoutHistoryWarnings(validation), readXml)) ?? validation;
}

function withoutHistoryWarnings(validation: ValidationResult): ValidationResult {
  const issues = validation.issues.filter(({ code }) => !code.startsWith('history_'));
  const issueCounts = countIssues(issues);
  const isValid = validation.verdict === 'warnings' && issueCounts.warning === 0;
  return { ...validation, issues, issueCounts, verdict: isValid ? 'valid' : validation.verdict };
}

/** Null when the history could not be asked. */
async function askHistory(
  core: Core,
  validation: ValidationResult,
  readXml: ReadXml,
): Promise<ValidationResult | null> {
  const { form, taxpayer, sha256, schemaId } = validation;
  if (readXml === null || !form || !taxpayer || sha256 === null || schemaId === null)
    return validation;
  const { environment } = core.connection.configured();
  if (environment === 'none') return validation;
  const book = {
    environment,
    tax_id: taxpayer.taxId,
    model: form.model,
    expense_type: form.expenseType,
  };
  try {
    if (!(await hasHistory(core.store.queries, book))) return validation;
    const same = await sameDocument(core, { sha256, environment });
    const isToldByIt = same !== null && same.params.state !== 'partially_accepted';
    if (isToldByIt) return withIssues(validation, [same]);
    const located = await core.validator.locateRecords(await readXml(), schemaId);
    const records = await recordIssues(core, { book, located, operation: form.operation });
    return withIssues(validation, same ? [same, ...records] : records);
  } catch (error) {
    core.log.error('history_not_asked', { code: toCallError(error).code });
    return null;
  }
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

async function sameDocument(
  core: Core,
  document: { sha256: string; environment: BookColumns['environment'] },
): Promise<Issue | null> {
  const earlier = await findEarlierOf(core.store.queries, document);
  if (!earlier) return null;
  const { id, file_name: file, state, sent_at, created_at } = earlier;
  const params = toParams({ id, file, state, at: sent_at ?? created_at });
  return makeIssue({ layer: 'rule', severity: 'warning', code: 'history_same_document', params });
}

/** What the sentences need of a submission; its day is that of Bizkaia, as the ledger writes it. */
function toParams({ id, file, state, at }: Pick<RecordStanding, 'id' | 'file' | 'state' | 'at'>) {
  const date = dayOf(new Date(at)).split('-').reverse().join('-');
  return { file, date, state, submission: id };
}

interface Asked {
  readonly book: BookColumns;
  readonly located: readonly LocatedRecord[];
  readonly operation: 'creation' | 'modification' | 'cancellation';
}

async function recordIssues(core: Core, asked: Asked): Promise<Issue[]> {
  const { book, located, operation } = asked;
  await indexEarlier(core, [book.tax_id]);
  const standings = await readStandings(
    core,
    toIdentities(
      book,
      located.map(({ key }) => key),
    ),
  );
  if (operation !== 'creation') return changeIssues(located, standings);
  const repeated = located.flatMap((record, index) => {
    const standing = standings.get(index);
    return standing && standing.operation !== 'cancellation' ? [{ record, standing }] : [];
  });
  const free = bookOf({ model: book.model, expenseType: book.expense_type }).hasInvoices
    ? null
    : await findFreeLines(core, book, {
        all: located,
        repeated: repeated.map(({ record }) => record),
      });
  const rest = located.filter((_, index) => !standings.has(index));
  const invoices = await findRepeatedInvoices(core, book, rest);
  return [
    ...repeated.map(({ record, standing }) =>
      sameRecord(record, standing, free?.get(record.record)),
    ),
    ...invoices.map(({ record, invoice }) => {
      const { series, date, number } = invoice;
      const params = { number, series: series ?? '', issued: date ?? '', ...toParams(invoice) };
      return issueAt(record, 'history_same_invoice', 'warning', { params });
    }),
  ];
}

/** With a line that is free, for another expense of the same day. */
function sameRecord(
  record: LocatedRecord,
  standing: RecordStanding,
  free: string | undefined,
): Issue {
  const params = toParams(standing);
  if (free !== undefined) {
    const more = { ...params, line: record.key.line ?? '', free };
    return issueAt(record, 'history_same_expense', 'warning', {
      params: more,
      ledgerCode: 'B4_2000003',
    });
  }
  return issueAt(record, 'history_same_record', 'warning', { params, ledgerCode: 'B4_2000003' });
}

/** A modification or cancellation expects its records to be there: what is told is the opposite. */
function changeIssues(
  located: readonly LocatedRecord[],
  standings: ReadonlyMap<number, RecordStanding>,
): Issue[] {
  const ledgerCode = 'B4_2000004';
  if (standings.size === 0 && located.length > 1) {
    const params = { count: located.length };
    return [
      makeIssue({
        layer: 'rule',
        severity: 'info',
        code: 'history_records_unknown',
        params,
        ledgerCode,
      }),
    ];
  }
  return located.flatMap((record, index) => {
    const standing = standings.get(index);
    if (!standing)
      return [issueAt(record, 'history_record_unknown', 'info', { params: {}, ledgerCode })];
    if (standing.operation !== 'cancellation') return [];
    const params = toParams(standing);
    return [
      issueAt(record, 'history_record_cancelled', 'warning', { params, ledgerCode: 'B4_2000006' }),
    ];
  });
}

function issueAt(
  { record, key: recordKey, path, line, column }: LocatedRecord,
  code: IssueCode,
  severity: 'warning' | 'info',
  { params, ledgerCode }: { readonly params: Issue['params']; readonly ledgerCode?: string },
): Issue {
  const fault = {
    layer: 'rule',
    severity,
    code,
    params,
    ...(ledgerCode ? { ledgerCode } : {}),
  } as const;
  return makeIssue(fault, { record, recordKey, path, line, column, value: null });
}
