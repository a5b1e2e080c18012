import type { FixChange, FixOffer } from '../../../contract/methods/fixes.ts';
import type { Issue } from '../../../contract/verdict.ts';
import { editedText, type Replacement } from '../xml/edits.ts';
import { findEncoding, toUtf8 } from '../xml/encoding.ts';
import type { OffsetDocument } from '../xml/offsets.ts';
import { createPositionFinder } from '../xml/places.ts';
import { cut, diffLines } from './diff-lines.ts';
import { textFixes } from './text-fixes.ts';

/** The fix of a text as a whole, where a form's elements are not known or not concerned. */
export interface TextPlan {
  /** The reported fault that it removes. */
  readonly issue: Issue;
  readonly fix: string;
  readonly edits: readonly Replacement[];
  readonly document: OffsetDocument;
}

const fixesOf = new Map(textFixes.map((fix) => [fix.code as string, fix]));

export function isTextFixable(code: string): boolean {
  return fixesOf.has(code);
}

/**
 * The edits that fix a fault everywhere in the text; null when there is not exactly one right
 * answer.
 */
export function planText(bytes: Uint8Array, issue: Issue): TextPlan | null {
  const fix = fixesOf.get(issue.code);
  const finding = findEncoding(bytes);
  if (fix === undefined || finding.kind === 'unsupported') return null;
  const { encoding, bomBytes } = finding;
  const utf8 = toUtf8(bytes, encoding, bomBytes);
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('latin1');
  const edits = fix.fix({ text, bytes, finding });
  if (edits === null || edits.length === 0) return null;
  const plain = new Uint8Array(utf8.buffer, utf8.byteOffset, utf8.byteLength);
  return {
    issue,
    fix: fix.id,
    edits,
    document: { bytes, encoding, bomBytes, elementIndex: { bytes: plain } },
  };
}

export function toTextOffer({ fix, issue: { code, severity }, edits }: TextPlan): FixOffer {
  return { fix, code, ledgerCode: null, severity, count: edits.length };
}

export function describeTextChanges(
  { fix, edits, document }: TextPlan,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): FixChange[] {
  const { bytes } = document.elementIndex;
  const position = createPositionFinder(bytes);
  return edits.slice(offset, offset + limit).map((edit) => ({
    fix,
    record: null,
    path: '/',
    ...position(edit.from),
    before: cut(editedText(bytes, [], edit.from, edit.to)),
    after: cut(edit.instead),
    ...diffLines(document.elementIndex, [edit]),
  }));
}
