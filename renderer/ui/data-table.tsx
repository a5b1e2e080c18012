// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot draw only the rows in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active row
import {
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { type Formats, useTexts } from '../texts.ts';
import { ColumnHead, type Sort, type SortDirection } from './column-head.tsx';
import { useGridKeys } from './grid-keys.ts';
import { useHeldRows } from './held-rows.ts';
import { useRowStops } from './row-stops.ts';
import {
  type KeptPlace,
  measureLaidOut,
  observeLaidOutRect,
  scrollWhenAway,
  useFirstPlace,
  usePlaceIn,
  useTopOf,
} from './table-scroll.ts';

export interface DataColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Drawn instead of the header's words, which then only name the column. */
  readonly head?: ReactNode;
  /** A CSS grid track: `minmax(0, 2fr)`, `6rem`. */
  readonly width: string;
  readonly align?: 'start' | 'end';
  readonly cell: (row: Row) => ReactNode;
  /** The column's sorting value; a column without it does not sort. */
  readonly sortBy?: (row: Row) => string | number | bigint;
  /** Whether the caller can sort by it, if the table has `onSort`. */
  readonly sortable?: boolean;
}

/** Height of the heading, in pixels. It stays over the first row. */
const headHeight = 37;

interface DataTableProps<Row> {
  readonly label: string;
  /** Kept by the caller between renders (a new array sorts again). */
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Height in pixels, without the line beneath; rows with a detail are measured. */
  readonly rowHeight: number;
  readonly selectedKey?: string | null;
  /** Click or Enter on a row. */
  readonly onActivate?: (row: Row) => void;
  /** Enter on a row, where it does more than a click. */
  readonly onEnter?: (row: Row) => void;
  /** The arrows moved to a row, where that shows it at once. */
  readonly onMove?: (row: Row) => void;
  /** Rows that are heads of others. */
  readonly isHead?: (row: Row) => boolean;
  /** Space on a row. */
  readonly onToggle?: (row: Row) => void;
  /** All of them at once: the system's key for "select all". */
  readonly onToggleAll?: () => void;
  /** A second line across the row. */
  readonly detail?: (row: Row) => ReactNode;
  /** The identity of the list: another list begins at its top. */
  readonly listKey?: string;
  /** The place to return to. */
  readonly place?: KeptPlace;
  /** The last row became visible: the next page is needed. */
  readonly onEnd?: () => void;
  /** The caller's sorting of the rows. */
  readonly sorted?: { readonly column: string; readonly direction: SortDirection };
  /** A head was pressed, where the caller sorts the rows. */
  readonly onSort?: (column: string, direction: SortDirection) => void;
}

/** The sorting of a column's head, the table's own or the caller's; null: it does not sort. */
function columnSort<Row>(
  { sorted, onSort }: DataTableProps<Row>,
  column: DataColumn<Row> | undefined,
  own: {
    readonly sorted: false | 'asc' | 'desc';
    readonly toggle: ((event: unknown) => void) | undefined;
  },
): Sort | null {
  if (onSort !== undefined) {
    if (column?.sortable !== true) return null;
    const direction = sorted?.column === column.id ? sorted.direction : undefined;
    const next = direction === 'ascending' ? 'descending' : 'ascending';
    return { direction, onSort: () => onSort(column.id, next) };
  }
  if (column?.sortBy === undefined || own.toggle === undefined) return null;
  const direction =
    own.sorted === 'asc' ? 'ascending' : own.sorted === 'desc' ? 'descending' : undefined;
  return { direction, onSort: own.toggle };
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

function compareValues(one: unknown, other: unknown, { compare }: Formats): number {
  if (typeof one === 'string' && typeof other === 'string') return compare(one, other);
  return Number(one) - Number(other);
}

function useDataTable<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
) {
  const { formats } = useTexts();
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.sortBy?.(row) ?? '',
        enableSorting: column.sortBy !== undefined,
        sortFn: (
          one: { getValue(id: string): unknown },
          other: { getValue(id: string): unknown },
          id: string,
        ) => compareValues(one.getValue(id), other.getValue(id), formats),
      })),
    [columns, formats],
  );
  return useTable({ features, columns: definitions, data: rows as Row[] });
}

/** The cells of a row; drawn again only for another row or other columns. */
const Cells = memo(function Cells<Row>({
  row,
  columns,
}: {
  readonly row: Row;
  readonly columns: readonly DataColumn<Row>[];
}) {
  return columns.map((column) => (
    <div key={column.id} role="gridcell" className={`z-td z-${column.align ?? 'start'}`}>
      {column.cell(row)}
    </div>
  ));
  // `memo` forgets that a component is generic.
}) as <Row>(props: {
  readonly row: Row;
  readonly columns: readonly DataColumn<Row>[];
}) => ReactNode;

/** The line beneath each row, in pixels (`.z-table-item`). */
const lineHeight = 1;

/** A table of any length: a sticky head, rows drawn only in sight, keys of a grid. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rowKey, rowHeight, onActivate, onEnd, detail } = props;
  const scroll = useRef<HTMLDivElement>(null);
  useTopOf(scroll, props.listKey);
  const { listKey = '' } = props;
  const height = rowHeight + lineHeight;
  const first = useFirstPlace(props.place, { listKey, count: props.rows.length, height });
  const id = useId();
  const held = useHeldRows(props.rows);
  const table = useDataTable(held.rows, columns);
  const rows = table.getRowModel().rows;
  const keyOf = (index: number) => {
    const row = rows[index];
    return row === undefined ? undefined : rowKey(row.original);
  };
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(index) ?? index,
    measureElement: measureLaidOut,
    observeElementRect: observeLaidOutRect,
    scrollToFn: scrollWhenAway,
    initialOffset: first.top,
    initialRect: { width: window.innerWidth, height: window.innerHeight / 2 },
    overscan: 8,
    scrollPaddingEnd: headHeight,
  });
  const onRow = (act: (row: Row) => void) => (index: number) => {
    const row = rows[index];
    if (row !== undefined) act(row.original);
  };
  const keys = useGridKeys({
    count: rows.length,
    keyOf,
    selected: rows.findIndex((row) => rowKey(row.original) === props.selectedKey),
    show: (index) => virtual.scrollToIndex(index),
    activate: onRow((row) => onActivate?.(row)),
    listKey,
    initial: first.active,
    ...(props.onMove === undefined ? {} : { onMove: onRow(props.onMove) }),
    ...(props.onEnter === undefined ? {} : { enter: onRow(props.onEnter) }),
    ...(props.onToggle === undefined ? {} : { toggle: onRow(props.onToggle) }),
    ...(props.onToggleAll === undefined ? {} : { toggleAll: props.onToggleAll }),
  });
  useRowStops(scroll, keys.active);
  usePlaceIn(scroll, first.top, (top) => props.place?.save({ listKey, top, active: keys.active }));
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 1 && rows.length > 0) onEnd?.();
  }, [last, rows.length, onEnd]);

  const template: CSSProperties = {
    gridTemplateColumns: columns.map((column) => column.width).join(' '),
  };
  return (
    <div
      ref={scroll}
      className="z-table"
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={keys.active >= 0 ? `${id}-${keys.active}` : undefined}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onPointerDown={held.hold}
    >
      <div role="rowgroup" className="z-table-head">
        <div role="row" aria-rowindex={1} className="z-table-row" style={template}>
          {table.getFlatHeaders().map((header, index) => {
            const column = columns[index];
            const sort = columnSort(props, column, {
              sorted: header.column.getIsSorted(),
              toggle: header.column.getToggleSortingHandler(),
            });
            return (
              <ColumnHead
                key={header.id}
                header={column?.header ?? ''}
                head={column?.head}
                align={column?.align ?? 'start'}
                sort={sort}
              />
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className="z-table-body" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const more = detail?.(row.original) ?? null;
          return (
            <div
              key={item.key}
              role="presentation"
              data-index={item.index}
              ref={virtual.measureElement}
              className="z-table-item"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid answers the keys */}
              <div
                id={`${id}-${item.index}`}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={
                  onActivate === undefined ? undefined : rowKey(row.original) === props.selectedKey
                }
                data-head={props.isHead?.(row.original) || undefined}
                data-active={keys.active === item.index || undefined}
                data-clickable={onActivate !== undefined || undefined}
                className="z-table-row z-tr"
                style={{ ...template, minHeight: rowHeight }}
                onClick={() => keys.click(item.index)}
              >
                <Cells row={row.original} columns={columns} />
              </div>
              {more === null ? null : (
                <div role="row" className="z-table-detail">
                  <div role="gridcell" aria-colspan={columns.length}>
                    {more}
                  </div>
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
