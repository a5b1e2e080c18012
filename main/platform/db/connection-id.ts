import type { ConnectionKind } from '../../../contract/choices.ts';

/**
 * A connection's identifier: its kind, with a number from the second one of that kind. It never
 * changes, and is not given again while anything is kept under it. The column `environment` of a
 * table holds it: one connection's companies and submissions are unknown to the others.
 */
export type ConnectionId = ConnectionKind | `${ConnectionKind}-${number}`;

/** The kind that a person gave the connection when it was added. */
export function kindOf(id: ConnectionId): ConnectionKind {
  return id.replace(/-\d+$/, '') as ConnectionKind;
}
