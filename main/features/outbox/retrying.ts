import { backoffMs } from '../../../contract/backoff.ts';
import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import type { SendOutcome } from '../../service/client-port.ts';

/**
 * How often a file is tried in all before a person is asked; where nobody was reached, only by a
 * command.
 */
export const maxAttempts = 5;
const firstWaitMs = 1000;
const maxWaitMs = 30_000;
/**
 * After so many failures in a row it is no hiccup: a night without a network should not fill the
 * history with tries.
 */
const hiccupFailures = 10;
const maxAbsenceWaitMs = 120_000;
/** A service that asks for more is asked again after a day. */
export const maxAskedMs = 86_400_000;

const unreached: readonly ErrorCode[] = [
  'connection_refused',
  'connection_dns',
  'connection_timeout',
  'connection_lost',
  'too_many_open_files',
];

/**
 * Whether a failure surely did no harm and may be over soon: nothing was delivered, and it was the
 * network or the service's pace that said no. Never for a refusal of the document, of a key or of a
 * certificate: those stay as they are until a person does something.
 */
export function isPassing(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'not_delivered') return false;
  const { code, details } = outcome.error;
  if (code === 'service_rate_limited') return true;
  if (outcome.raw !== null) return false;
  if (code === 'connection_proxy') return details.proxyUnreachable === true;
  if (code === 'connection_tls') return details.reason === 'ECONNRESET';
  return unreached.includes(code);
}

/**
 * Of what is passing: whether there was nobody to say anything, rather than a service that asked
 * for patience.
 */
export function wasNotReached({ code }: CallError): boolean {
  return code !== 'service_rate_limited';
}

const everyFile: readonly ErrorCode[] = [
  'connection_missing',
  'connection_unproven',
  'connection_tls',
  'connection_proxy',
  'connection_not_https',
  'certificate_key_missing',
  'software_garante_missing',
  'secrets_locked',
  'secrets_unreadable',
  'secrets_backend_changed',
  'sandbox_unavailable',
  'disk_full',
  'too_many_open_files',
  'data_folder_not_writable',
  'data_folder_in_use',
  'database_damaged',
];

/**
 * Whether every other file of the queue would meet the same failure, so that going on would only
 * spoil them one by one.
 */
export function concernsEveryFile(error: CallError): boolean {
  return everyFile.includes(error.code);
}

/**
 * Waits grow from one second to thirty, later to 120, with full jitter: many machines that lost the
 * service at once do not come back at once.
 */
export function jitteredWaitMs(failures: number, random: () => number): number {
  const maxMs = failures > hiccupFailures ? maxAbsenceWaitMs : maxWaitMs;
  return backoffMs(failures, { firstMs: firstWaitMs, maxMs }, random);
}

/** How long the queue waits after a passing failure; what the service asked for is kept to. */
export function nextWaitMs(outcome: SendOutcome, failures: number, random: () => number): number {
  const asked = outcome.kind === 'not_delivered' ? (outcome.retryAfterMs ?? 0) : 0;
  return Math.max(jitteredWaitMs(failures, random), Math.min(asked, maxAskedMs));
}
