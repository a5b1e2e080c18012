import {
  mapTexts,
  maxTextLength,
  type OfficeText,
  officeTexts,
} from '../../../../contract/company-texts.ts';
import type { CompanyIdentity } from '../companies-table.ts';
import type { ReadRow } from './read-row.ts';

/** Fields whose faults matter to such a row. */
const concerned: ReadonlySet<string | null> = new Set(['taxId', ...officeTexts]);

/**
 * A row of a company that is on the list already, as a change of the office's own texts: only the
 * changed ones stay in it. Empty cells change nothing, and notes are never replaced. Null where it
 * changes none.
 */
export function toUpdate(row: ReadRow, company: CompanyIdentity | undefined): ReadRow | null {
  if (company === undefined) return null;
  const { shown } = row;
  const kept: Readonly<Record<OfficeText, string | null>> = {
    code: company.code,
    group: company.client_group,
    adviser: company.adviser,
  };
  const changed = officeTexts.filter((name) => shown[name] !== null && shown[name] !== kept[name]);
  const notes = company.notes === '' ? shown.notes : '';
  if (changed.length === 0 && notes === '') return null;
  const isTooLong = changed.some((name) => (shown[name] ?? '').length > maxTextLength);
  const names: readonly string[] = changed;
  return {
    shown: {
      ...shown,
      ...mapTexts((name) => (names.includes(name) ? shown[name] : null)),
      fullName: company.full_name,
      kind: 'update',
      serviceId: null,
      hasKey: false,
      notes,
      faults: shown.faults.filter(({ code, field }) => {
        if (code === 'name_too_long') return isTooLong;
        if (field === 'notes') return notes !== '';
        return code !== 'exists_already' && concerned.has(field);
      }),
    },
    apiKey: null,
    isArchived: false,
    companyId: company.id,
  };
}
