import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import { sumAmounts } from '../../../contract/money.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { ChoiceBox, ChooseShown, ShownContext, useChoice } from '../../shared/layout/choice.tsx';
import { bookText, type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { FileName } from '../../ui/file-name.tsx';
import type { KeptPlace } from '../../ui/table-scroll.ts';
import { StandingPill } from './standing-pill.tsx';
import { type CompanyGroup, groupByCompany, ownerOf } from './worklist-filter.ts';
import { nextOrder, sortGroups, type WorklistOrder } from './worklist-order.ts';

function whatText(t: Translate, { judged }: WorklistFile): string {
  if (judged === null) return '';
  return judged.form === null ? t(`kind.${judged.kind}`) : bookText(t, judged.form);
}

/** The line beneath a file's book: what it does to it, and in which year. */
function operationText(t: Translate, { judged }: WorklistFile): string {
  if (judged === null || judged.form === null) return '';
  const year = judged.fiscalYear === null ? '' : ` · ${judged.fiscalYear}`;
  return `${t(`form.operation.${judged.form.operation}`)}${year}`;
}

/** What stands in the column of the book, as one text. */
export function bookColumnText(t: Translate, file: WorklistFile): string {
  return `${whatText(t, file)} ${operationText(t, file)}`.trim();
}

/** A cell's second line, where there is something to say. */
function Second({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <span className="z-cut z-td-sub" title={text}>
      {text}
    </span>
  );
}

/** What the panel of the file beside the list says as well. */
const besideLeavesOut: readonly string[] = ['records', 'amount'];
const narrowLeavesOut: readonly string[] = ['records'];
const nothing: readonly string[] = [];

function createColumns(
  t: Translate,
  formats: Formats,
  without: readonly string[],
): readonly DataColumn<WorklistFile>[] {
  const columns: DataColumn<WorklistFile>[] = [
    {
      id: 'file',
      header: t('submit.columns.file'),
      width: 'minmax(8rem, 1.7fr)',
      sortable: true,
      second: { id: 'company', header: t('submit.columns.company') },
      cell: (file) => (
        <>
          <span className="z-cut z-td-main" title={file.name}>
            <FileName name={file.name} />
          </span>
          <Second text={ownerOf(file)} />
        </>
      ),
    },
    {
      id: 'book',
      header: t('submit.columns.book'),
      width: 'minmax(5.5rem, 1fr)',
      sortable: true,
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
      sortable: true,
      cell: (file) => (file.judged?.form == null ? '' : formats.count(file.judged.records)),
    },
    {
      id: 'amount',
      header: t('submit.columns.amount'),
      width: '5.3rem',
      align: 'end',
      sortable: true,
      cell: (file) => {
        const amount = file.judged?.totals.amount ?? null;
        return amount === null ? '' : formats.amount(amount);
      },
    },
    {
      id: 'verdict',
      header: t('submit.columns.verdict'),
      width: '9.6rem',
      sortable: true,
      cell: (file) => <StandingPill file={file} />,
    },
  ];
  return columns.filter(({ id }) => !without.includes(id));
}

/** A row of the table: a file, or the head of a company's files. */
type Row = WorklistFile | CompanyGroup;

const isGroup = (row: Row): row is CompanyGroup => 'files' in row;
const filesOf = (row: Row): readonly WorklistFile[] => (isGroup(row) ? row.files : [row]);

function toRows(
  files: readonly WorklistFile[],
  grouped: boolean,
  order: WorklistOrder,
): readonly Row[] {
  if (!grouped) return files;
  return sortGroups(groupByCompany(files), order).flatMap((group): readonly Row[] => [
    group,
    ...group.files,
  ]);
}

/** Columns of files as columns of rows; a group's head has its own words in some of them. */
function toRowColumns(
  columns: readonly DataColumn<WorklistFile>[],
  heads: Readonly<Record<string, (group: CompanyGroup) => ReactNode>>,
): readonly DataColumn<Row>[] {
  return columns.map(({ cell, sortBy, ...column }) => ({
    ...column,
    cell: (row: Row) => (isGroup(row) ? heads[column.id]?.(row) : cell(row)),
  }));
}

function createHeads(
  t: Translate,
  formats: Formats,
): Readonly<Record<string, (group: CompanyGroup) => ReactNode>> {
  const nameOf = ({ name, taxId }: CompanyGroup) => (taxId === null ? t('choice.noCompany') : name);
  const records = (group: CompanyGroup) =>
    group.files.reduce(
      (sum, file) => sum + (file.judged?.form == null ? 0 : file.judged.records),
      0,
    );
  return {
    choice: (group) => (
      <ChoiceBox
        items={group.files}
        label={t('choice.group', { name: nameOf(group) })}
        testId="choose-group"
      />
    ),
    file: (group) => (
      <>
        <span className="z-cut z-td-main" title={nameOf(group)} data-testid="group-head">
          {nameOf(group)}
        </span>
        <Second text={group.taxId ?? ''} />
      </>
    ),
    book: (group) => (
      <span className="z-second">
        {t('choice.files', {
          count: group.files.length,
          formatted: formats.count(group.files.length),
        })}
      </span>
    ),
    records: (group) => formats.count(records(group)),
    amount: (group) =>
      formats.amount(sumAmounts(group.files.map((file) => file.judged?.totals.amount ?? null))),
  };
}

interface SubmitTableProps {
  /** In the order that is asked for. */
  readonly files: readonly WorklistFile[];
  readonly order: WorklistOrder;
  readonly onOrder: (order: WorklistOrder) => void;
  /** Which list it is, and where it was left. */
  readonly listKey: string;
  readonly place: KeptPlace;
  readonly grouped: boolean;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
}

/**
 * The columns that a small window has no room for; `isBeside` where a file's panel takes its part.
 */
function useLeftOut(isBeside: boolean): readonly string[] {
  const roomy = useMediaQuery('(min-width: 1240px)', true, { getInitialValueInEffect: false });
  const small = useMediaQuery('(max-width: 1000px)', false, { getInitialValueInEffect: false });
  const wide = useMediaQuery('(min-width: 1340px)', true, { getInitialValueInEffect: false });
  if (wide || (roomy && !isBeside)) return nothing;
  return small && isBeside ? besideLeavesOut : narrowLeavesOut;
}

/** The files of the worklist with their verdicts, each with a box to choose it by. */
export function SubmitTable(props: SubmitTableProps) {
  const { files, order, onOrder, grouped, selectedId, onSelect } = props;
  const { t, formats } = useTexts();
  const { toggle } = useChoice();
  const without = useLeftOut(selectedId !== null);
  const rows = useMemo(() => toRows(files, grouped, order), [files, grouped, order]);
  const columns = useMemo(() => {
    const choice: DataColumn<WorklistFile> = {
      id: 'choice',
      header: t('choice.all'),
      head: <ChooseShown />,
      width: '1.1rem',
      cell: (file) => (
        <ChoiceBox
          items={[file]}
          label={t('choice.one', { name: file.name })}
          testId="choose-file"
        />
      ),
    };
    return toRowColumns([choice, ...createColumns(t, formats, without)], createHeads(t, formats));
  }, [t, formats, without]);
  return (
    <ShownContext value={files}>
      <DataTable
        label={t('submit.table')}
        columns={columns}
        rows={rows}
        rowKey={(row) => (isGroup(row) ? `group ${row.taxId ?? ''}` : row.id)}
        rowHeight={53}
        listKey={props.listKey}
        place={props.place}
        {...(order === null ? {} : { sorted: order })}
        onSort={(column) => onOrder(nextOrder(order, column))}
        selectedKey={selectedId}
        onActivate={(row) => {
          if (!isGroup(row)) onSelect(row.id);
        }}
        activateOnMove={!grouped}
        isHead={isGroup}
        onToggle={(row) => toggle(filesOf(row))}
        onToggleAll={() => toggle(files)}
      />
    </ShownContext>
  );
}
