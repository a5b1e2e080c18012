import type { Authorization } from '../../../contract/authorization.ts';

/** The lists of authorizations, by their next step. */
export const tabs = ['blocking', 'pending', 'expiring', 'unresolved', 'all'] as const;
export type AuthorizationTab = (typeof tabs)[number];

/** A row of the list: a company's authorization, chosen by the company's id. */
export type AuthorizationItem = Authorization & { readonly id: string };

/**
 * Whether the review's result can be recorded: there is a document, and no upload has an unknown
 * outcome.
 */
export function isDecidable({ state, unresolved, sending }: Authorization): boolean {
  return state === 'pending_validation' && unresolved === null && !sending;
}

/** Whether its document may have been uploaded in the panel: the service has none in force. */
export function isNotable({ state, unresolved, sending, daysLeft }: Authorization): boolean {
  const isOver = state === 'approved' && daysLeft !== null && daysLeft < 0;
  return (state === 'none' || state === 'rejected' || isOver) && unresolved === null && !sending;
}
