import { Select } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ImportMapping, ImportPreview } from '../../../contract/company-import.ts';
import { type ImportField, importFields } from '../../../contract/company-texts.ts';
import { useMethod } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';
import styles from './import.module.css';

/** Without these no row is a company. */
export const neededFields = ['taxId', 'fullName'] as const satisfies readonly ImportField[];

interface MappingPanelProps {
  readonly preview: ImportPreview;
  readonly mapping: ImportMapping;
  /** While the columns of another sheet load, the fields keep the focus and change nothing. */
  readonly isReadOnly: boolean;
  readonly onChange: (mapping: ImportMapping) => void;
  /** Above the columns: the sheet and its rows. */
  readonly children: ReactNode;
}

/** Assigns columns to fields. */
export function MappingPanel({
  preview,
  mapping,
  isReadOnly,
  onChange,
  children,
}: MappingPanelProps) {
  const { t } = useTexts();
  const titleId = useId();
  const territories = useMethod('territories.list', {});
  const options = preview.columns.map(({ index, heading, samples }) => ({
    value: String(index),
    label: heading === '' ? t('companyImport.columnOf', { index: index + 1 }) : heading,
    sample: samples.join(' · '),
  }));

  function choose(field: ImportField, value: string | null): void {
    const { [field]: _, ...others } = mapping.columns;
    const index = value === null ? null : Number(value);
    // A column belongs to one field: choosing it for another removes it from the first.
    const kept = Object.fromEntries(
      Object.entries(others).filter(([, column]) => column !== index),
    );
    onChange({ ...mapping, columns: index === null ? kept : { ...kept, [field]: index } });
  }
  return (
    <section
      className={`z-panel z-section ${styles.mapping}`}
      aria-labelledby={titleId}
      data-testid="import-mapping"
    >
      {children}
      <h2 className="z-panel-title" id={titleId}>
        {t('companyImport.columns')}
      </h2>
      <p className="z-second z-small">{t('companyImport.columnsText')}</p>
      {importFields.map((field) => {
        const column = mapping.columns[field];
        const sample = options.find(({ value }) => value === String(column))?.sample ?? '';
        return (
          <Select
            key={field}
            size="sm"
            label={t(`companyImport.field.${field}`)}
            withAsterisk={neededFields.some((needed) => needed === field)}
            placeholder={t('companyImport.notInTable')}
            clearable
            readOnly={isReadOnly}
            data-testid={`mapping-${field}`}
            data={options.map(({ value, label }) => ({ value, label }))}
            value={column === undefined ? null : String(column)}
            onChange={(value) => choose(field, value)}
            description={sample === '' ? undefined : sample}
            inputWrapperOrder={['label', 'input', 'description']}
          />
        );
      })}
      <Select
        size="sm"
        label={t('companyImport.defaultTerritory')}
        placeholder={t('companyImport.noDefault')}
        clearable
        readOnly={isReadOnly}
        data-testid="mapping-default-territory"
        data={(territories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={mapping.defaultTerritoryId ?? null}
        onChange={(defaultTerritoryId) => onChange({ ...mapping, defaultTerritoryId })}
      />
    </section>
  );
}
