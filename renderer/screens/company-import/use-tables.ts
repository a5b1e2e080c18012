import { useEffect, useRef } from 'react';
import { goTo } from '../../router.ts';
import { useCarriedFiles } from '../../shell/drop-target.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useOpenTable } from './use-import.ts';

/** The open one first. */
const keptTables = keptPart<readonly File[]>([]);

/** Tables to import, one after the other; all of them are kept when the page is left. */
export function useTables() {
  const table = useOpenTable();
  const [tables, setTables] = useKept(keptTables);
  const waiting = tables.filter((file) => file !== table.file);
  const begun = useRef(false);

  function open(all: readonly File[]): void {
    const [first] = all;
    begun.current = true;
    setTables(all);
    if (first === undefined) table.reset();
    else table.start(first, () => setTables(all.slice(1)));
  }
  /** New ones come first; one of the same name replaces the one before. */
  function take(files: readonly File[]): void {
    const names = new Set(files.map(({ name }) => name));
    open([...files, ...tables.filter(({ name }) => !names.has(name))]);
  }
  useCarriedFiles('import', take);
  useEffect(() => {
    if (!begun.current && tables.length > 0) open(tables);
  });
  return {
    table,
    waiting,
    take,
    /** The open one comes after the others. */
    next: () => open([...waiting, ...tables.filter((file) => file === table.file)]),
    /** Drops the open table; the others stay. */
    leave: () => {
      setTables(waiting);
      table.reset();
    },
    done: () => {
      open(waiting);
      if (waiting.length === 0) goTo('companies');
    },
    /** The open one is imported, also when its page was left. */
    forget: () => setTables((kept) => kept.filter((file) => file !== table.file)),
  };
}
