import type { ConnectionKind } from '../../../contract/choices.ts';

/**
 * A connection's identifier: its kind, numbered from the second of that kind on. It never changes
 * and is never reused. Each table's column `environment` holds it: companies and submissions of one
 * connection are unknown to the others.
 */
export type ConnectionId = ConnectionKind | `${ConnectionKind}-${number}`;

/** The kind that a person gave the connection when adding it. */
export function kindOf(id: ConnectionId): ConnectionKind {
  return id.replace(/-\d+$/, '') as ConnectionKind;
}
