import type { AuthorizationState } from '../../../contract/company.ts';

/**
 * What moves an authorization: a document that the service has received, or the result of its
 * review.
 */
export type Trigger = 'upload' | 'approve' | 'reject';

/**
 * The state that follows (service specification, part 3), or null when the trigger does not apply:
 * only what is pending can be reviewed.
 */
export function nextState(state: AuthorizationState, trigger: Trigger): AuthorizationState | null {
  if (trigger === 'upload') return 'pending_validation';
  if (state !== 'pending_validation') return null;
  return trigger === 'approve' ? 'approved' : 'rejected';
}
