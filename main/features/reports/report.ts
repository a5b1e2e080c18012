import type { Issue, ValidationResult, Verdict } from '../../../contract/verdict.ts';
import type { Texts } from '../../platform/texts.ts';

/**
 * An issue as `zubi validate --json` prints it: the contract's, with its sentences instead of their
 * parameters.
 */
export type PrintedIssue = Omit<Issue, 'params'> & {
  readonly message: string;
  readonly hint: string | null;
};

/** A file as `zubi validate --json` prints it. */
export interface FileReport
  extends Pick<
    ValidationResult,
    'verdict' | 'form' | 'fiscalYear' | 'taxpayer' | 'records' | 'totals'
  > {
  readonly file: string;
  readonly issues: readonly PrintedIssue[];
}

export type Summary = Readonly<Record<Verdict | 'files' | 'records', number>>;

/** The verdict of a batch in words: the source of every format. */
export interface BatchReport {
  readonly files: readonly ReportedFile[];
  readonly summary: Summary;
  /** `schema` when the later layers were not asked for. */
  readonly checks: 'schema' | 'all';
  readonly createdAt: Date;
  /** The application's version. */
  readonly version: string;
}

export interface ReportedFile {
  readonly report: FileReport;
  /** True number of issues; at most 1,000 are listed. */
  readonly totalIssues: number;
}

/** Puts a result into words. */
export function toReportedFile(
  file: string,
  validation: ValidationResult,
  texts: Texts,
): ReportedFile {
  const { verdict, form, fiscalYear, taxpayer, records, totals } = validation;
  const issues = validation.issues.map((issue) => toPrintedIssue(issue, texts));
  const { error, warning, info } = validation.issueCounts;
  return {
    report: { file, verdict, form, fiscalYear, taxpayer, records, totals, issues },
    totalIssues: error + warning + info,
  };
}

/** What counts in a summary. */
export type Counted = Pick<FileReport, 'verdict' | 'records'> & {
  readonly issues: readonly Pick<PrintedIssue, 'code'>[];
};

/** Counts files by verdict, and all their records. */
export function summarise(reports: readonly Counted[]): Summary {
  const count = (verdict: Verdict) => reports.filter((report) => report.verdict === verdict).length;
  return {
    files: reports.length,
    valid: count('valid'),
    warnings: count('warnings'),
    invalid: count('invalid'),
    unreadable: count('unreadable'),
    records: reports.reduce((sum, report) => sum + report.records, 0),
  };
}

/** The verdict, or that a readable file belongs elsewhere: TicketBAI, another chapter. */
export function shownVerdict({ verdict, issues: [first] }: Counted): Verdict | 'elsewhere' {
  const unread = ['file_is_binary', 'file_is_folder', 'file_is_text', 'file_is_zip'];
  const code = first?.code ?? '';
  const isElsewhere =
    verdict === 'unreadable' && /^file_(?:is|chapter)_/.test(code) && !unread.includes(code);
  return isElsewhere ? 'elsewhere' : verdict;
}

/** The number of files with each verdict, in words. */
export function countWords(reports: readonly Counted[], texts: Texts): string[] {
  const counts = { ...summarise(reports), elsewhere: 0 };
  counts.elsewhere = reports.filter((report) => shownVerdict(report) === 'elsewhere').length;
  counts.unreadable -= counts.elsewhere;
  return (['valid', 'warnings', 'invalid', 'unreadable', 'elsewhere'] as const)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => texts.say(`validate.count.${verdict}`, { count: counts[verdict] }));
}

function toPrintedIssue(issue: Issue, texts: Texts): PrintedIssue {
  const { code, params } = issue;
  const say = (part: 'title' | 'message' | 'hint') => texts.issue(code, part, params);
  return {
    layer: issue.layer,
    severity: issue.severity,
    code,
    ledgerCode: issue.ledgerCode,
    message: say('message') ?? say('title') ?? code,
    hint: say('hint'),
    record: issue.record,
    recordKey: issue.recordKey,
    path: issue.path,
    line: issue.line,
    column: issue.column,
    value: issue.value,
  };
}
