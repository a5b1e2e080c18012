import { ZubiError } from '../../../contract/errors.ts';

/**
 * What may be logged of an error: its kind and codes. Messages, stacks and properties quote paths,
 * values and keys.
 */
interface ErrorDescription {
  readonly errorName: string;
  readonly errorCode: string;
  /** Code of the first cause with one. */
  readonly cause: string | null;
  readonly [field: string]: string | null;
}

const namePattern = /^[A-Z][A-Za-z]{2,40}$/;
const codePattern = /^(?:[A-Z][A-Z0-9_]{2,60}|[a-z][a-z0-9_]{2,60})$/;
const deepestCause = 5;

/** Fields for a log line: `log.error('x.failed', describeError(error))`. */
export function describeError(error: unknown): ErrorDescription {
  return {
    errorName: error instanceof Error && namePattern.test(error.name) ? error.name : typeof error,
    errorCode: codeOf(error) ?? 'internal',
    cause: causeCode(error),
  };
}

function codeOf(error: unknown): string | null {
  if (error instanceof ZubiError) return error.code;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  return codePattern.test(error.code) ? error.code : null;
}

function causeCode(error: unknown): string | null {
  let cause = error instanceof Error ? error.cause : undefined;
  for (let depth = 0; depth < deepestCause && cause instanceof Error; depth += 1) {
    const code = codeOf(cause);
    if (code !== null) return code;
    cause = cause.cause;
  }
  return null;
}
