import { companyTextNames, companyTexts, textsOfRow } from '../../../contract/company-texts.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { compareTexts, dayOf } from '../../../contract/formats.ts';
import { csvRow } from '../../platform/files/csv.ts';
import { toDownload } from '../../platform/files/download.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { Core, Handlers } from '../core.ts';
import { type CompanyRow, findCompanies, listIdentities } from './companies-table.ts';
import { fieldsOfRow } from './company-row.ts';
import { type SealedCompany, sealCompanies } from './sealed-file.ts';

/** Headings that the import recognises. */
const headings = [
  ...['NIF', 'Nombre completo', 'Persona física'],
  ...companyTextNames.map((name) => companyTexts[name].heading),
  ...['Territorio', 'Identificador del servicio', 'Notas'],
];

/** The companies as a file. A CSV file never holds keys; a file with keys is sealed. */
export function exportHandlers(core: Core) {
  return {
    'companies.exportFile': async (input) => {
      const rows = await chooseRows(core, input.ids);
      const day = dayOf(core.clock());
      if (input.format === 'csv') {
        const text = `\uFEFF${[headings, ...rows.map(toCells)].map(csvRow).join('')}`;
        const file = toDownload(`zubi-empresas-${day}.csv`, 'text/csv; charset=utf-8', text);
        return { ...file, companies: rows.length };
      }
      const companies = await withKeys(core, rows);
      const sealed = await sealCompanies(companies, new Secret(input.passphrase));
      const file = toDownload(`zubi-empresas-${day}.zubi`, 'application/octet-stream', sealed);
      return { ...file, companies: rows.length };
    },
  } satisfies Partial<Handlers>;
}

async function chooseRows(
  core: Core,
  ids: readonly string[] | undefined,
): Promise<readonly CompanyRow[]> {
  const { environment } = core.connection.configured();
  if (environment === 'none') throw new ZubiError('connection_missing');
  const { queries } = core.store;
  const known = new Set((await listIdentities(queries, environment)).map(({ id }) => id));
  const stranger = ids?.find((id) => !known.has(id));
  if (stranger !== undefined) throw new ZubiError('company_unknown', { id: stranger });
  const rows = await findCompanies(queries, [...new Set(ids ?? known)]);
  const byName = (one: CompanyRow, other: CompanyRow) =>
    compareTexts('es', one.search_text, other.search_text);
  return rows.toSorted(byName);
}

function toCells(row: CompanyRow): string[] {
  return [
    ...[row.tax_id, row.full_name, row.is_individual === 1 ? 'sí' : 'no'],
    ...Object.values(textsOfRow(row)).map((text) => text ?? ''),
    ...[row.territory_name, row.service_id ?? '', row.notes],
  ];
}

async function withKeys(core: Core, rows: readonly CompanyRow[]): Promise<SealedCompany[]> {
  const companies: SealedCompany[] = [];
  const names = core.connection.keyNames(core.connection.configured().environment);
  for (const row of rows) {
    using key = row.service_id && names ? await core.vault.get(names.company(row.id)) : null;
    companies.push({
      ...fieldsOfRow(row),
      territoryName: row.territory_name,
      serviceId: row.service_id,
      apiKey: key?.reveal() ?? null,
      notes: row.notes,
      archived: row.archived_at !== null,
    });
  }
  return companies;
}
