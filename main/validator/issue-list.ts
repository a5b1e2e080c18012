import type { Issue, Layer, ValidationResult } from '../../contract/verdict.ts';
import type { IssueCode, RuleIssueCode } from './issue-codes.ts';

/** Most issues that a result lists; the counts go on. */
export const maxListedIssues = 1000;

/** The place of an issue. */
export type Place = Readonly<
  Pick<Issue, 'record' | 'recordKey' | 'path' | 'line' | 'column' | 'value'>
>;

/** A fault of the document as a whole. */
export const nowhere: Place = {
  record: null,
  recordKey: null,
  path: null,
  line: null,
  column: null,
  value: null,
};

/** A fault without its place. */
export interface Fault {
  readonly layer: Layer;
  readonly severity?: Issue['severity'];
  readonly code: IssueCode | RuleIssueCode;
  readonly params?: Issue['params'];
  readonly ledgerCode?: string;
}

/** A fault with its element. */
export interface PlacedFault extends Fault {
  readonly element: number;
  /** The validation engine's own words, when it found the fault. */
  readonly message?: string;
}

/** Makes an issue from a fault and its place. */
export function makeIssue(fault: Fault, place: Place = nowhere): Issue {
  return {
    layer: fault.layer,
    severity: fault.severity ?? 'error',
    code: fault.code,
    params: { ...fault.params },
    ledgerCode: fault.ledgerCode ?? null,
    ...place,
  };
}

/** Puts one more issue before the others of a result. */
export function withIssue(result: ValidationResult, issue: Issue): ValidationResult {
  const issues = [issue, ...result.issues];
  const issueCounts = {
    ...result.issueCounts,
    [issue.severity]: result.issueCounts[issue.severity] + 1,
  };
  const isWarned = issue.severity === 'warning' && result.verdict === 'valid';
  return { ...result, issues, issueCounts, verdict: isWarned ? 'warnings' : result.verdict };
}

/** Number of faults of each severity. */
type IssueCounts = Readonly<ValidationResult['issueCounts']>;

/** Counts issues, or faults, by severity. */
export function countIssues(issues: readonly Pick<Fault, 'severity'>[]): IssueCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity = 'error' } of issues) counts[severity] += 1;
  return counts;
}

/** Sum of two counts. */
export function addCounts(a: IssueCounts, b: IssueCounts): IssueCounts {
  return { error: a.error + b.error, warning: a.warning + b.warning, info: a.info + b.info };
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

/** The listed faults: errors before warnings, earlier before later. */
export function mostSevere(faults: readonly PlacedFault[]): readonly PlacedFault[] {
  if (faults.length <= maxListedIssues) return faults;
  const rank = ({ severity = 'error' }: Fault) => ranks[severity];
  return faults
    .toSorted((a, b) => rank(a) - rank(b) || a.element - b.element)
    .slice(0, maxListedIssues);
}

/** The result of a document of which nothing else is known, with the counts of its issues. */
export function resultOf({ issues = [], ...known }: Partial<ValidationResult>): ValidationResult {
  return { ...emptyResult, ...known, issues, issueCounts: countIssues(issues) };
}

/** The result of a document about which nothing is known. */
const emptyResult: ValidationResult = {
  verdict: 'unreadable',
  kind: 'binary',
  kindDetail: null,
  form: null,
  fiscalYear: null,
  period: null,
  taxpayer: null,
  records: 0,
  totals: { amount: null, base: null, vat: null, deductibleVat: null },
  issues: [],
  issueCounts: { error: 0, warning: 0, info: 0 },
  schemaId: null,
  sha256: null,
  sizeBytes: 0,
};
