import { importFields } from '../../../../../contract/company-texts.ts';
import { ZubiError } from '../../../../../contract/errors.ts';
import type { Secret } from '../../../../platform/secrets/secret.ts';
import { openCompanies } from '../../sealed-file.ts';
import { importLimits, tooLarge } from './limits.ts';
import type { ImportTable } from './table.ts';

/**
 * Reads the companies of a sealed file as a table with the fields as columns, so that they are
 * imported like other rows. Throws `import_empty`, `import_too_large`, `import_format`,
 * `wrong_passphrase`.
 */
export async function readSealed(bytes: Uint8Array, passphrase: Secret): Promise<ImportTable> {
  const companies = await openCompanies(bytes, passphrase);
  if (companies.length === 0) throw new ZubiError('import_empty');
  if (companies.length > importLimits.rows) throw tooLarge('rows', importLimits.rows);
  const rows = companies.map((company, index) => ({
    row: index + 1,
    cells: importFields.map((field) =>
      field === 'territory' ? company.territoryName : String(company[field] ?? ''),
    ),
    faults: {},
    isHidden: false,
    isArchived: company.archived,
  }));
  const about = { format: 'sealed', encoding: null, delimiter: null, workbook: null } as const;
  return { ...about, headings: [...importFields], rows };
}
