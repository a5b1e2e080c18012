import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import { sumAmounts } from '../../../contract/money.ts';
import type { Density } from '../../../contract/settings.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { ChoiceBox, ChooseShown, ShownContext, useChoice } from '../../shared/layout/choice.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import type { KeptPlace } from '../../ui/table-scroll.ts';
import { MisplacedNote, useMisplaced } from './misplaced-note.tsx';
import styles from './submit.module.css';
import { createColumns, leftOut, Second } from './submit-columns.tsx';
import { type CompanyGroup, groupByCompany } from './worklist-filter.ts';
import { nextOrder, sortGroups, type WorklistOrder } from './worklist-order.ts';

/** A row of the table: a file, or the head of a company's files. */
type Row = WorklistFile | CompanyGroup;

const isGroup = (row: Row): row is CompanyGroup => 'files' in row;
const filesOf = (row: Row): readonly WorklistFile[] => (isGroup(row) ? row.files : [row]);

function toRows(
  files: readonly WorklistFile[],
  grouped: boolean,
  order: WorklistOrder,
  formats: Formats,
): readonly Row[] {
  if (!grouped) return files;
  return sortGroups(groupByCompany(files, formats), order).flatMap((group): readonly Row[] => [
    group,
    ...group.files,
  ]);
}

/** Columns of files as columns of rows; a group's head has its own texts in some of them. */
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
  isRoomy: boolean,
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
    company: (group) => (
      <>
        <span className="z-cut z-td-main" title={nameOf(group)} data-testid="group-head">
          {nameOf(group)}
        </span>
        {isRoomy ? <Second text={group.taxId ?? ''} /> : null}
      </>
    ),
    file: (group) => (
      <span className="z-second">
        {t('choice.files', {
          count: group.files.length,
        })}
      </span>
    ),
    records: (group) => formats.count(records(group)),
    amount: (group) => {
      const amount = sumAmounts(group.files.map((file) => file.judged?.totals.amount ?? null));
      return amount === null ? '' : formats.amount(amount);
    },
  };
}

/** Pixels of a rem, which the window does not change. */
const rem = 16;
/** Height of a row in pixels, without the line beneath it. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 35, roomy: 53 };

interface SubmitTableProps {
  /** In the chosen order. */
  readonly files: readonly WorklistFile[];
  readonly all: readonly WorklistFile[];
  readonly density: Density;
  readonly order: WorklistOrder;
  readonly onOrder: (order: WorklistOrder) => void;
  /** The list's identity, and its scroll place. */
  readonly listKey: string;
  readonly place: KeptPlace;
  readonly grouped: boolean;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly onMove: (id: string) => void;
  /** Moves the keyboard to the file's panel. */
  readonly onEnter: (id: string) => void;
}

/** The files of the worklist with their verdicts, each with a box to choose it. */
export function SubmitTable(props: SubmitTableProps) {
  const { files, all, order, onOrder, grouped, selectedId, onSelect } = props;
  const { t, formats } = useTexts();
  const { toggle } = useChoice();
  const { ref, width } = useElementSize();
  const isRoomy = props.density === 'roomy';
  const missing = useMemo(
    () => leftOut(width / rem, { t, formats, files: all }).join(' '),
    [width, t, formats, all],
  );
  const rows = useMemo(
    () => toRows(files, grouped, order, formats),
    [files, grouped, order, formats],
  );
  const misplaced = useMisplaced();
  const noteOf = (file: WorklistFile) => {
    const folderCompany = misplaced.get(file.id);
    return folderCompany === undefined ? null : (
      <MisplacedNote file={file} folderCompany={folderCompany} />
    );
  };
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
    const without = missing.split(' ');
    const options = { t, formats, files: all, without, isRoomy };
    return toRowColumns([choice, ...createColumns(options)], createHeads(t, formats, isRoomy));
  }, [t, formats, all, missing, isRoomy]);
  return (
    <ShownContext value={files}>
      <div ref={ref} className={styles.fill}>
        <DataTable
          label={t('submit.table')}
          columns={columns}
          rows={rows}
          rowKey={(row) => (isGroup(row) ? `group ${row.taxId ?? ''}` : row.id)}
          rowHeight={rowHeights[props.density]}
          listKey={props.listKey}
          place={props.place}
          {...(order === null ? {} : { sorted: order })}
          onSort={(column) => onOrder(nextOrder(order, column))}
          selectedKey={selectedId}
          onActivate={(row) => {
            if (!isGroup(row)) onSelect(row.id);
          }}
          onEnter={(row) => {
            if (!isGroup(row)) props.onEnter(row.id);
          }}
          {...(grouped ? {} : { onMove: (row: Row) => !isGroup(row) && props.onMove(row.id) })}
          isHead={isGroup}
          onToggle={(row) => toggle(filesOf(row))}
          onToggleAll={() => toggle(files)}
          {...(misplaced.size === 0
            ? {}
            : { detail: (row: Row) => (isGroup(row) ? null : noteOf(row)) })}
        />
      </div>
    </ShownContext>
  );
}
