import { setImmediate } from 'node:timers/promises';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { Secret } from '../../../platform/secrets/secret.ts';
import type { ActiveConnection } from '../../connection/public.ts';
import type { Core } from '../../core.ts';
import { insertCompanies, type NewCompany, updateCompany } from '../companies-table.ts';
import { searchTextOf, toColumns } from '../company-row.ts';
import { keyColumns } from '../keys.ts';
import type { ReadRow } from './read-row.ts';

/** Rows in one statement, well below SQLite's limit of values. */
const chunk = 500;

/**
 * Stores rows and keys, and changes the companies that are here, in one transaction. Seals the keys
 * before the commit, and removes them again when it fails.
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
      for (const { row, id, secret } of changed)
        await updateCompany(transaction, id, toChange(row.shown, secret));
      if (keys.length > 0) await core.vault.setMany(keys);
    });
  } catch (error) {
    await core.vault.removeMany(keys.map(([name]) => name)).catch(() => undefined);
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

/** The office's own texts of a row that changes a company, and the columns of its key. */
function toChange(
  { code, group, adviser, notes, fullName, taxId }: ReadRow['shown'],
  secret: Secret | null,
) {
  return {
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
