import { setImmediate } from 'node:timers/promises';
import type { Territory } from '../../../../contract/company.ts';
import type { ImportFault, ImportMapping } from '../../../../contract/company-import.ts';
import type { Vault } from '../../../platform/ports.ts';
import { Secret } from '../../../platform/secrets/secret.ts';
import type { KeyNames } from '../../connection/public.ts';
import type { CompanyIdentity } from '../companies-table.ts';
import { type ReadRow, readRow } from './read-row.ts';
import type { TableRow } from './table.ts';

/** What rows are checked against. */
interface ImportContext {
  readonly territories: readonly Territory[];
  readonly companies: readonly CompanyIdentity[];
  readonly vault: Pick<Vault, 'get'>;
  readonly keyNames: KeyNames;
  readonly onProgress: (done: number) => void;
}

/** Rows or characters read before other work of this thread gets a turn. */
const stride = { rows: 250, characters: 256 * 1024 };

/** Checks every row: alone, against the rows before it, and against the existing companies. */
export async function checkRows(
  rows: readonly TableRow[],
  mapping: ImportMapping,
  context: ImportContext,
): Promise<readonly ReadRow[]> {
  const seen = {
    taxIds: new Map<string, number>(),
    serviceIds: new Map<string, number>(),
    keys: new Map<string, number>(),
  };
  const taxIds = new Set(context.companies.map(({ tax_id }) => tax_id));
  const serviceIds = new Map(
    context.companies.map(({ service_id, tax_id }) => [service_id, tax_id]),
  );
  const ownerOfKey = keyLookup(context);
  const read: ReadRow[] = [];
  let since = { rows: 0, characters: 0 };
  for (const [index, row] of rows.entries()) {
    if (since.rows >= stride.rows || since.characters >= stride.characters) {
      context.onProgress(index);
      await setImmediate();
      since = { rows: 0, characters: 0 };
    }
    since.rows += 1;
    for (const cell of row.cells) since.characters += cell.length;
    const one = readRow(row, mapping, context.territories);
    const { taxId, serviceId, faults } = one.shown;
    const note = (
      code: ImportFault['code'],
      field: ImportFault['field'],
      value: string | null,
      otherRow: number | null,
    ) => faults.push({ code, field, value, otherRow });
    const once = (places: Map<string, number>, value: string): number | null => {
      const other = places.get(value) ?? null;
      if (other === null) places.set(value, row.row);
      return other;
    };
    if (taxId !== '') {
      const other = once(seen.taxIds, taxId);
      if (other !== null) note('duplicate_tax_id', 'taxId', taxId, other);
      if (taxIds.has(taxId)) note('exists_already', 'taxId', taxId, null);
    }
    if (serviceId !== null) {
      const other = once(seen.serviceIds, serviceId);
      if (other !== null) note('duplicate_service_id', 'serviceId', serviceId, other);
      const owner = serviceIds.get(serviceId);
      if (owner !== undefined && owner !== taxId)
        note('service_id_taken', 'serviceId', serviceId, null);
    }
    if (one.apiKey !== null) {
      const other = once(seen.keys, one.apiKey);
      if (other !== null) note('duplicate_key', 'apiKey', null, other);
      const owner = await ownerOfKey(one.apiKey);
      if (owner !== null && owner !== taxId) note('key_taken', 'apiKey', null, null);
    }
    read.push(one);
  }
  context.onProgress(rows.length);
  return read;
}

const unknownEnding = 'unknown';

/**
 * Finds the tax id of the company that has the same key. Opens only keys with the same or an
 * unknown ending, each once.
 */
function keyLookup({
  companies,
  vault,
  keyNames,
}: ImportContext): (key: string) => Promise<string | null> {
  const byEnding = Map.groupBy(
    companies.filter(({ key_stored }) => key_stored === 1),
    // A key with an unknown ending may be any key.
    ({ key_last4 }) => key_last4 ?? unknownEnding,
  );
  const opened = new Map<string, Secret | null>();
  return async (key) => {
    const secret = new Secret(key);
    const candidates = [
      ...(byEnding.get(secret.last4() ?? '') ?? []),
      ...(byEnding.get(unknownEnding) ?? []),
    ];
    for (const { id, tax_id } of candidates) {
      const kept = opened.get(id) ?? (await vault.get(keyNames.company(id)));
      opened.set(id, kept);
      if (kept?.equals(secret)) return tax_id;
    }
    return null;
  };
}
