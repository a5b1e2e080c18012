import type { AuthorizationState } from '../../../contract/company.ts';

/** What changes an authorization's state: a document received by the service, or a review. */
type Trigger = 'upload' | 'approve' | 'reject';

/**
 * The next state (service specification, part 3), or null when the trigger does not apply: only a
 * pending authorization can be reviewed.
 */
export function nextState(state: AuthorizationState, trigger: Trigger): AuthorizationState | null {
  if (trigger === 'upload') return 'pending_validation';
  if (state !== 'pending_validation') return null;
  return trigger === 'approve' ? 'approved' : 'rejected';
}
