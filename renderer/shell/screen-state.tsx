import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CompanySort } from '../../contract/company.ts';
import { placeHash, type ScreenName } from '../router.ts';
import type { CompanyChoice } from '../screens/companies/company-filter.ts';
import type { QuarterChoice } from '../screens/overview/quarter-filter.ts';
import type { WorklistFilter } from '../screens/submit/worklist-filter.ts';
import type { WorklistOrder } from '../screens/submit/worklist-order.ts';
import type { FilterChoice } from '../shared/history/history-filter.ts';
import type { Tab } from '../shared/worklist/worklist.ts';
import type { KeptPlace, TablePlace } from '../ui/table-scroll.ts';

/**
 * What a person set on a screen and finds again when she comes back to it; until the window is
 * closed.
 */
export interface KeptParts {
  /** With the filters that the address asked for: another address starts anew. */
  history: { readonly query: string; readonly choice: FilterChoice };
  quarter: QuarterChoice;
  companies: CompanyChoice;
  companyOrder: CompanySort;
  /** Where their tables were left. */
  historyPlace: TablePlace;
  companiesPlace: TablePlace;
  worklistPlace: TablePlace;
  /** What the worklist is narrowed to, and in which order it stands. */
  worklistTab: Tab;
  worklistFilter: WorklistFilter;
  worklistOrder: WorklistOrder;
  /** Files of the worklist that are chosen for the next act. */
  chosenFiles: ReadonlySet<string>;
  filesByCompany: boolean;
  /** Submissions without a known end that are chosen, to be decided on together. */
  chosenUnknown: ReadonlySet<string>;
  /** Companies whose authorizations are chosen, for one result. */
  chosenAuthorizations: ReadonlySet<string>;
  /** What was not delivered and is chosen to be sent again together. */
  chosenFailed: ReadonlySet<string>;
  /** What was refused, or accepted in part, and is chosen to be corrected together. */
  chosenRefused: ReadonlySet<string>;
}

interface Kept {
  readonly parts: RefObject<Partial<KeptParts>>;
  /**
   * How often a screen was begun anew where it stood; each time it is another one that is shown.
   */
  readonly times: number;
  /** The same, already told to what is still shown. */
  readonly now: RefObject<number>;
  readonly startAnew: (screen: ScreenName) => void;
}

const KeptContext = createContext<Kept | null>(null);

/** Keeps what screens have set while another one is shown. */
export function KeptProvider({ children }: { readonly children: ReactNode }) {
  const parts = useRef<Partial<KeptParts>>({});
  const now = useRef(0);
  const [times, setTimes] = useState(0);
  const kept = useMemo(() => {
    const startAnew = (screen: ScreenName) => {
      // What is being written in Settings stays: they are only seen from their top again.
      if (screen === 'settings') return showTop();
      const forgotten = filters[screen];
      const { ...others } = parts.current;
      for (const name of forgotten) delete others[name];
      parts.current = others;
      // A file of the worklist is no page of its own; from any other address the screen's own leads
      // to a new one by itself.
      if (screen === 'submit') window.location.hash = placeHash(screen);
      if (window.location.hash !== placeHash(screen)) return;
      now.current += 1;
      setTimes(now.current);
    };
    return { parts, times, now, startAnew };
  }, [times]);
  return <KeptContext value={kept}>{children}</KeptContext>;
}

/**
 * The filters of a screen and its place in them; who presses its name while she is on it already
 * starts anew.
 */
const filters: Readonly<Record<Exclude<ScreenName, 'settings'>, readonly (keyof KeptParts)[]>> = {
  overview: ['quarter'],
  history: ['history', 'historyPlace', 'chosenUnknown', 'chosenFailed', 'chosenRefused'],
  companies: ['companies', 'companiesPlace', 'chosenAuthorizations'],
  submit: ['worklistTab', 'worklistFilter', 'worklistPlace'],
};

/** What scrolls of Settings, in a window of any size. */
function showTop(): void {
  for (const part of document.querySelectorAll('.z-page-settings, .z-settings')) part.scrollTop = 0;
}

function useKeeper(): Kept {
  const kept = use(KeptContext);
  if (kept === null) throw new Error('Nothing is kept: used outside its provider');
  return kept;
}

/** Forgets how a screen's list was narrowed and where it was left. */
export const useStartAnew = (): Kept['startAnew'] => useKeeper().startAnew;

/** How often a screen was begun anew: what is shown under another number is another screen. */
export const useTimesAnew = (): number => useKeeper().times;

/** The address of the history as it was left. */
export function useHistoryHash(): string {
  const { parts } = useKeeper();
  const [query] = useState(() => parts.current.history?.query ?? '');
  return placeHash('history', null, query);
}

/** A state of a screen that is there again when the screen is. */
export function useKept<Name extends keyof KeptParts>(
  name: Name,
  initial: KeptParts[Name],
): [KeptParts[Name], Dispatch<SetStateAction<KeptParts[Name]>>] {
  const { parts: kept } = useKeeper();
  const [value, setValue] = useState<KeptParts[Name]>(() => kept.current[name] ?? initial);
  useEffect(() => {
    kept.current = { ...kept.current, [name]: value };
  }, [kept, name, value]);
  return [value, setValue];
}

/** Where a screen's table was left. */
export function useKeptPlace(name: 'historyPlace' | 'companiesPlace' | 'worklistPlace'): KeptPlace {
  const { parts: kept, times, now } = useKeeper();
  return useMemo(
    () => ({
      left: () => kept.current[name] ?? null,
      save: (place) => {
        // A table that goes because its screen is begun anew is not come back to.
        if (times === now.current) kept.current = { ...kept.current, [name]: place };
      },
    }),
    [kept, name, times, now],
  );
}
