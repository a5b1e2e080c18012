import type { Input } from '../../../contract/methods.ts';

/**
 * The part of a former plan that is still to be corrected, until the next plan is there; none of
 * another batch's.
 */
export function stillPlanned<Planned extends { readonly id: string }>(
  former: readonly Planned[],
  selection: Input<'submissions.planCorrections'> | null,
): readonly Planned[] {
  const ids = new Set(selection !== null && 'ids' in selection ? selection.ids : []);
  return former.filter(({ id }) => ids.has(id));
}
