import type { Model } from '../../../contract/ledger-books.ts';
import type { RuleIssueCode } from '../issue-codes.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import type { Chapter, LedgerRecord, Line, Report, Severity } from './record.ts';

export interface RuleDescription {
  /**
   * The ledger's code, numbered when it covers several rules: `B4_2000104.1`; or one of ours:
   * `APP-10`.
   */
  readonly id: string;
  readonly chapters: readonly Chapter[];
  /** `entries`: creations and modifications (A00, A01, M00, M01); `cancellations`: AN0. */
  readonly operations: 'entries' | 'cancellations' | 'all';
  readonly severity: Severity;
  /** A section of the ledger's validation document, or the origin of one of ours. */
  readonly source: string;
  /** First day (yyyymmdd, Europe/Madrid) on which the rule is applied. */
  readonly validFrom: number;
  /** Concludes from absence or from a sum: skipped for records with a faulty structure. */
  readonly needsWhole: boolean;
}

/** Checks a record and reports its faults. */
export type RecordCheck = (record: LedgerRecord, report: Report) => void;

/** Checks a line of a record. */
export type LineCheck = (line: Line, record: LedgerRecord, report: Report) => void;

/** What a rule about a whole file receives. */
export interface FileFacts {
  readonly elementIndex: ElementIndex;
  readonly model: Model;
  readonly operationCode: string | null;
  /** Elements of the header; 0 when absent. */
  readonly yearElement: number;
  readonly taxIdElement: number;
  /** Null when missing or invalid. */
  readonly taxId: string | null;
}

/** Receives one record after another; `end` is called after the last. */
export interface RecordWatch {
  readonly see?: RecordCheck;
  readonly end?: (report: Report) => void;
}

/** Begins the check of a file. */
export type FileCheck = (facts: FileFacts) => RecordWatch;

/** A rule: what it applies to, and the function that checks it. */
export type Rule =
  | (RuleDescription & { readonly subject: 'record'; readonly check: RecordCheck })
  | (RuleDescription & { readonly subject: 'line'; readonly check: LineCheck })
  | (RuleDescription & { readonly subject: 'file'; readonly check: FileCheck });

/** The ledger's code of a rule; null for ours. */
export function ledgerCodeOf(id: string): string | null {
  return id.startsWith('B4_') ? (id.split('.')[0] ?? id) : null;
}

/** The key of the rule's sentences in `locales/<language>/rules.json`. */
export function issueCodeOf(id: string): RuleIssueCode {
  return `rule_${(id.split('.')[0] ?? id).replace('-', '_')}` as RuleIssueCode;
}
