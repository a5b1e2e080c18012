import { ZubiError } from '../../../contract/errors.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import type { KeyNames } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  type CompanyIdentity,
  type CompanyRow,
  findByKeyEnding,
  findCompanyByServiceId,
  findCompanyByTaxId,
  listIdentities,
  recoverCreating,
  updateCompany,
} from './companies-table.ts';
import { pauseInterruptedJobs } from './company-jobs-table.ts';
import { serializeFailure } from './company-row.ts';

/** The columns about a company's key: at most its last four characters. */
export function keyColumns(secret: Secret) {
  return { key_stored: 1 as const, key_last4: secret.last4() ?? '' };
}

/**
 * Seals a company's key for the service that gave it, and marks the key as stored. Throws
 * `answer_not_understood` for one that the service has masked.
 */
export async function storeKey(
  core: Core,
  companyId: string,
  { apiKey, keyNames }: GivenKey,
): Promise<void> {
  requireWholeKey(apiKey);
  await core.vault.set(keyNames.company(companyId), apiKey);
  await updateCompany(core.store.queries, companyId, keyColumns(apiKey));
}

/** Throws `answer_not_understood` for a key that the service has masked. */
export function requireWholeKey(apiKey: Secret): void {
  if (/\*{4}/.test(apiKey.reveal()))
    throw new ZubiError('answer_not_understood', { reason: 'api_key' });
}

/** The company that a tax id, an identifier or a key belongs to. */
export type Owner = Pick<CompanyRow, 'id' | 'environment'>;

/** A company's key with the key names of its service. */
export interface GivenKey {
  readonly apiKey: Secret;
  readonly keyNames: KeyNames;
}

/**
 * A key belongs to one company: with a shared key, files of one could go in the other's name.
 * Throws `company_key_taken`.
 */
export async function requireKeyIsFree(core: Core, key: Secret, owner: Owner): Promise<void> {
  const last4 = key.last4() ?? '';
  const names = core.connection.keyNames(owner.environment);
  if (names === null) return;
  for (const other of await findByKeyEnding(core.store.queries, owner.environment, last4)) {
    if (other.id === owner.id) continue;
    // A key that cannot be opened now cannot be compared: storing the new one fails then too.
    using kept = await core.vault.get(names.company(other.id)).catch(() => null);
    if (kept?.equals(key))
      throw new ZubiError('company_key_taken', { taxId: other.tax_id, name: other.full_name });
  }
}

/** Throws `company_exists` when another company of the environment has this tax id. */
export async function requireTaxIdIsFree(core: Core, taxId: string, owner: Owner): Promise<void> {
  const other = await findCompanyByTaxId(core.store.queries, owner.environment, taxId);
  if (other && other.id !== owner.id) throw existsHere(other);
}

/** Throws `company_exists` when another company has this identifier of the service. */
export async function requireServiceIdIsFree(
  core: Core,
  serviceId: string,
  { id, environment }: Owner,
): Promise<void> {
  const other = await findCompanyByServiceId(core.store.queries, environment, serviceId);
  if (other && other.id !== id) throw existsHere(other, { serviceId });
}

function existsHere(
  { id, tax_id: taxId, full_name: name }: CompanyRow,
  more: { readonly serviceId?: string } = {},
): ZubiError {
  return new ZubiError('company_exists', { taxId, name, id, ...more, where: 'here' });
}

/**
 * Updates the companies' rows after an earlier process: creations without an answer, unfinished
 * bulk creations, and keys that came or went with `secrets.json`.
 */
export async function recoverCompanies(core: Core): Promise<void> {
  const interrupted = serializeFailure({ code: 'interrupted', details: {} });
  const lost = await recoverCreating(core.store.queries, interrupted);
  if (lost > 0) core.log.warn('company_creation_interrupted', { count: lost });
  await pauseInterruptedJobs(core.store.queries, interrupted);
  await followKeys(core);
}

/**
 * Updates the rows' key columns for each connection. A key given by another service
 * does not count.
 */
export async function followKeys(core: Core): Promise<void> {
  const kept = new Set(core.vault.names());
  for (const { id: environment } of core.connection.file().connections) {
    const names = core.connection.keyNames(environment);
    for (const row of await listIdentities(core.store.queries, environment)) {
      const name = names?.company(row.id) ?? null;
      const change = await changeOf(core, row, name !== null && kept.has(name) ? name : null);
      if (change) await updateCompany(core.store.queries, row.id, change);
    }
  }
}

async function changeOf(core: Core, row: CompanyIdentity, keyName: string | null) {
  const hasKey = keyName !== null;
  const isKeyRight = hasKey === (row.key_stored === 1) && (!hasKey || row.key_last4 !== null);
  if (isKeyRight) return null;
  if (keyName === null) return { key_stored: 0 as const, key_last4: null };
  using key = await core.vault.get(keyName).catch(() => null);
  const key_last4 = key ? (key.last4() ?? '') : null;
  if (key_last4 === null && row.key_stored === 1) return null;
  return { key_stored: 1 as const, key_last4 };
}
