import { IconEyeOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ImportFault, ImportRow } from '../../../contract/company-import.ts';
import { officeTexts } from '../../../contract/company-texts.ts';
import { isExisting } from '../../../contract/existing-row.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { pillWidth } from '../../ui/pill-width.ts';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import styles from './import.module.css';

const kindTones: Readonly<Record<ImportRow['kind'], Tone>> = {
  registered: 'green',
  without_key: 'amber',
  draft: 'grey',
  update: 'accent',
};

const kinds = [...Object.keys(kindTones), 'faulty', 'existing'] as (
  | ImportRow['kind']
  | 'faulty'
  | 'existing'
)[];

const notesShown = 60;

function faultText(t: Translate, fault: ImportFault): string {
  return t(`companyImport.fault.${fault.code}`, {
    value: fault.value ?? '',
    row: fault.otherRow ?? '',
  });
}

/** What changes in a company that is on the list; of long notes, the beginning. */
function changesText(t: Translate, row: ImportRow): string {
  const notes = row.notes.length > notesShown ? `${row.notes.slice(0, notesShown)}…` : row.notes;
  const key = row.hasKey ? '••••' : null;
  return [
    ...officeTexts.map((name) => [name, row[name]] as const),
    ['notes', notes] as const,
    ['serviceId', row.serviceId] as const,
    ['apiKey', key] as const,
  ]
    .flatMap(([name, text]) => (text ? [`${t(`companyImport.field.${name}`)}: ${text}`] : []))
    .join(' · ');
}

/** `small`: without the territory, which a fault names by itself. */
function createColumns(t: Translate, small: boolean): readonly DataColumn<ImportRow>[] {
  const columns: readonly DataColumn<ImportRow>[] = [
    {
      id: 'row',
      header: t('companyImport.column.row'),
      width: '3.4rem',
      align: 'end',
      cell: ({ row, isHidden }) => (
        <span className={`z-second ${styles.rowNumber}`}>
          {isHidden ? (
            <IconEyeOff size={14} role="img" aria-label={t('companyImport.hidden.mark')}>
              <title>{t('companyImport.hidden.mark')}</title>
            </IconEyeOff>
          ) : null}
          {row}
        </span>
      ),
    },
    {
      id: 'name',
      header: t('companyImport.column.name'),
      width: 'minmax(7rem, 1fr)',
      cell: (row) => (
        <span className="z-cut z-td-main" title={row.fullName}>
          {row.fullName === '' ? '—' : row.fullName}
        </span>
      ),
    },
    {
      id: 'taxId',
      header: t('companyImport.column.taxId'),
      width: '6.6rem',
      cell: ({ taxId }) => (
        <span className="z-cut" title={taxId}>
          {taxId === '' ? '—' : taxId}
        </span>
      ),
    },
    {
      id: 'territory',
      header: t('companyImport.column.territory'),
      width: 'minmax(4.5rem, 0.25fr)',
      cell: ({ territoryName }) => (
        <span className="z-cut z-second" title={territoryName ?? undefined}>
          {territoryName ?? '—'}
        </span>
      ),
    },
    {
      id: 'result',
      header: t('companyImport.column.result'),
      width: `${pillWidth(
        kinds.map((kind) => t(`companyImport.kind.${kind}`)),
        t('companyImport.column.result'),
      )}rem`,
      cell: (row) =>
        isExisting(row) ? (
          <span data-import="existing">
            <Pill tone="grey">{t('companyImport.kind.existing')}</Pill>
          </span>
        ) : row.faults.length > 0 ? (
          <span data-import="faulty">
            <Pill tone="red">{t('companyImport.kind.faulty')}</Pill>
          </span>
        ) : (
          <span data-import={row.kind}>
            <Pill tone={kindTones[row.kind]}>{t(`companyImport.kind.${row.kind}`)}</Pill>
          </span>
        ),
    },
  ];
  return small ? columns.filter(({ id }) => id !== 'territory') : columns;
}

interface RowsTableProps {
  readonly rows: readonly ImportRow[];
  readonly onEnd: () => void;
}

/** The rows of the table as they would be stored, each fault under its row. */
export function RowsTable({ rows, onEnd }: RowsTableProps) {
  const { t } = useTexts();
  const small = !useIsAtLeast('1100px');
  const columns = useMemo(() => createColumns(t, small), [t, small]);
  return (
    <DataTable
      label={t('companyImport.table')}
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.row)}
      rowHeight={42}
      onEnd={onEnd}
      detail={(row) =>
        isExisting(row) ? null : row.faults.length === 0 ? (
          row.kind === 'update' ? (
            <small className="z-second">{changesText(t, row)}</small>
          ) : null
        ) : (
          <ul className={`z-plain-list ${styles.faults}`}>
            {row.faults.map((fault) => (
              <li key={`${fault.code}-${fault.field ?? ''}`} data-fault={fault.code}>
                {faultText(t, fault)}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
