import type { IssueCode, RuleIssueCode } from '../issue-codes.ts';
import type { PlacedFault } from '../issue-list.ts';
import type { FaultyForm } from '../validate-form.ts';
import type { Edit } from '../xml/edits.ts';

type FixedCode = IssueCode | RuleIssueCode;

/** A faulty value: its text as an XML reader sees it, and the names of its element and parent. */
export interface FaultyValue {
  readonly text: string;
  readonly name: string;
  readonly parent: string;
  readonly fault: PlacedFault;
  readonly form: FaultyForm;
}

/**
 * A slip in a value's spelling. `write` returns the value without the slip, or the same text when
 * it has no slip or could mean two things. It never changes the meaning. Several slips in one value
 * are fixed together.
 */
export interface ValueFix {
  readonly id: string;
  readonly codes: readonly FixedCode[];
  readonly write: (value: FaultyValue) => string;
}

/** The edits that fix a slip in the elements; null when there is not exactly one right answer. */
export type FixMarkup = (form: FaultyForm, fault: PlacedFault) => readonly Edit[] | null;

/** A slip in the elements. */
export interface MarkupFix {
  readonly id: string;
  readonly codes: readonly FixedCode[];
  readonly fix: FixMarkup;
  /**
   * Whether the elements around it must have no new fault afterwards, because something is removed
   * or moved.
   */
  readonly isStrict?: boolean;
}
