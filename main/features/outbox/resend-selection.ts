import { ZubiError } from '../../../contract/errors.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { Core } from '../core.ts';
import { findSubmissions } from '../submissions/public.ts';

/** The submissions that a person wants to send again. */
export type Selection = ParsedInput<'submissions.retryAll'>;

interface Chosen {
  readonly rows: readonly SubmissionsTable[];
  readonly hasMore: boolean;
}

/** A page of the submissions that match a filter, the newest first. */
export type ListSubmissions = (
  queries: Core['store']['queries'],
  filter: SubmissionFilter,
  page: { readonly before: number | null; readonly limit: number },
) => Promise<{ readonly rows: readonly SubmissionsTable[] }>;

/** Page size and maximum of submissions read by a filter. A list of ids has the same maximum. */
const pageSize = 1000;
const maxChosen = 5000;

/** Throws `submission_unknown` when an id is not in the history. */
export async function findChosen(
  { store: { queries } }: Core,
  listSubmissions: ListSubmissions,
  selection: Selection,
): Promise<Chosen> {
  if ('ids' in selection) {
    const rows = await findSubmissions(queries, [...new Set(selection.ids)]);
    const found = new Set(rows.map(({ id }) => id));
    const missing = selection.ids.find((id) => !found.has(id));
    if (missing !== undefined) throw new ZubiError('submission_unknown', { id: missing });
    return { rows, hasMore: false };
  }
  const filter = 'filter' in selection ? selection.filter : {};
  const waiting = { ...filter, states: ['failed' as const], waiting: true };
  const rows: SubmissionsTable[] = [];
  for (let isLast = false; !isLast && rows.length <= maxChosen; ) {
    const before = rows.at(-1)?.sequence ?? null;
    const page = await listSubmissions(queries, waiting, { before, limit: pageSize });
    rows.push(...page.rows);
    isLast = page.rows.length < pageSize;
  }
  return { rows: rows.slice(0, maxChosen), hasMore: rows.length > maxChosen };
}
