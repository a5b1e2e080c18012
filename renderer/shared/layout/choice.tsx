import { Button } from '@mantine/core';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type KeptPart, keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';

/** A selectable row of a list: a file of the worklist, a submission. */
interface Choosable {
  readonly id: string;
}

/** The rows of a list selected for the next action. */
export interface Choice {
  readonly ids: ReadonlySet<string>;
  /** Selects all of them, or none when all of them are. */
  toggle(items: readonly Choosable[]): void;
  clear(): void;
  /** Ends the selection of these alone: others may be selected before an answer is there. */
  drop(ids: Iterable<string>): void;
}

const ChoiceContext = createContext<Choice | null>(null);

export function useChoice(): Choice {
  const choice = use(ChoiceContext);
  if (choice === null) throw new Error('No choice: used outside its provider');
  return choice;
}

/**
 * Selects rows in the place of `former` ones, where one of these is selected now: once replaced,
 * they have left the list.
 */
export function useReplacing() {
  const { ids, toggle } = useChoice();
  return (former: readonly Choosable[]) => {
    const isChosen = former.some(({ id }) => ids.has(id));
    return (next: readonly Choosable[]) => {
      if (isChosen) toggle(next);
    };
  };
}

type Ids = ReadonlySet<string>;

/** A selection that is kept while another screen is shown. */
export function keptChoice(of?: KeptPart<Ids>['of']): KeptPart<Ids> {
  return keptPart<Ids>(new Set(), of === undefined ? {} : { of });
}

interface ChoiceProviderProps {
  readonly part: KeptPart<Ids>;
  readonly items: readonly Choosable[];
  readonly children: ReactNode;
}

/** Keeps a selection of rows, as long as they are on the list. */
export function ChoiceProvider({ part, items, children }: ChoiceProviderProps) {
  const [kept, setKept] = useKept(part);
  const choice = useMemo<Choice>(
    () => ({
      ids: kept.size === 0 ? kept : new Set(items.flatMap(({ id }) => (kept.has(id) ? [id] : []))),
      toggle: (some) =>
        setKept((now) => {
          const next = new Set(now);
          const all = some.every(({ id }) => now.has(id));
          for (const { id } of some)
            if (all) next.delete(id);
            else next.add(id);
          return next;
        }),
      clear: () => setKept(new Set()),
      drop: (ids) => {
        const left = new Set(ids);
        setKept((now) => new Set([...now].filter((id) => !left.has(id))));
      },
    }),
    [kept, setKept, items],
  );
  return <ChoiceContext value={choice}>{children}</ChoiceContext>;
}

interface ChoiceBoxProps {
  readonly items: readonly Choosable[];
  readonly label: string;
  readonly testId?: string;
}

/** One box for all rows: half checked when some are selected. */
export function ChoiceBox({ items, label, testId }: ChoiceBoxProps) {
  const { ids, toggle } = useChoice();
  const chosen = items.reduce((sum, { id }) => sum + (ids.has(id) ? 1 : 0), 0);
  const isSome = chosen > 0 && chosen < items.length;
  return (
    <input
      type="checkbox"
      className="z-choice"
      aria-label={label}
      checked={items.length > 0 && chosen === items.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = isSome;
      }}
      disabled={items.length === 0}
      // The grid has the focus and its own key for this.
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
      onChange={() => toggle(items)}
      {...(testId === undefined ? {} : { 'data-testid': testId })}
    />
  );
}

/** The visible rows, for the head of a table whose columns stay the same. */
export const ShownContext = createContext<readonly Choosable[]>([]);

/** The box of the head: all visible rows. */
export function ChooseShown() {
  const { t } = useTexts();
  return <ChoiceBox items={use(ShownContext)} label={t('choice.all')} testId="choose-shown" />;
}

/** The buttons of a foot that select none or all of the rows. */
export function ChooseButtons({ items }: Pick<ChoiceBoxProps, 'items'>) {
  const { t } = useTexts();
  const { ids, toggle, clear } = useChoice();
  const count = items.length;
  const chosen = items.filter(({ id }) => ids.has(id)).length;
  return (
    <>
      {chosen === 0 ? null : (
        <Button variant="subtle" onClick={clear} data-testid="choose-none">
          {t('choice.clear')}
        </Button>
      )}
      {chosen === count ? null : (
        <Button variant="subtle" onClick={() => toggle(items)} data-testid="choose-all">
          {t('choice.choose', { count })}
        </Button>
      )}
    </>
  );
}
