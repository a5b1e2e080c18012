import {
  mapTexts,
  maxTextLength,
  type OfficeText,
  officeTexts,
} from '../../../../contract/company-texts.ts';
import type { CompanyIdentity } from '../companies-table.ts';
import type { ReadRow } from './read-row.ts';

/** In a row that changes a company, only faults of these fields count. */
const concerned: ReadonlySet<string | null> = new Set(['taxId', ...officeTexts]);

/**
 * For a company on the list, makes the row a change: of the office's own texts, and of an
 * identifier or a key that is missing here. Keeps only texts that differ. Empty cells change
 * nothing, and notes, identifiers and keys are never replaced. Null where nothing differs.
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
  const isOpen = company.state === 'draft' || company.state === 'creation_unknown';
  const serviceId = isOpen ? shown.serviceId : null;
  const hasSameId = shown.serviceId !== null && shown.serviceId === company.service_id;
  const takesKey = serviceId !== null || (hasSameId && company.key_stored === 0);
  const apiKey = takesKey ? row.apiKey : null;
  if (changed.length === 0 && notes === '' && serviceId === null && apiKey === null) return null;
  const isTooLong = changed.some((name) => (shown[name] ?? '').length > maxTextLength);
  const names: readonly string[] = changed;
  return {
    shown: {
      ...shown,
      ...mapTexts((name) => (names.includes(name) ? shown[name] : null)),
      fullName: company.full_name,
      kind: 'update',
      serviceId,
      hasKey: apiKey !== null,
      notes,
      faults: shown.faults.filter(({ code, field }) => {
        if (code === 'name_too_long') return isTooLong;
        if (field === 'notes') return notes !== '';
        if (field === 'apiKey') return apiKey !== null;
        if (field === 'serviceId') return serviceId !== null;
        // The company has this tax id, however it was confirmed.
        if (['exists_already', 'exists_archived', 'tax_id_invalid'].includes(code)) return false;
        return concerned.has(field);
      }),
    },
    apiKey,
    isArchived: false,
    companyId: company.id,
  };
}
