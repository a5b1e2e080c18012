import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { placeHash, type ScreenName } from '../router.ts';
import type { KeptPlace, TablePlace } from '../ui/table-scroll.ts';
import { useUnsaved } from './unsaved.ts';

interface PartOptions {
  /** The screen that forgets it when its name is pressed again. */
  readonly of?: Exclude<ScreenName, 'settings'>;
  /** Whether it is text that is lost with the window; null without any. */
  readonly isText?: boolean;
}

/** A part of a screen's state, kept until the window is closed. */
export interface KeptPart<Value> extends PartOptions {
  readonly initial: Value;
}

/** Declares a part once, beside the screen that uses it. */
export function keptPart<Value>(initial: Value, options: PartOptions = {}): KeptPart<Value> {
  return { initial, ...options };
}

type Parts = Map<KeptPart<unknown>, unknown>;

function read<Value>(parts: Parts, part: KeptPart<Value>): Value {
  return parts.has(part) ? (parts.get(part) as Value) : part.initial;
}

interface Kept {
  readonly parts: Parts;
  /** How often the shown screen was started anew; a new number draws another screen. */
  readonly times: number;
  /** The latest number, also for a screen that was drawn before. */
  readonly now: RefObject<number>;
  readonly startAnew: (screen: ScreenName) => void;
}

const KeptContext = createContext<Kept | null>(null);

/** Keeps the states of screens while another one is shown. */
export function KeptProvider({ children }: { readonly children: ReactNode }) {
  const [parts] = useState<Parts>(() => new Map());
  useUnsaved(() => [...parts].some(([{ isText }, value]) => isText === true && value !== null));
  const now = useRef(0);
  const [times, setTimes] = useState(0);
  const kept = useMemo(() => {
    const startAnew = (screen: ScreenName) => {
      // Unsaved text in Settings stays: only the scroll place is reset.
      if (screen === 'settings') return showTop();
      for (const part of parts.keys()) if (part.of === screen) parts.delete(part);
      // A file of the worklist has its own address but is not a page, so Submit's address is set
      // first. From any other address, going to the screen's own address draws a new one anyway.
      if (screen === 'submit') window.location.hash = placeHash(screen);
      if (window.location.hash !== placeHash(screen)) return;
      now.current += 1;
      setTimes(now.current);
    };
    return { parts, times, now, startAnew };
  }, [parts, times]);
  return <KeptContext value={kept}>{children}</KeptContext>;
}

/** The scrolling part of Settings, in a window of any size. */
function showTop(): void {
  for (const part of document.querySelectorAll('.z-page, [data-scrolls]')) part.scrollTop = 0;
}

function useKeeper(): Kept {
  const kept = use(KeptContext);
  if (kept === null) throw new Error('Nothing is kept: used outside its provider');
  return kept;
}

/** Forgets a screen's filters and its scroll place. */
export const useStartAnew = (): Kept['startAnew'] => useKeeper().startAnew;

/** How often a screen was started anew: another number is another screen. */
export const useTimesAnew = (): number => useKeeper().times;

/** A part of a screen's state that survives the screen. */
export function useKept<Value>(part: KeptPart<Value>): [Value, Dispatch<SetStateAction<Value>>] {
  const { parts } = useKeeper();
  const [value, setValue] = useState(() => read(parts, part));
  // Kept at once: the answer to a call may come when the screen is gone.
  const keep = useCallback(
    (next: SetStateAction<Value>) => {
      const latest =
        typeof next === 'function' ? (next as (now: Value) => Value)(read(parts, part)) : next;
      parts.set(part, latest);
      setValue(latest);
    },
    [parts, part],
  );
  return [value, keep];
}

/** The scroll place of a screen's table. */
export function useKeptPlace(part: KeptPart<TablePlace | null>): KeptPlace {
  const { parts, times, now } = useKeeper();
  return useMemo(
    () => ({
      left: () => read(parts, part),
      save: (place) => {
        // A table that disappears because its screen starts anew is not remembered.
        if (times === now.current) parts.set(part, place);
      },
    }),
    [parts, part, times, now],
  );
}
