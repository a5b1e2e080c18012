import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { companyTexts, textsOf } from '../../contract/company-texts.ts';
import { ZubiError } from '../../contract/errors.ts';
import type { Secret } from '../platform/secrets/secret.ts';
import type { ServiceCompanyFields } from './client-port.ts';
import type { HttpRequest } from './http.ts';
import { writePath } from './json-path.ts';
import type { Credential, ServiceProfile } from './profile.ts';

const compress = promisify(gzip);

/** Endpoints of the profile. */
export type EndpointName = Exclude<keyof ServiceProfile['endpoints'], 'submissionResult'>;

/**
 * The body of a company's creation or update, with the fields of specification 2.1: a legal
 * entity's name has no parts.
 */
export function buildCompanyBody(
  company: ServiceCompanyFields,
  profile: ServiceProfile,
): Uint8Array {
  const fields = profile.requests.company;
  const document: Record<string, unknown> = {};
  writePath(document, fields.isIndividual, company.isIndividual);
  writePath(document, fields.fullName, company.fullName);
  writePath(document, fields.taxId, company.taxId);
  writePath(document, fields.territoryId, toWireId(company.territoryId, fields.territoryIdAs));
  for (const name of textsOf(company.isIndividual)) {
    const [path, text] = [fields[name], company[name] ?? null];
    if (companyTexts[name].isRequired && text === null)
      throw new ZubiError('company_name_parts', {});
    if (path !== null) writePath(document, path, text);
  }
  return toBody(document, profile);
}

/** A document as Base64. Throws `too_large` when no request can have it. */
export function toBase64(document: Uint8Array, profile: ServiceProfile): string {
  requireSize(Math.ceil(document.byteLength / 3) * 4, profile);
  const { buffer, byteOffset, byteLength } = document;
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** The JSON of a request. Throws `too_large`. */
export function toBody(document: object, profile: ServiceProfile): Buffer {
  const body = Buffer.from(JSON.stringify(document));
  requireSize(body.length, profile);
  return body;
}

/** Throws `too_large` beyond the profile's largest request. */
export function requireSize(sizeBytes: number, { limits }: ServiceProfile): void {
  const limitBytes = limits.maxRequestBytes;
  if (sizeBytes > limitBytes) throw new ZubiError('too_large', { sizeBytes, limitBytes });
}

function toWireId(id: string, as: 'number' | 'text'): string | number {
  return as === 'number' && /^\d{1,15}$/.test(id) ? Number(id) : id;
}

/**
 * The header of an endpoint's credential. A key that no header can carry is refused before anything
 * leaves.
 */
export function credentialHeader(
  credential: Exclude<Credential, 'both'>,
  key: Secret,
  profile: ServiceProfile,
): Record<string, string> {
  return { [profile.headers[credential]]: headerText(key, `${credential}_key`) };
}

/** The headers of a call for a company: its key, the intermediary's, or both. */
export function companyHeaders(
  credential: Credential,
  { userKey, clientKey }: { readonly userKey?: Secret | null; readonly clientKey: Secret },
  profile: ServiceProfile,
): Record<string, string> {
  const own = credential === 'user' ? {} : credentialHeader('client', clientKey, profile);
  if (credential === 'client') return own;
  if (!userKey) throw new ZubiError('user_key_missing');
  return { ...own, ...credentialHeader('user', userKey, profile) };
}

/** The certificate's key as a submission's header, if the profile has one. */
export function certificateHeader(key: Secret, profile: ServiceProfile): Record<string, string> {
  const name = profile.headers.certificateKey;
  return name === null ? {} : { [name]: headerText(key, 'certificate_key') };
}

/** Keys that a header can carry. */
export const headerKeyPattern = /^[\x21-\x7e]+$/;

function headerText(key: Secret, what: string): string {
  const text = key.reveal();
  if (!headerKeyPattern.test(text)) throw new ZubiError('invalid_input', { what });
  return text;
}

/** The profile's own headers, except those that Zubi sends with each request. */
export function extraHeaders({ headers }: ServiceProfile): Record<string, string> {
  const own = Object.entries(headers.extra).filter(([name]) => !/^accept(-encoding)?$/i.test(name));
  return Object.fromEntries(own);
}

/** A whole POST with a JSON body, gzipped where the profile allows it. */
export async function buildPost(
  path: string,
  credential: Record<string, string>,
  body: Uint8Array,
  profile: ServiceProfile,
): Promise<HttpRequest> {
  const own = { accept: 'application/json', 'content-type': 'application/json' };
  const headers = { ...extraHeaders(profile), ...credential, ...own };
  const { gzipRequests, minimumBytes } = profile.compression;
  if (!gzipRequests || body.byteLength < minimumBytes)
    return { method: 'POST', path, headers, body };
  // Level 1: Base64 of XML becomes little larger than with level 9, in a fifth of the time.
  const smaller = await compress(body, { level: constants.Z_BEST_SPEED });
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: smaller,
  };
}
