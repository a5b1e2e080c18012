// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot draw only the rows in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, and what sorts is a button
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type SortDirection = 'ascending' | 'descending';

/** The sorting of a head; no direction while another column sorts. */
export interface Sort {
  readonly direction: SortDirection | undefined;
  readonly onSort: (event: unknown) => void;
}

interface HeadProps {
  readonly header: string;
  readonly head: ReactNode;
  readonly align: 'start' | 'end';
  readonly sort: Sort | null;
}

/** The head of a column of a table. */
export function ColumnHead({ header, head, align, sort }: HeadProps) {
  return (
    <div role="columnheader" aria-sort={sort?.direction} className={`z-th z-${align}`}>
      {sort === null ? (
        (head ?? header)
      ) : (
        <button type="button" className="z-th-sort" onClick={sort.onSort}>
          {header}
          {sort.direction === 'ascending' ? <IconArrowUp size={13} aria-hidden /> : null}
          {sort.direction === 'descending' ? <IconArrowDown size={13} aria-hidden /> : null}
        </button>
      )}
    </div>
  );
}
