import { Select } from '@mantine/core';
import type { ImportSheet } from '../../../contract/company-import.ts';
import { useTexts } from '../../texts.ts';

interface SheetChoiceProps {
  readonly sheets: readonly ImportSheet[];
  readonly chosen: number | null;
  readonly onChoose: (sheet: number) => void;
}

/** The choice of a sheet, where several have rows. */
export function SheetChoice({ sheets, chosen, onChoose }: SheetChoiceProps) {
  const { t } = useTexts();
  if (sheets.length < 2) return null;
  const labelOf = ({ name, rows, isHidden }: ImportSheet): string => {
    const sheet = t('companyImport.sheetRows', {
      name,
      count: rows,
    });
    return isHidden ? t('companyImport.sheetHidden', { sheet }) : sheet;
  };
  return (
    <Select
      size="sm"
      label={t('companyImport.sheet')}
      allowDeselect={false}
      data-testid="import-sheet"
      data={sheets.map((sheet) => ({ value: String(sheet.index), label: labelOf(sheet) }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => value !== null && onChoose(Number(value))}
    />
  );
}
