import { backoffMs } from '../../../contract/backoff.ts';
import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import type { SendOutcome } from '../../service/client-port.ts';

/**
 * Maximum attempts for a file, or waits asked for, before a person is asked. For an unreachable
 * service only a command has this limit.
 */
export const maxAttempts = 5;
const firstWaitMs = 1000;
const maxWaitMs = 30_000;
/**
 * More failures in a row than these are no hiccup: a night without a network should not fill the
 * history with attempts.
 */
const hiccupFailures = 10;
const maxAbsenceWaitMs = 120_000;
/** Maximum wait that a service may ask for: one day. */
export const maxAskedMs = 86_400_000;

const unreached: readonly ErrorCode[] = [
  'connection_refused',
  'connection_dns',
  'connection_timeout',
  'connection_lost',
  'too_many_open_files',
];

/**
 * Whether a failure surely did no harm and may be over soon: nothing was delivered, because of the
 * network or the service's rate limit. Never for a refused document, key or certificate: a person
 * must act first.
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

/** For a passing failure: whether the service was not reached, rather than asking for a wait. */
export function wasNotReached({ code }: CallError): boolean {
  return code !== 'service_rate_limited';
}

const everyFile: readonly ErrorCode[] = [
  'connection_missing',
  'connection_unproven',
  'service_profile_unread',
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
 * Whether every other file of the queue would fail in the same way, so that going on would only end
 * them one by one.
 */
export function concernsEveryFile(error: CallError): boolean {
  return everyFile.includes(error.code);
}

/** One refusal may be of one company's key; two in a row stop the rest. */
export const maxRefusedKeys = 2;

/** So many of the same fault in a row stop the rest: they must not leave a quarter unknown. */
export const maxFaults = 10;

/**
 * Whether the service failed, so that a person must look for the file there. What was surely not
 * delivered goes again, and an answer that was not understood can be read again.
 */
export function isServiceFault(outcome: SendOutcome): boolean {
  return outcome.kind === 'unknown' && !outcome.error.code.startsWith('answer_');
}

/**
 * Waits grow from one second to thirty, later to 120, with full jitter: many machines that lost the
 * service at once must not return at once.
 */
export function jitteredWaitMs(failures: number, random: () => number): number {
  const maxMs = failures > hiccupFailures ? maxAbsenceWaitMs : maxWaitMs;
  return backoffMs(failures, { firstMs: firstWaitMs, maxMs }, random);
}

/** How long the queue waits after a passing failure: at least as long as the service asked for. */
export function nextWaitMs(outcome: SendOutcome, failures: number, random: () => number): number {
  const asked = outcome.kind === 'not_delivered' ? (outcome.retryAfterMs ?? 0) : 0;
  return Math.max(jitteredWaitMs(failures, random), Math.min(asked, maxAskedMs));
}
