import { setImmediate } from 'node:timers/promises';
import type {
  ImportFaultCode,
  ImportMapping,
  ImportPreview,
} from '../../../../contract/company-import.ts';
import { columnsOfTexts, importFields } from '../../../../contract/company-texts.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import type { AppEvent } from '../../../../contract/events.ts';
import type { ParsedInput } from '../../../../contract/methods.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { Secret } from '../../../platform/secrets/secret.ts';
import { knownTerritories } from '../../connection/public.ts';
import type { Core, Handlers } from '../../core.ts';
import { insertCompanies, listIdentities, type NewCompany } from '../companies-table.ts';
import { searchTextOf } from '../company-row.ts';
import { keyColumns } from '../keys.ts';
import { checkRows } from './check-rows.ts';
import { proposeMapping, requireMapping } from './mapping.ts';
import type { ReadRow } from './read-row.ts';
import { createStagedImports, type StagedImport } from './staged-import.ts';
import { type ImportTable, inOneLine } from './table.ts';

/** Import of companies from a table. State: the files between preview and import. */
export function importHandlers(
  core: Core,
): Handlers<'companies.importPreview' | 'companies.importFile' | 'companies.discardImport'> {
  const files = createStagedImports(core);
  return {
    'companies.importPreview': async (input) => {
      emitProgress(core, input.fileId, 'reading', 0, 0);
      const file = await files.open(input.fileId, input);
      const mapping = mappingOf(file.table, input.mapping);
      const rows = await check(core, input, file, mapping);
      return describe(input, file, mapping, rows);
    },
    'companies.importFile': async (input) => {
      emitProgress(core, input.fileId, 'reading', 0, 0);
      const file = await files.open(input.fileId, input);
      const mapping = requireMapping(mappingOf(file.table, input.mapping), columnCount(file.table));
      const rows = await check(core, input, file, mapping);
      const chosen = choose(rows, input);
      const stored = await store(core, input.fileId, chosen);
      await files.discard(input.fileId);
      core.emit({ name: 'companies.changed', payload: {} });
      core.log.info('companies_imported', { rows: chosen.length });
      return { ...stored, skipped: rows.length - chosen.length };
    },
    'companies.discardImport': async ({ fileId }) => {
      await files.discard(fileId);
      return {};
    },
  };
}

const columnCount = (table: ImportTable): number =>
  Math.max(table.headings.length, ...table.rows.map(({ cells }) => cells.length));

function mappingOf(table: ImportTable, given: ImportMapping | undefined): ImportMapping {
  if (table.format !== 'sealed') return given ?? proposeMapping(table.headings);
  const columns = Object.fromEntries(importFields.map((field, index) => [field, index]));
  return { columns, defaultTerritoryId: given?.defaultTerritoryId ?? null };
}

interface Wanted {
  readonly fileId: string;
  readonly hiddenRows: boolean;
}

async function check(
  core: Core,
  { fileId, hiddenRows }: Wanted,
  { table }: StagedImport,
  mapping: ImportMapping,
) {
  const { environment, keyNames } = await core.connection.active();
  // A person expects the rows that a filtered sheet shows. Hidden rows are neither imported nor
  // checked against the others, unless asked for.
  const rows = hiddenRows ? table.rows : table.rows.filter(({ isHidden }) => isHidden !== true);
  const total = rows.length;
  return checkRows(rows, mapping, {
    territories: await knownTerritories(core, false),
    companies: await listIdentities(core.store.queries, environment),
    vault: core.vault,
    keyNames,
    onProgress: (done) => emitProgress(core, fileId, 'checking', done, total),
  });
}

function describe(
  input: ParsedInput<'companies.importPreview'>,
  { name, table }: StagedImport,
  mapping: ImportMapping,
  rows: readonly ReadRow[],
): ImportPreview {
  const { format, encoding, delimiter, workbook } = table;
  const shown = rows.map((row) => row.shown);
  const listed = input.onlyFaulty ? shown.filter(({ faults }) => faults.length > 0) : shown;
  return {
    ...{ fileId: input.fileId, name, format, encoding, delimiter, mapping },
    sheet: workbook?.sheet.name ?? null,
    sheetIndex: workbook?.sheet.index ?? null,
    sheets: [...(workbook?.sheets ?? [])],
    columns: describeColumns(table, mapping),
    counts: { ...count(rows), hidden: table.rows.filter(({ isHidden }) => isHidden).length },
    faults: countFaults(rows),
    rows: listed.slice(input.offset, input.offset + input.limit),
    total: listed.length,
  };
}

function count(rows: readonly ReadRow[]): Omit<ImportPreview['counts'], 'hidden'> {
  const good = rows.filter(({ shown }) => shown.faults.length === 0);
  const of = (kind: ReadRow['shown']['kind']) =>
    good.filter(({ shown }) => shown.kind === kind).length;
  return {
    rows: rows.length,
    good: good.length,
    faulty: rows.length - good.length,
    registered: of('registered'),
    withoutKey: of('without_key'),
    drafts: of('draft'),
  };
}

function countFaults(rows: readonly ReadRow[]): ImportPreview['faults'] {
  const counts = new Map<ImportFaultCode, number>();
  for (const { shown } of rows) {
    for (const { code } of shown.faults) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts]
    .map(([code, n]) => ({ code, count: n }))
    .sort((one, other) => other.count - one.count);
}

function describeColumns(table: ImportTable, mapping: ImportMapping): ImportPreview['columns'] {
  return Array.from({ length: Math.min(64, columnCount(table)) }, (_, index) => {
    const values = table.rows.slice(0, 50).map(({ cells }) => cells[index] ?? '');
    const isKey = mapping.columns.apiKey === index;
    const samples = values.filter((value) => value !== '').slice(0, 3);
    const heading = (table.headings[index] ?? '').slice(0, 120);
    return { index, heading, samples: samples.map((value) => (isKey ? '••••' : sample(value))) };
  });
}

/** Masks what looks like a key in any column: a long text that is no word of a language. */
function sample(value: string): string {
  const long = value.match(/\S{16,}/g) ?? [];
  const isKey = long.some(
    (word) => !/^[\p{L}.,:;()'’&-]+$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word),
  );
  return isKey ? '••••' : inOneLine(value).slice(0, 60);
}

/** One chosen row with a fault refuses all, unless faulty rows are skipped. */
function choose(
  rows: readonly ReadRow[],
  input: ParsedInput<'companies.importFile'>,
): readonly ReadRow[] {
  const wanted = input.rows ? new Set(input.rows) : null;
  const named = wanted ? rows.filter(({ shown }) => wanted.has(shown.row)) : rows;
  if (wanted && named.length < wanted.size)
    throw new ZubiError('invalid_input', { fields: ['rows: unknown'] });
  const good = named.filter(({ shown }) => shown.faults.length === 0);
  if (good.length < named.length && !input.skipFaulty) {
    const faulty = named.filter(({ shown }) => shown.faults.length > 0);
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

/** Rows in one statement, well below SQLite's limit of values. */
const chunk = 500;

/**
 * Stores rows and keys in one transaction. Seals the keys before the commit, and removes them again
 * when it fails.
 */
async function store(core: Core, fileId: string, rows: readonly ReadRow[]) {
  const { environment, keyNames } = await core.connection.active();
  const at = core.clock().toISOString();
  const made = rows.map((row) => ({
    row,
    id: core.newId(),
    secret: row.apiKey === null ? null : new Secret(row.apiKey),
  }));
  const keys = made.flatMap(({ id, secret }) =>
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
        emitProgress(core, fileId, 'writing', Math.min(start + chunk, made.length), made.length);
        await setImmediate();
      }
      if (keys.length > 0) await core.vault.setMany(keys);
    });
  } catch (error) {
    await core.vault.removeMany(keys.map(([name]) => name)).catch(() => undefined);
    throw error;
  }
  const drafts = made.filter(({ row }) => row.shown.kind === 'draft');
  const withoutKey = rows.filter(({ shown }) => shown.kind === 'without_key').length;
  return {
    registered: keys.length,
    withoutKey,
    drafts: drafts.length,
    draftIds: drafts.map(({ id }) => id),
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
  return {
    ...{ id, environment, service_id: shown.serviceId, authorization: 'none', created_at: at },
    state: shown.serviceId === null ? 'draft' : 'registered',
    is_individual: shown.isIndividual ? 1 : 0,
    full_name: shown.fullName,
    ...columnsOfTexts(shown),
    tax_id: shown.taxId,
    territory_id: shown.territoryId ?? '',
    territory_name: shown.territoryName ?? '',
    search_text: searchTextOf(shown.fullName, shown.taxId, shown.code),
    notes: shown.notes,
    archived_at: isArchived ? at : null,
    ...(secret ? keyColumns(secret) : { key_stored: 0, key_last4: null }),
  };
}

type Phase = Extract<AppEvent, { name: 'import.progressed' }>['payload']['phase'];

function emitProgress(core: Core, fileId: string, phase: Phase, done: number, total: number): void {
  core.emit({ name: 'import.progressed', payload: { fileId, phase, done, total } });
}
