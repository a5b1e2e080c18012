import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../../contract/errors.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { Secret } from '../../../platform/secrets/secret.ts';
import type { ActiveConnection } from '../../connection/public.ts';
import type { Core } from '../../core.ts';
import {
  type CompanyChange,
  findCompanies,
  insertCompanies,
  type NewCompany,
  updateCompany,
} from '../companies-table.ts';
import { searchTextOf, toColumns } from '../company-row.ts';
import { keyColumns } from '../keys.ts';
import type { ReadRow } from './read-row.ts';

const withoutIdentifier = ['draft', 'creation_unknown'] as const;

/** Rows in one statement, well below SQLite's limit of values. */
const chunk = 500;

/**
 * Stores rows and keys, and changes the companies that are here, in one transaction. Seals the keys
 * before the commit, and removes those that were not here again when it fails.
 */
export async function storeCompanies(
  core: Core,
  rows: readonly ReadRow[],
  { environment, keyNames }: ActiveConnection,
  onProgress: (done: number) => void,
) {
  const at = core.clock().toISOString();
  const secretOf = ({ apiKey }: ReadRow) => (apiKey === null ? null : new Secret(apiKey));
  const changed = rows.flatMap((row) =>
    row.companyId === null ? [] : [{ row, id: row.companyId, secret: secretOf(row) }],
  );
  const added = rows.filter(({ companyId }) => companyId === null);
  const made = added.map((row) => ({ row, id: core.newId(), secret: secretOf(row) }));
  const keys = [...made, ...changed].flatMap(({ id, secret }) =>
    secret ? [[keyNames.company(id), secret] as const] : [],
  );
  const sealedBefore = new Set(core.vault.names());
  try {
    await core.store.queries.transaction().execute(async (transaction) => {
      for (let start = 0; start < made.length; start += chunk) {
        const part = made.slice(start, start + chunk);
        const values = part.map(({ row, id, secret }) =>
          toNewCompany(row, { id, secret, environment, at }),
        );
        await insertCompanies(transaction, values);
        onProgress(Math.min(start + chunk, made.length));
        await setImmediate();
      }
      for (const { row, id, secret } of changed) {
        const { serviceId, taxId, fullName: name } = row.shown;
        const from = serviceId === null ? undefined : withoutIdentifier;
        if (await updateCompany(transaction, id, toChange(row.shown, secret), from)) continue;
        // It has changed since the rows were checked.
        const [now] = await findCompanies(transaction, [id]);
        if (now === undefined) throw new ZubiError('company_unknown', { id, taxId, name });
        const { state } = now;
        if (state === 'registered')
          throw new ZubiError('company_exists', { taxId, name, id, serviceId, where: 'here' });
        throw new ZubiError('company_state', { id, taxId, name, state });
      }
      if (keys.length > 0) await core.vault.setMany(keys);
    });
  } catch (error) {
    const sealed = keys.map(([name]) => name).filter((name) => !sealedBefore.has(name));
    await core.vault.removeMany(sealed).catch(() => undefined);
    throw error;
  }
  const drafts = made.filter(({ row }) => row.shown.kind === 'draft');
  const withoutKey = added.filter(({ shown }) => shown.kind === 'without_key').length;
  return {
    registered: made.filter(({ secret }) => secret !== null).length,
    withoutKey,
    drafts: drafts.length,
    updated: changed.length,
    draftIds: drafts.filter(({ row }) => !row.isArchived).map(({ id }) => id),
  };
}

/** The office's own texts of a row that changes a company, its identifier and its key's columns. */
function toChange(
  { code, group, adviser, notes, fullName, taxId, serviceId }: ReadRow['shown'],
  secret: Secret | null,
): CompanyChange {
  return {
    ...(serviceId === null ? {} : { service_id: serviceId, state: 'registered', failure: null }),
    ...(secret === null ? {} : keyColumns(secret)),
    ...(code === null ? {} : { code, search_text: searchTextOf(fullName, taxId, code) }),
    ...(group === null ? {} : { client_group: group }),
    ...(adviser === null ? {} : { adviser }),
    ...(notes === '' ? {} : { notes }),
  };
}

interface NewRow {
  readonly id: string;
  readonly secret: Secret | null;
  readonly environment: ConnectionId;
  readonly at: string;
}

function toNewCompany(
  { shown, isArchived }: ReadRow,
  { id, secret, environment, at }: NewRow,
): NewCompany {
  const { isIndividual, territoryId } = shown;
  const fields = { ...shown, isIndividual: isIndividual === true, territoryId: territoryId ?? '' };
  return {
    id,
    environment,
    service_id: shown.serviceId,
    authorization: 'none',
    created_at: at,
    state: shown.serviceId === null ? 'draft' : 'registered',
    ...toColumns(fields, shown.territoryName ?? ''),
    notes: shown.notes,
    archived_at: isArchived ? at : null,
    ...(secret ? keyColumns(secret) : { key_stored: 0, key_last4: null }),
  };
}
