import { type ErrorCode, type Json, ZubiError } from '../../contract/errors.ts';
import { systemCode as codeOf } from '../platform/system-code.ts';

const dnsCodes = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'];
/** The process or the whole system has no file descriptor left. */
const handleCodes = ['EMFILE', 'ENFILE'];
const timeoutCodes = ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
/** undici's parser errors have a name and no usable code. */
const notHttp = 'not_http';
const sizeCodes = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW'];

/**
 * The short code of an error of Node or undici; never its message, which may quote sent or received
 * data.
 */
export const systemCode = (error: unknown): string => codeOf(error).slice(0, 60) || 'unknown';

/** Names a failure to connect; details have the host and the system's code. */
export function toConnectError(error: unknown, details: Readonly<Record<string, Json>>): ZubiError {
  if (error instanceof ZubiError) return error;
  const reason = systemCode(error);
  return new ZubiError(connectCode(error, reason), { ...details, reason });
}

function connectCode(error: unknown, reason: string): ErrorCode {
  if (isTimeout(error)) return 'connection_timeout';
  if (handleCodes.includes(reason)) return 'too_many_open_files';
  if (dnsCodes.includes(reason)) return 'connection_dns';
  return reason === 'ECONNRESET' || reason === 'EPIPE' ? 'connection_lost' : 'connection_refused';
}

/** Names a failure after the connection was made: while sending, waiting or receiving. */
export function toExchangeError(
  error: unknown,
  details: Readonly<Record<string, Json>>,
): ZubiError {
  if (error instanceof ZubiError) return error;
  const reason =
    error instanceof Error && error.name === 'HTTPParserError' ? notHttp : systemCode(error);
  return new ZubiError(exchangeCode(error, reason), { ...details, reason });
}

function exchangeCode(error: unknown, reason: string): ErrorCode {
  if (isTimeout(error)) return 'connection_timeout';
  if (sizeCodes.includes(reason)) return 'answer_too_large';
  if (reason === 'UND_ERR_INVALID_ARG') return 'invalid_input';
  return reason === notHttp ? 'answer_not_understood' : 'connection_lost';
}

function isTimeout(error: unknown): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true;
  return timeoutCodes.includes(systemCode(error));
}
