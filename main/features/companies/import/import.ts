import type { ImportMapping } from '../../../../contract/company-import.ts';
import { importFields } from '../../../../contract/company-texts.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import type { EventPayload } from '../../../../contract/events.ts';
import type { ParsedInput } from '../../../../contract/methods.ts';
import {
  type ActiveConnection,
  knownTerritories,
  takesWrongTaxIds,
} from '../../connection/public.ts';
import type { Core, Handlers } from '../../core.ts';
import { listIdentities } from '../companies-table.ts';
import { checkRows } from './check-rows.ts';
import { proposeMapping, requireMapping } from './mapping.ts';
import { describeImport } from './preview.ts';
import type { ReadRow } from './read-row.ts';
import { createStagedImports } from './staged-import.ts';
import { storeCompanies } from './store-companies.ts';
import { columnCount, type ImportTable } from './table/table.ts';

/**
 * Import of companies, in this order: a file becomes a table in a thread of its own (`table/`), a
 * mapping gives its columns a meaning (`mapping.ts`), each row becomes a checked company
 * (`check-rows.ts`). Then a person sees them (`preview.ts`) or those they chose are stored
 * (`store-companies.ts`). State: the files between preview and import.
 */
export function importHandlers(core: Core) {
  const files = createStagedImports(core);
  const open = (input: WantedImport) => {
    emitProgress(core, { fileId: input.fileId, phase: 'reading', done: 0, total: 0 });
    return files.open(input.fileId, input);
  };
  return {
    'companies.importPreview': async (input) => {
      const { name, table } = await open(input);
      const mapping = mappingFor(table, input.mapping);
      const rows = await check(core, input, { table, mapping }, await core.connection.active());
      return describeImport(input, { name, table, mapping, rows });
    },
    'companies.importFile': async (input) => {
      // The rows are stored where they were checked, also when another connection comes into force.
      const connection = await core.connection.active();
      const { table } = await open(input);
      const mapping = requireMapping(mappingFor(table, input.mapping), columnCount(table));
      const rows = await check(core, input, { table, mapping }, connection);
      const chosen = choose(rows, input);
      const { fileId } = input;
      const onProgress = (done: number) =>
        emitProgress(core, { fileId, phase: 'writing', done, total: chosen.length });
      const stored = await storeCompanies(core, chosen, connection, onProgress);
      await files.discard(fileId);
      core.emit({ name: 'companies.changed', payload: {} });
      core.log.info('companies_imported', { rows: chosen.length });
      return { ...stored, skipped: rows.length - chosen.length };
    },
    'companies.discardImport': async ({ fileId }) => {
      await files.discard(fileId);
      return {};
    },
  } satisfies Partial<Handlers>;
}

function emitProgress(core: Core, payload: EventPayload<'import.progressed'>): void {
  core.emit({ name: 'import.progressed', payload });
}

/** The given mapping, or else a proposal. The columns of a sealed file are known. */
function mappingFor(table: ImportTable, given: ImportMapping | undefined): ImportMapping {
  if (table.format !== 'sealed') return given ?? proposeMapping(table.headings);
  const columns = Object.fromEntries(importFields.map((field, index) => [field, index]));
  return { columns, defaultTerritoryId: given?.defaultTerritoryId ?? null };
}

type WantedImport = ParsedInput<'companies.importPreview' | 'companies.importFile'>;

async function check(
  core: Core,
  { fileId, hiddenRows }: WantedImport,
  { table, mapping }: { readonly table: ImportTable; readonly mapping: ImportMapping },
  { environment, keyNames }: ActiveConnection,
): Promise<readonly ReadRow[]> {
  // A person expects the rows that a filtered sheet shows. Hidden rows are neither imported nor
  // checked against the others, unless asked for.
  const rows = hiddenRows ? table.rows : table.rows.filter(({ isHidden }) => !isHidden);
  return checkRows(rows, mapping, {
    territories: await knownTerritories(core, environment),
    takesWrongTaxIds: table.format === 'sealed' && takesWrongTaxIds(core.connection),
    companies: await listIdentities(core.store.queries, environment),
    vault: core.vault,
    keyNames,
    onProgress: (done) =>
      emitProgress(core, { fileId, phase: 'checking', done, total: rows.length }),
  });
}

/** One chosen row with a fault refuses all, unless faulty rows are skipped and others are left. */
function choose(
  rows: readonly ReadRow[],
  input: ParsedInput<'companies.importFile'>,
): readonly ReadRow[] {
  const wanted = input.rows ? new Set(input.rows) : null;
  const named = wanted ? rows.filter(({ shown }) => wanted.has(shown.row)) : rows;
  if (wanted && named.length < wanted.size)
    throw new ZubiError('invalid_input', { fields: ['rows: unknown'] });
  const good = named.filter(({ shown }) => shown.faults.length === 0);
  const faulty = named.filter(({ shown }) => shown.faults.length > 0);
  if (faulty.length > 0 && (good.length === 0 || !input.skipFaulty)) {
    throw new ZubiError('import_rows_faulty', {
      rows: faulty.length,
      first: faulty
        .slice(0, 20)
        .map(({ shown }) => ({ row: shown.row, code: shown.faults[0]?.code ?? '' })),
    });
  }
  if (good.length === 0) throw new ZubiError('import_empty');
  return good;
}
