import { createContext, type ReactNode, use, useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useKept } from '../../shell/kept.tsx';
import { useTexts } from '../../texts.ts';

/** Which files of the worklist are chosen for the next act. */
export interface Choice {
  readonly ids: ReadonlySet<string>;
  /** Chooses all of them, or none when all of them are. */
  toggle(files: readonly WorklistFile[]): void;
  clear(): void;
}

const ChoiceContext = createContext<Choice | null>(null);

export function useChoice(): Choice {
  const choice = use(ChoiceContext);
  if (choice === null) throw new Error('No choice: used outside its provider');
  return choice;
}

const noFiles: ReadonlySet<string> = new Set();

/** Keeps a choice of files, as long as they are on the list. */
export function ChoiceProvider({
  files,
  children,
}: {
  readonly files: readonly WorklistFile[];
  readonly children: ReactNode;
}) {
  const [kept, setKept] = useKept('chosenFiles', noFiles);
  const choice = useMemo<Choice>(
    () => ({
      ids: kept.size === 0 ? kept : new Set(files.flatMap(({ id }) => (kept.has(id) ? [id] : []))),
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
    }),
    [kept, setKept, files],
  );
  return <ChoiceContext value={choice}>{children}</ChoiceContext>;
}

interface ChoiceBoxProps {
  readonly files: readonly WorklistFile[];
  readonly label: string;
  readonly testId?: string;
}

/** Chooses files with one box: half full when some of them are chosen. */
export function ChoiceBox({ files, label, testId }: ChoiceBoxProps) {
  const { ids, toggle } = useChoice();
  const chosen = files.reduce((sum, { id }) => sum + (ids.has(id) ? 1 : 0), 0);
  const isSome = chosen > 0 && chosen < files.length;
  return (
    <input
      type="checkbox"
      className="z-choice"
      aria-label={label}
      checked={files.length > 0 && chosen === files.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = isSome;
      }}
      disabled={files.length === 0}
      // The grid has the focus and its own key for this.
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
      onChange={() => toggle(files)}
      {...(testId === undefined ? {} : { 'data-testid': testId })}
    />
  );
}

/** The files in sight, for the head of a table whose columns stay as they are. */
export const ShownContext = createContext<readonly WorklistFile[]>([]);

/** The box over the boxes: all files in sight. */
export function ChooseShown() {
  const { t } = useTexts();
  return <ChoiceBox files={use(ShownContext)} label={t('choice.all')} testId="choose-shown" />;
}
