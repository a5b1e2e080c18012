import { type CallError, type ErrorCode, errorCodes, type Json } from '../../../contract/errors.ts';
import { placeHash } from '../../router.ts';

/** Where to fix the reason of a refused sending. */
export interface Remedy {
  readonly place: 'company' | 'settings';
  readonly href: string;
  readonly code: ErrorCode;
  /** The company's name; null in Settings. */
  readonly name: string | null;
}

const inSettings: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'connection_missing',
  'connection_unproven',
  'service_profile_unread',
  'user_key_missing',
  'certificate_key_missing',
  'software_garante_missing',
  'sandbox_unavailable',
  'secrets_unreadable',
  'secrets_backend_changed',
]);

type Reason = { readonly code: ErrorCode; readonly details: CallError['details'] };

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The reason of each refused file, or of the whole. */
function reasonsOf({ code, details }: CallError): readonly Reason[] {
  const { files } = details;
  if (!Array.isArray(files)) return [{ code, details }];
  return (files as readonly Json[]).filter(isObject).flatMap((file) => {
    const own = errorCodes.find((known) => known === file.code);
    return own === undefined
      ? []
      : [{ code: own, details: isObject(file.details) ? file.details : {} }];
  });
}

function remedyOf({ code, details }: Reason): Remedy | null {
  const { companyId, name } = details;
  if (typeof companyId === 'string' && typeof name === 'string')
    return { place: 'company', href: placeHash('companies', companyId), code, name };
  if (inSettings.has(code))
    return { place: 'settings', href: placeHash('settings', 'connection'), code, name: null };
  return null;
}

/** The remedies of a refused sending, each once. */
export function remediesOf(error: CallError): readonly Remedy[] {
  const found = reasonsOf(error).flatMap((reason) => remedyOf(reason) ?? []);
  return [...new Map(found.map((remedy) => [`${remedy.code} ${remedy.href}`, remedy])).values()];
}
