// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot draw only the rows in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { QuarterCompany } from '../../../contract/quarter.ts';
import { placeHash } from '../../router.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { workOf } from '../../shared/quarter/quarter-words.ts';
import { keptPart, useKeptPlace } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import {
  observeLaidOutRect,
  scrollWhenAway,
  type TablePlace,
  useFirstPlace,
  usePlaceIn,
  useTopOf,
} from '../../ui/table-scroll.ts';
import { useMatrixKeys } from './matrix-keys.ts';
import { isActionable, type MatrixColumn } from './quarter-columns.tsx';
import styles from './quarter-grid.module.css';
import { RowMenu } from './row-menu.tsx';

const quarterPlace = keptPart<TablePlace | null>(null, { of: 'overview' });

interface QuarterGridProps {
  readonly companies: readonly QuarterCompany[];
  readonly columns: readonly MatrixColumn[];
  readonly period: string;
  /** The list's identity: another list begins at its top. */
  readonly listKey: string;
  readonly rowHeight: number;
}

/** The matrix: a row for each company, a cell for each book; each cell links to its work. */
export const QuarterGrid = memo(function QuarterGrid({
  companies,
  columns,
  period,
  listKey,
  rowHeight,
}: QuarterGridProps) {
  const { t } = useTexts();
  const { toggle } = useChoice();
  const scroll = useRef<HTMLDivElement>(null);
  const id = useId();
  const [menuOf, setMenuOf] = useState<string | null>(null);
  useTopOf(scroll, listKey);
  const place = useKeptPlace(quarterPlace);
  const first = useFirstPlace(place, { listKey, count: companies.length, height: rowHeight });
  const virtual = useVirtualizer({
    count: companies.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => companies[index]?.id ?? index,
    observeElementRect: observeLaidOutRect,
    scrollToFn: scrollWhenAway,
    initialOffset: first.top,
    initialRect: { width: window.innerWidth, height: window.innerHeight / 2 },
    overscan: 8,
    // The heading stays over the first row.
    scrollPaddingEnd: rowHeight + 1,
  });
  const stops = columns.filter(isActionable);
  const keys = useMatrixKeys({
    rows: companies.length,
    columns: stops.length,
    keyOf: (row) => companies[row]?.id,
    listKey,
    initial: first.active,
    show: (row) => virtual.scrollToIndex(row),
    toggle: (row) => {
      const company = companies[row];
      if (company !== undefined) toggle([company]);
    },
    toggleAll: () => toggle(companies),
    activate: ({ row, column }) => {
      const company = companies[row];
      const stop = stops[column];
      if (company !== undefined && stop !== undefined) act(company, stop);
    },
  });

  usePlaceIn(scroll, first.top, (top) => place.save({ listKey, top, active: keys.active.row }));

  function act(company: QuarterCompany, column: MatrixColumn): void {
    if (column.id === 'menu') setMenuOf(company.id);
    else window.location.hash = hrefOf(company, column);
  }

  const toggleMenu = useCallback((companyId: string | null) => {
    setMenuOf(companyId);
    if (companyId === null) scroll.current?.focus();
  }, []);
  const template = useMemo<CSSProperties>(
    () => ({
      gridTemplateColumns: columns.map(({ width }) => width).join(' '),
      height: rowHeight,
    }),
    [columns, rowHeight],
  );
  const stop = stops[keys.active.column];
  return (
    <div
      ref={scroll}
      className={`z-table ${styles.grid}`}
      role="grid"
      aria-label={t('quarter.byCompany')}
      aria-rowcount={companies.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={
        keys.active.row >= 0 && stop !== undefined
          ? cellIdOf(id, keys.active.row, columns.indexOf(stop))
          : undefined
      }
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      data-testid="quarter-grid"
    >
      <div role="rowgroup" className="z-table-head">
        <div role="row" aria-rowindex={1} className={styles.row} style={template}>
          {columns.map((column) => (
            <div
              key={column.id}
              role="columnheader"
              className={`z-th ${styles.cell}`}
              data-align={column.align}
            >
              {column.id === 'menu' ? (
                <span className="z-hidden">{column.header}</span>
              ) : (
                (column.head ?? column.header)
              )}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="z-table-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const company = companies[index];
          if (company === undefined) return null;
          return (
            <Row
              key={key}
              gridId={id}
              company={company}
              columns={columns}
              period={period}
              index={index}
              start={start}
              template={template}
              active={keys.active.row === index ? stop : undefined}
              isMenuOpen={menuOf === company.id}
              onMenu={toggleMenu}
            />
          );
        })}
      </div>
    </div>
  );
});

const cellIdOf = (gridId: string, row: number, column: number) => `${gridId}-${row}-${column}`;

interface RowProps {
  readonly gridId: string;
  readonly company: QuarterCompany;
  readonly columns: readonly MatrixColumn[];
  readonly period: string;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly start: number;
  readonly template: CSSProperties;
  /** The column of the cell with the keyboard focus. */
  readonly active: MatrixColumn | undefined;
  readonly isMenuOpen: boolean;
  readonly onMenu: (companyId: string | null) => void;
}

/** A company's row; drawn again only when its data changes. */
const Row = memo(function Row({
  gridId,
  company,
  columns,
  period,
  index: row,
  start,
  template,
  active,
  isMenuOpen,
  onMenu,
}: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={`z-table-item ${styles.row} ${styles.company}`}
      style={{ ...template, transform: `translateY(${start}px)` }}
      data-testid="quarter-row"
      data-standing={company.standing}
    >
      {columns.map((column, index) => (
        <div
          key={column.id}
          id={cellIdOf(gridId, row, index)}
          // A screen reader names the row's company at each cell.
          role={column.id === 'company' ? 'rowheader' : 'gridcell'}
          className={styles.cell}
          data-align={column.align}
          data-active={active === column || undefined}
        >
          {column.id === 'menu' ? (
            <RowMenu
              company={company}
              period={period}
              isOpen={isMenuOpen}
              onToggle={(isOpen) => onMenu(isOpen ? company.id : null)}
            />
          ) : (
            column.cell(company)
          )}
        </div>
      ))}
    </div>
  );
});

/** The target of a cell; for a book without files, the company's page. */
function hrefOf(company: QuarterCompany, { book }: MatrixColumn): string {
  const cell = company.cells.find((each) => each.book === book);
  return cell === undefined ? placeHash('companies', company.id) : workOf(company, cell);
}
