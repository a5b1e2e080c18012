import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { goTo } from '../router.ts';
import { isWantedInFolder } from './drop-files.ts';

type TakeFiles = (files: readonly File[]) => void;

/**
 * A screen's handler of dropped files that are no ledger files, and files on their way from one
 * screen to another.
 */
export interface DropTargets {
  readonly target: RefObject<TakeFiles | null>;
  readonly carried: RefObject<readonly File[]>;
}

const DropTargetContext = createContext<DropTargets | null>(null);

/** Lets the screen in sight take files in its own way. */
export function DropTargetProvider({ children }: { readonly children: ReactNode }) {
  const target = useRef<TakeFiles | null>(null);
  const carried = useRef<readonly File[]>([]);
  const targets = useMemo(() => ({ target, carried }), []);
  return <DropTargetContext value={targets}>{children}</DropTargetContext>;
}

/** The drop targets of this window. */
export function useDropTargets(): DropTargets {
  const targets = use(DropTargetContext);
  if (targets === null)
    throw new Error('No drop targets: the window is mounted outside their provider');
  return targets;
}

/**
 * While this screen is shown, dropped files that are no ledger files are its own; so are those from
 * another screen.
 */
export function useDropTarget(onFiles: TakeFiles): void {
  const { target, carried } = useDropTargets();
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const mine: TakeFiles = (files) => take(files);
    target.current = mine;
    const waiting = carried.current;
    carried.current = [];
    if (waiting.length > 0) take(waiting);
    return () => {
      if (target.current === mine) target.current = null;
    };
  }, [target, carried]);
}

/** Goes to a page of the companies with files for it. */
export function useCarryFiles(): (files: readonly File[], page: string) => void {
  const { carried } = useDropTargets();
  return (files, page) => {
    carried.current = files;
    goTo('companies', page);
  };
}

/** The kinds of files for which a folder dropped on a screen of the companies is opened. */
export function isWantedByCompanies(name: string): boolean {
  return isWantedInFolder(name) || /^[^.].*\.(pdf|jpe?g|png|csv|xlsx|zubi)$/i.test(name);
}
