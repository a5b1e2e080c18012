import type { AuthorizationState } from '../../../contract/company.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { isAraba } from '../connection/public.ts';

/** The facts that decide whether a company's submissions may be sent. */
interface GateInput {
  /** Whether the intermediary holds Software Garante status. */
  readonly holdsSoftwareGarante: boolean;
  readonly territoryName: string;
  readonly state: AuthorizationState;
  /** Whether an upload is under way or its answer was lost. The service may then review anew. */
  readonly isOpen: boolean;
  /** Last day in force. */
  readonly expiresOn: string | null;
  readonly today: string;
}

/**
 * Whether an authorization is needed. Companies with Software Garante status or in Araba need none
 * (service specification, part 1).
 */
export function needsAuthorization(
  input: Pick<GateInput, 'holdsSoftwareGarante' | 'territoryName'>,
): boolean {
  return !input.holdsSoftwareGarante && !isAraba(input.territoryName);
}

/** Why submissions may not be sent, or null (service specification, part 3, rule 1). */
export function authorizationFault(
  input: GateInput,
): Extract<
  ErrorCode,
  'authorization_required' | 'authorization_unresolved' | 'authorization_expired'
> | null {
  if (!needsAuthorization(input)) return null;
  if (input.state !== 'approved') return 'authorization_required';
  if (input.isOpen) return 'authorization_unresolved';
  return input.expiresOn !== null && input.expiresOn < input.today ? 'authorization_expired' : null;
}
