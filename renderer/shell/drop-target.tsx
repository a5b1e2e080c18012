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
import { isDocumentName } from '../../contract/document-names.ts';

type TakeFiles = (files: readonly File[]) => void;

/** The parts of the window that take files dropped anywhere. */
type Carried = 'import' | 'copies';

interface Waiting {
  take: TakeFiles | null;
  files: readonly File[];
}

/** The handler of the shown company, and files on their way to another part of the window. */
interface DropTargets {
  readonly target: RefObject<TakeFiles | null>;
  /** Hands files over, now or when that part is shown. */
  readonly carry: (to: Carried, files: readonly File[]) => void;
  readonly waiting: Readonly<Record<Carried, Waiting>>;
}

const DropTargetContext = createContext<DropTargets | null>(null);

/** Lets parts of the window handle files themselves. */
export function DropTargetProvider({ children }: { readonly children: ReactNode }) {
  const target = useRef<TakeFiles | null>(null);
  const targets = useMemo<DropTargets>(() => {
    const waiting = { import: { take: null, files: [] }, copies: { take: null, files: [] } };
    const carry = (to: Carried, files: readonly File[]) => {
      const place: Waiting = waiting[to];
      if (place.take === null) place.files = files;
      else place.take(files);
    };
    return { target, carry, waiting };
  }, []);
  return <DropTargetContext value={targets}>{children}</DropTargetContext>;
}

/** The drop targets of this window. */
export function useDropTargets(): DropTargets {
  const targets = use(DropTargetContext);
  if (targets === null)
    throw new Error('No drop targets: the window is mounted outside their provider');
  return targets;
}

/** While this company is shown, dropped documents are its own. */
export function useDropTarget(onFiles: TakeFiles): void {
  const { target } = useDropTargets();
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const mine: TakeFiles = (files) => take(files);
    target.current = mine;
    return () => {
      if (target.current === mine) target.current = null;
    };
  }, [target]);
}

/** Takes the files for this part, also those that came before it was shown. */
export function useCarriedFiles(to: Carried, onFiles: TakeFiles): void {
  const { waiting } = useDropTargets();
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const place = waiting[to];
    place.take = (files) => take(files);
    const { files } = place;
    place.files = [];
    if (files.length > 0) take(files);
    return () => {
      place.take = null;
    };
  }, [waiting, to]);
}

/** The kinds of files for which a folder dropped on a screen of the companies is opened. */
export function isWantedByCompanies(name: string): boolean {
  return isDocumentName(name) || /^[^.].*\.(pdf|jpe?g|png|csv|xlsx|zubi)$/i.test(name);
}
