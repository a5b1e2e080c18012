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
import type { ScreenName } from '../router.ts';
import type { CompanyChoice } from '../screens/companies/company-filter.ts';
import type { FilterChoice } from '../screens/history/history-filter.ts';
import type { KeptPlace, TablePlace } from '../ui/table-scroll.ts';

/** What a person set on a screen and finds again when she comes back to it; until the window is closed. */
export interface KeptParts {
  /** With the filters that the address asked for: another address starts anew. */
  history: { readonly query: string; readonly choice: FilterChoice };
  companies: CompanyChoice;
  companyOrder: CompanySort;
  /** Where their tables were left. */
  historyPlace: TablePlace;
  companiesPlace: TablePlace;
  /** Files of the worklist that are chosen for the next act. */
  chosenFiles: ReadonlySet<string>;
  filesByCompany: boolean;
}

const KeptContext = createContext<RefObject<Partial<KeptParts>> | null>(null);

/** Keeps what screens have set while another one is shown. */
export function KeptProvider({ children }: { readonly children: ReactNode }) {
  return <KeptContext value={useRef<Partial<KeptParts>>({})}>{children}</KeptContext>;
}

/** The filters of a screen and its place in them; who presses its name while she is on it already starts anew. */
const filters: Readonly<Partial<Record<ScreenName, readonly (keyof KeptParts)[]>>> = {
  history: ['history', 'historyPlace'],
  companies: ['companies', 'companiesPlace'],
};

/** Forgets how a screen's list was narrowed. */
export function useStartAnew(): (screen: ScreenName) => void {
  const kept = useKeptParts();
  return (screen) => {
    const { ...parts } = kept.current;
    for (const name of filters[screen] ?? []) delete parts[name];
    kept.current = parts;
  };
}

function useKeptParts(): RefObject<Partial<KeptParts>> {
  const kept = use(KeptContext);
  if (kept === null) throw new Error('Nothing is kept: used outside its provider');
  return kept;
}

/** A state of a screen that is there again when the screen is. */
export function useKept<Name extends keyof KeptParts>(
  name: Name,
  initial: KeptParts[Name],
): [KeptParts[Name], Dispatch<SetStateAction<KeptParts[Name]>>] {
  const kept = useKeptParts();
  const [value, setValue] = useState<KeptParts[Name]>(() => kept.current[name] ?? initial);
  useEffect(() => {
    kept.current = { ...kept.current, [name]: value };
  }, [kept, name, value]);
  return [value, setValue];
}

/** Where a screen's table was left. */
export function useKeptPlace(name: 'historyPlace' | 'companiesPlace'): KeptPlace {
  const kept = useKeptParts();
  return useMemo(
    () => ({
      left: () => kept.current[name] ?? null,
      save: (place) => {
        kept.current = { ...kept.current, [name]: place };
      },
    }),
    [kept, name],
  );
}
