import type { AuthorizationMatch, DocumentCheck } from '../../../contract/authorization.ts';
import type { Output } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { IncomingFilesTable } from '../../platform/db/company-tables.ts';
import { putOnDisk } from '../../platform/files/incoming.ts';
import { findIncomingFiles } from '../../platform/files/incoming-files-table.ts';
import type { Core } from '../core.ts';
import { type AuthorizationRow, listAuthorizations } from './authorizations-table.ts';
import { readIncoming } from './documents.ts';
import { findTaxIds } from './names.ts';
import { presentCompany } from './present.ts';

/** Inspects an incoming file as an authorization. A refusal is part of the answer. */
export async function checkDocument(core: Core, file: IncomingFilesTable): Promise<DocumentCheck> {
  try {
    await putOnDisk(core, file.id);
    const { bytes: _, ...found } = await readIncoming(core, file);
    return { kind: 'good', ...found };
  } catch (error) {
    return { kind: 'refused', error: toCallError(error) };
  }
}

/**
 * Finds the company of each file by the tax ids in its name, and inspects each file. Sends nothing.
 * `gone` lists the files that no longer exist.
 */
export async function matchFiles(
  core: Core,
  fileIds: readonly string[],
): Promise<Output<'authorizations.match'>> {
  const ids = [...new Set(fileIds)];
  const there = new Map(
    (await findIncomingFiles(core.store.queries, ids)).map((file) => [file.id, file]),
  );
  const files = ids.flatMap((id) => there.get(id) ?? []);
  const rows = await listAuthorizations(core);
  const byTaxId = new Map(rows.map((row) => [row.tax_id, row]));
  const found = files.map((file) => ({ file, ...companyOf(file.name, byTaxId) }));
  const matches = await Promise.all(
    found.map(async ({ file, taxIds, outcome, row }) => {
      const rivals = row ? found.filter((other) => other.row === row) : [];
      return {
        fileId: file.id,
        name: file.name,
        sizeBytes: file.size_bytes,
        taxIds,
        outcome: rivals.length > 1 ? ('same_company' as const) : outcome,
        company: row ? presentCompany(row) : null,
        state: row?.authorization ?? null,
        check: await checkDocument(core, file),
      };
    }),
  );
  return { matches, gone: ids.filter((id) => !there.has(id)) };
}

/**
 * A name may also carry the tax id of the office or of a representative, so only ids of client
 * companies count.
 */
function companyOf(fileName: string, byTaxId: ReadonlyMap<string, AuthorizationRow>) {
  const taxIds = findTaxIds(fileName);
  const [row, ...others] = taxIds.flatMap((taxId) => byTaxId.get(taxId) ?? []);
  const without = (outcome: AuthorizationMatch['outcome']) => ({ taxIds, outcome, row: null });
  if (taxIds.length === 0) return without('no_tax_id');
  if (row === undefined) return without('company_unknown');
  if (others.length > 0) return without('several_companies');
  return { taxIds, outcome: 'matched' as const, row };
}
