import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { BatchCompany } from '../../contract/batch.ts';
import type { CompanySort } from '../../contract/company.ts';
import { placeHash, type ScreenName } from '../router.ts';
import type { AuthorizationTab } from '../screens/authorizations/authorization-item.ts';
import type { CompanyChoice } from '../screens/companies/company-filter.ts';
import type { TableChoice } from '../screens/company-import/use-import.ts';
import type { KeptModification } from '../screens/modification/record-values.ts';
import type { QuarterChoice } from '../screens/overview/quarter-filter.ts';
import type { WorklistFilter } from '../screens/submit/worklist-filter.ts';
import type { WorklistOrder } from '../screens/submit/worklist-order.ts';
import type { FilterChoice } from '../shared/history/history-filter.ts';
import type { Tab } from '../shared/worklist/worklist.ts';
import type { KeptPlace, TablePlace } from '../ui/table-scroll.ts';
import { useUnsaved } from './unsaved.ts';

/** A screen's state, kept until the window is closed. */
export interface KeptParts {
  /** With the filters of the address: another address starts anew. */
  history: { readonly query: string; readonly choice: FilterChoice };
  quarter: QuarterChoice;
  /** Companies of the quarter chosen for the next action. */
  chosenCompanies: ReadonlySet<string>;
  companies: CompanyChoice;
  companyOrder: CompanySort;
  /** The scroll places of their tables. */
  quarterPlace: TablePlace;
  historyPlace: TablePlace;
  companiesPlace: TablePlace;
  worklistPlace: TablePlace;
  /** The filters and the order of the worklist. */
  worklistTab: Tab;
  worklistFilter: WorklistFilter;
  worklistOrder: WorklistOrder;
  /** Files of the worklist chosen for the next act. */
  chosenFiles: ReadonlySet<string>;
  filesByCompany: boolean;
  /** Files with faults of which the plan of fixes has none. */
  unfixableFiles: ReadonlySet<string>;
  /** Selected unknown submissions, to resolve together. */
  chosenUnknown: ReadonlySet<string>;
  /** Companies with chosen authorizations, for one result. */
  chosenAuthorizations: ReadonlySet<string>;
  /** Tables to import, the open one first, and what is chosen in it. */
  importTables: readonly File[];
  importChoice: { readonly file: File; readonly choice: TableChoice } | null;
  /** How a batch is shown: by company, or its files, of one company or all. */
  batch: {
    readonly id: string;
    readonly view: 'companies' | 'files';
    readonly company: BatchCompany | null;
  };
  /** The list of authorizations chosen in the address or by hand, and what is searched in it. */
  authorizations: {
    readonly query: string;
    readonly tab: AuthorizationTab | null;
    readonly text: string;
  };
  /** A record being modified, and its values so far. */
  modification: KeptModification | null;
  /** An edited profile as text, and the connection with the profile that it was made from. */
  profileDraft: { readonly from: string; readonly text: string } | null;
  /** Selected undelivered ones, to send again together. */
  chosenFailed: ReadonlySet<string>;
  /** Refused or partly accepted submissions selected for correction. */
  chosenRefused: ReadonlySet<string>;
}

interface Kept {
  readonly parts: RefObject<Partial<KeptParts>>;
  /** How often the shown screen was started anew; a new number draws another screen. */
  readonly times: number;
  /** The latest number, also for a screen that was drawn before. */
  readonly now: RefObject<number>;
  readonly startAnew: (screen: ScreenName) => void;
}

const KeptContext = createContext<Kept | null>(null);

/** Keeps the states of screens while another one is shown. */
export function KeptProvider({ children }: { readonly children: ReactNode }) {
  const parts = useRef<Partial<KeptParts>>({});
  useUnsaved(() => Boolean(parts.current.modification ?? parts.current.profileDraft));
  const now = useRef(0);
  const [times, setTimes] = useState(0);
  const kept = useMemo(() => {
    const startAnew = (screen: ScreenName) => {
      // Unsaved text in Settings stays: only the scroll place is reset.
      if (screen === 'settings') return showTop();
      const forgotten = filters[screen];
      const { ...others } = parts.current;
      for (const name of forgotten) delete others[name];
      parts.current = others;
      // A file of the worklist has its own address but is not a page, so Submit's address is set
      // first. From any other address, going to the screen's own address draws a new one anyway.
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
 * A screen's filters and its place in them; pressing the name of the shown screen starts it anew.
 */
const filters: Readonly<Record<Exclude<ScreenName, 'settings'>, readonly (keyof KeptParts)[]>> = {
  overview: ['quarter', 'quarterPlace', 'chosenCompanies'],
  history: ['history', 'historyPlace', 'chosenUnknown', 'chosenFailed', 'chosenRefused'],
  companies: ['companies', 'companiesPlace', 'chosenAuthorizations'],
  submit: ['worklistTab', 'worklistFilter', 'worklistPlace'],
};

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

/** The address of the history as it was left. */
export function useHistoryHash(): string {
  const { parts } = useKeeper();
  const [query] = useState(() => parts.current.history?.query ?? '');
  return placeHash('history', null, query);
}

/** A screen's state that survives the screen. */
export function useKept<Name extends keyof KeptParts>(
  name: Name,
  initial: KeptParts[Name],
): [KeptParts[Name], Dispatch<SetStateAction<KeptParts[Name]>>] {
  const { parts: kept } = useKeeper();
  const [first] = useState(initial);
  const [value, setValue] = useState<KeptParts[Name]>(() => kept.current[name] ?? first);
  useEffect(() => {
    kept.current = { [name]: value, ...kept.current };
  }, [kept, name, value]);
  // Kept at once: the answer to a call may come when the screen is gone.
  const keep = useCallback(
    (next: SetStateAction<KeptParts[Name]>) => {
      const now = kept.current[name] ?? first;
      const latest = typeof next === 'function' ? next(now) : next;
      kept.current = { ...kept.current, [name]: latest };
      setValue(latest);
    },
    [kept, name, first],
  );
  return [value, keep];
}

type PlaceName = 'quarterPlace' | 'historyPlace' | 'companiesPlace' | 'worklistPlace';

/** The scroll place of a screen's table. */
export function useKeptPlace(name: PlaceName): KeptPlace {
  const { parts: kept, times, now } = useKeeper();
  return useMemo(
    () => ({
      left: () => kept.current[name] ?? null,
      save: (place) => {
        // A table that disappears because its screen starts anew is not remembered.
        if (times === now.current) kept.current = { ...kept.current, [name]: place };
      },
    }),
    [kept, name, times, now],
  );
}
