import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { toHundredths } from '../../format/numbers.ts';
import { bookText, type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { StandingPill } from './standing-pill.tsx';
import { standingOf } from './worklist.ts';

const standingOrder = {
  judging: 0,
  errors: 1,
  notSendable: 2,
  newCompany: 3,
  warnings: 4,
  ready: 5,
  sent: 6,
} as const;

function whatText(t: Translate, { judged }: WorklistFile): string {
  if (judged === null) return '';
  return judged.form === null ? t(`kind.${judged.kind}`) : bookText(t, judged.form);
}

/** The line beneath a file's book: what it does to it, and in which year. */
function operationText(t: Translate, { judged }: WorklistFile): string {
  if (judged === null || judged.form === null) return '';
  const year = judged.fiscalYear === null ? '' : ` · ${t('form.year', { year: judged.fiscalYear })}`;
  return `${t(`form.operation.${judged.form.operation}`)}${year}`;
}

/** The line beneath a file's name: whose it is. */
function ownerText(file: WorklistFile): string {
  return file.company?.fullName ?? file.judged?.taxpayer?.name ?? '';
}

/** A cell's second line, where there is something to say. */
function Second({ text }: { readonly text: string }) {
  return text === '' ? null : <span className="z-cut z-td-sub">{text}</span>;
}

function createColumns(t: Translate, formats: Formats, roomy: boolean): readonly DataColumn<WorklistFile>[] {
  const columns: DataColumn<WorklistFile>[] = [
    {
      id: 'file',
      header: t('submit.columns.file'),
      width: 'minmax(9rem, 1.3fr)',
      sortBy: (file) => file.name,
      cell: (file) => (
        <>
          <span className="z-cut z-td-main" title={file.name}>
            {file.name}
          </span>
          <Second text={ownerText(file)} />
        </>
      ),
    },
    {
      id: 'book',
      header: t('submit.columns.book'),
      width: 'minmax(6rem, 1fr)',
      sortBy: (file) => `${whatText(t, file)} ${operationText(t, file)}`,
      cell: (file) => (
        <>
          <span className="z-cut z-second" title={whatText(t, file)}>
            {whatText(t, file)}
          </span>
          <Second text={operationText(t, file)} />
        </>
      ),
    },
    {
      id: 'records',
      header: t('submit.columns.records'),
      width: '4rem',
      align: 'end',
      sortBy: (file) => file.judged?.records ?? 0,
      cell: (file) => (file.judged?.form == null ? '' : formats.count(file.judged.records)),
    },
    {
      id: 'amount',
      header: t('submit.columns.amount'),
      width: '5.3rem',
      align: 'end',
      sortBy: (file) => toHundredths(file.judged?.totals.amount ?? '') ?? 0n,
      cell: (file) => {
        const amount = file.judged?.totals.amount ?? null;
        return amount === null ? '' : formats.amount(amount);
      },
    },
    {
      id: 'verdict',
      header: t('submit.columns.verdict'),
      width: '7.4rem',
      sortBy: (file) => standingOrder[standingOf(file)],
      cell: (file) => <StandingPill file={file} />,
    },
  ];
  return roomy ? columns : columns.filter(({ id }) => id !== 'records');
}

interface SubmitTableProps {
  readonly files: readonly WorklistFile[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
}

/** The files of the worklist with their verdicts. */
export function SubmitTable({ files, selectedId, onSelect }: SubmitTableProps) {
  const { t, formats } = useTexts();
  const roomy = useMediaQuery('(min-width: 1240px)', true, { getInitialValueInEffect: false });
  const columns = useMemo(() => createColumns(t, formats, roomy), [t, formats, roomy]);
  return (
    <DataTable
      label={t('submit.table')}
      columns={columns}
      rows={files}
      rowKey={(file) => file.id}
      rowHeight={53}
      selectedKey={selectedId}
      onActivate={(file) => onSelect(file.id)}
      activateOnMove
    />
  );
}
