import { setImmediate } from 'node:timers/promises';
import type { ImportFault, ImportMapping } from '../../../../contract/company-import.ts';
import type { Vault } from '../../../platform/ports.ts';
import { Secret } from '../../../platform/secrets/secret.ts';
import type { KeyNames } from '../../connection/public.ts';
import type { CompanyIdentity } from '../companies-table.ts';
import { type ReadRow, type RowContext, readRow } from './read-row.ts';
import type { TableRow } from './table/table.ts';
import { toUpdate } from './update-row.ts';

/** What rows are checked against. */
interface ImportContext extends RowContext {
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
  const companies = new Map(context.companies.map((company) => [company.tax_id, company]));
  const compare = createComparison(context, companies);
  const checked: ReadRow[] = [];
  let since = { rows: 0, characters: 0 };
  for (const [index, row] of rows.entries()) {
    if (since.rows >= stride.rows || since.characters >= stride.characters) {
      context.onProgress(index);
      await setImmediate();
      since = { rows: 0, characters: 0 };
    }
    since.rows += 1;
    for (const cell of row.cells) since.characters += cell.length;
    const read = readRow(row, mapping, context);
    read.shown.faults.push(...(await compare(read)));
    checked.push(toUpdate(read, companies.get(read.shown.taxId)) ?? read);
  }
  context.onProgress(rows.length);
  return checked;
}

/** Finds what a row shares with the rows before it and with the existing companies. */
function createComparison(
  context: ImportContext,
  companies: ReadonlyMap<string, CompanyIdentity>,
): (row: ReadRow) => Promise<ImportFault[]> {
  /** The first row with each value of a field. */
  const rowsBefore = new Map<string, number>();
  const ownerOfServiceId = new Map(
    context.companies.map(({ service_id, tax_id }) => [service_id, tax_id]),
  );
  const ownerOfKey = createKeySearch(context);
  return async ({ shown: { row, taxId, serviceId }, apiKey, isArchived }) => {
    const faults: ImportFault[] = [];
    // A key is never shown.
    const values = { taxId, serviceId, apiKey: null };
    const note = (
      code: ImportFault['code'],
      field: keyof typeof values,
      otherRow: number | null = null,
    ) => faults.push({ code, field, value: values[field], otherRow });
    const noteRepeated = (code: ImportFault['code'], field: keyof typeof values, value: string) => {
      const other = rowsBefore.get(`${field} ${value}`);
      if (other === undefined) rowsBefore.set(`${field} ${value}`, row);
      else note(code, field, other);
    };
    const isAnother = (owner: string | null | undefined) => (owner ?? taxId) !== taxId;
    if (taxId !== '') {
      noteRepeated('duplicate_tax_id', 'taxId', taxId);
      const here = companies.get(taxId);
      const isHidden = here !== undefined && here.archived_at !== null && !isArchived;
      if (here) note(isHidden ? 'exists_archived' : 'exists_already', 'taxId');
    }
    if (serviceId !== null) {
      noteRepeated('duplicate_service_id', 'serviceId', serviceId);
      if (isAnother(ownerOfServiceId.get(serviceId))) note('service_id_taken', 'serviceId');
    }
    if (apiKey !== null) {
      noteRepeated('duplicate_key', 'apiKey', apiKey);
      if (isAnother(await ownerOfKey(apiKey))) note('key_taken', 'apiKey');
    }
    return faults;
  };
}

const unknownEnding = 'unknown';

/**
 * Finds the tax id of the company that has the same key. Opens only keys with the same or an
 * unknown ending, each once.
 */
function createKeySearch({
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
