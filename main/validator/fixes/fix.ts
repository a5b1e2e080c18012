import type { IssueCode } from '../issue-codes.ts';
import type { PlacedFault } from '../issue-list.ts';
import type { RuleIssueCode } from '../rules/rule-issues.ts';
import type { FaultyForm } from '../validate-form.ts';
import type { Edit } from './edits.ts';

export type FixedCode = IssueCode | RuleIssueCode;

/**
 * A value at fault: its text as a reader of XML sees it, and the element's own and its parent's
 * name.
 */
export interface FaultyValue {
  readonly text: string;
  readonly name: string;
  readonly parent: string;
  readonly fault: PlacedFault;
  readonly form: FaultyForm;
}

/**
 * A slip in how a value is written. `write` gives the value without the slip, or the same text
 * where it does not have it, or where it could mean two things. It never changes what a value says.
 * Several slips in one value are fixed together.
 */
export interface ValueFix {
  readonly id: string;
  readonly codes: readonly FixedCode[];
  readonly write: (value: FaultyValue) => string;
}

/** What an edit may look at, beside its fault. */
export interface MarkupFault {
  readonly fault: PlacedFault;
  readonly form: FaultyForm;
}

/** A slip in the elements. */
export interface MarkupFix {
  readonly id: string;
  readonly codes: readonly FixedCode[];
  /** Null where it does not have one right answer. */
  readonly fix: (fault: MarkupFault) => readonly Edit[] | null;
  /**
   * Whether the elements around it must be without a new fault afterwards: something is taken away
   * or changes places.
   */
  readonly isStrict?: boolean;
}
