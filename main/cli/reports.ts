import type { Issue, Judgement, Verdict } from '../../contract/verdict.ts';
import type { Texts } from './texts.ts';

/** An issue as `zubi validate --json` prints it: the contract's, with its sentences instead of their parameters. */
export type PrintedIssue = Omit<Issue, 'params'> & { readonly message: string; readonly hint: string | null };

/** A file as `zubi validate --json` prints it. */
export interface FileReport
  extends Pick<Judgement, 'verdict' | 'form' | 'fiscalYear' | 'taxpayer' | 'records' | 'totals'> {
  readonly file: string;
  readonly issues: readonly PrintedIssue[];
}

export type Summary = Readonly<Record<Verdict | 'files' | 'records', number>>;

/** Puts a judgement into words. */
export function toReport(file: string, judgement: Judgement, texts: Texts): FileReport {
  const { verdict, form, fiscalYear, taxpayer, records, totals } = judgement;
  const issues = judgement.issues.map((issue) => toPrintedIssue(issue, texts));
  return { file, verdict, form, fiscalYear, taxpayer, records, totals, issues };
}

function toPrintedIssue(issue: Issue, texts: Texts): PrintedIssue {
  const { layer, severity, code, params, ledgerCode, record, recordKey, path, line, column, value } = issue;
  const message = texts.issue(code, 'message', params) ?? texts.issue(code, 'title', params) ?? code;
  const hint = texts.issue(code, 'hint', params);
  return { layer, severity, code, ledgerCode, message, hint, record, recordKey, path, line, column, value };
}

/** Counts files by verdict, and all their records. */
export function summarise(reports: readonly FileReport[]): Summary {
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
