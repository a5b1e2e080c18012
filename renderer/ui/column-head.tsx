// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot draw only the rows in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, and what sorts is a button
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type SortDirection = 'ascending' | 'descending';

/** The sorting of a head, and whether it is active. */
export interface Sort {
  readonly header: string;
  readonly direction: SortDirection | undefined;
  readonly onSort: (event: unknown) => void;
}

interface HeadProps {
  readonly header: string;
  readonly head: ReactNode;
  readonly align: 'start' | 'end';
  readonly sorts: readonly Sort[];
}

/** The head of a column of a table. */
export function ColumnHead({ header, head, align, sorts }: HeadProps) {
  const direction = sorts.find((sort) => sort.direction !== undefined)?.direction;
  return (
    <div role="columnheader" aria-sort={direction} className={`z-th z-${align}`}>
      {sorts.length === 0
        ? (head ?? header)
        : sorts.map((sort) => (
            <button
              key={sort.header}
              type="button"
              className="z-th-sort"
              onClick={sort.onSort}
              // One of several: the column's own mark does not say which.
              aria-pressed={sorts.length === 1 ? undefined : sort.direction !== undefined}
            >
              {sort.header}
              {sort.direction === 'ascending' ? <IconArrowUp size={13} aria-hidden /> : null}
              {sort.direction === 'descending' ? <IconArrowDown size={13} aria-hidden /> : null}
            </button>
          ))}
    </div>
  );
}
