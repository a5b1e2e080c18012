import type { Model } from '../../../contract/ledger-books.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import type { Chapter, LedgerRecord, Line, Report, Severity } from './record.ts';
import type { RuleIssueCode } from './rule-issues.ts';

/**
 * Where a rule is written: a section of the ledger's validation document, or how we came to one of
 * our own.
 */
export type RuleSource = string;

interface RuleDescription {
  /**
   * The ledger's code, with a number where one code stands for several rules: `B4_2000104.1`; or
   * one of ours: `APP-10`.
   */
  readonly id: string;
  readonly chapters: readonly Chapter[];
  /** `entries`: creations and modifications (A00, A01, M00, M01); `cancellations`: AN0. */
  readonly operations: 'entries' | 'cancellations' | 'all';
  readonly severity: Severity;
  readonly source: RuleSource;
  /**
   * First and last day (yyyymmdd, Europe/Madrid) on which the rule is applied; null without end.
   */
  readonly validFrom: number;
  readonly validTo: number | null;
  /**
   * Concludes from what is absent, or from a sum: silent about records whose structure the schema
   * faults.
   */
  readonly needsWhole: boolean;
}

/** Checks a record and reports what it finds. */
export type RecordCheck = (record: LedgerRecord, report: Report) => void;

/** Checks one line of a record. */
export type LineCheck = (line: Line, record: LedgerRecord, report: Report) => void;

/** What a rule about a whole file is told. */
export interface FileFacts {
  readonly elementIndex: ElementIndex;
  readonly model: Model;
  readonly operationCode: string | null;
  /** Elements of the header; 0 when absent. */
  readonly yearElement: number;
  readonly taxIdElement: number;
  /** Null when it is missing or not valid. */
  readonly taxId: string | null;
}

/** Looks at one record after another; `end` is called after the last. */
export interface RecordWatch {
  see?(record: LedgerRecord, report: Report): void;
  end?(report: Report): void;
}

/** Begins a check of a whole file. */
export type FileCheck = (facts: FileFacts) => RecordWatch;

/** One rule: what it applies to and the function that checks it. */
export type Rule =
  | (RuleDescription & { readonly subject: 'record'; readonly check: RecordCheck })
  | (RuleDescription & { readonly subject: 'line'; readonly check: LineCheck })
  | (RuleDescription & { readonly subject: 'file'; readonly check: FileCheck });

/** The ledger's code of a rule; null for our own. */
export function ledgerCodeOf(id: string): string | null {
  return id.startsWith('B4_') ? (id.split('.')[0] ?? id) : null;
}

/** The code under which a rule's words stand in `locales/<language>/rules.json`. */
export function issueCodeOf(id: string): RuleIssueCode {
  return `rule_${(id.split('.')[0] ?? id).replace('-', '_')}` as RuleIssueCode;
}
