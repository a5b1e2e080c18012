import {
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { usePlace } from '../../router.ts';
import { ChoiceProvider, keptChoice } from '../../shared/layout/choice.tsx';
import { ArrivalsLine } from '../../shared/watching/arrivals-line.tsx';
import { standingOf } from '../../shared/worklist/worklist.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useHasDialog } from '../../shell/page-mark.ts';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { laterComponent } from '../../ui/later-component.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import { ArrivalsNotice } from './arrivals-notice.tsx';
import styles from './submit.module.css';
import { bookColumnText } from './submit-columns.tsx';
import { SubmitEmpty } from './submit-empty.tsx';
import { SubmitFoot } from './submit-foot.tsx';
import { SubmitTable } from './submit-table.tsx';
import { SubmitTools } from './submit-tools.tsx';
import { ToCorrectHere } from './to-correct-here.tsx';
import { useWorklistView } from './use-worklist-view.ts';
import { sortFiles } from './worklist-order.ts';

const filesByCompany = keptPart(false);
const chosenFiles = keptChoice();

const FilePanel = laterComponent(async () => (await import('./file-panel.tsx')).FilePanel);

/**
 * A value; while a dialog is open, the last one there was: another window may have removed what the
 * dialog is about, and typed text is in it.
 */
function useHeld<Value>(value: Value | undefined): Value | undefined {
  const hasDialog = useHasDialog();
  const [held, setHeld] = useState(value);
  const next = value ?? (hasDialog ? held : undefined);
  if (next !== held) setHeld(next);
  return next;
}

/**
 * The selected file (`#/submit/<id>` selects one), also after it left its tab by itself; else the
 * first.
 */
function usePickedFile(
  files: readonly WorklistFile[],
  all: readonly WorklistFile[],
  listKey: string,
) {
  const { id: placeId } = usePlace();
  const [{ pickedId, from }, setPicked] = useState({ pickedId: placeId, from: listKey });
  const setPickedId = (id: string) => setPicked({ pickedId: id, from: listKey });
  const [closed, setClosed] = useState(false);
  const pick = (id: string) => {
    setPickedId(id);
    setClosed(false);
  };
  const pickPlace = useEffectEvent(pick);
  useEffect(() => {
    if (placeId !== null) pickPlace(placeId);
  }, [placeId]);
  const isPicked = (file: WorklistFile) => file.id === pickedId;
  const picked = useHeld(
    files.find(isPicked) ?? (from === listKey ? all.find(isPicked) : undefined),
  );
  return {
    file: closed ? null : (picked ?? files[0] ?? null),
    pick,
    close: () => setClosed(true),
    /** After a removal: the file in its place. */
    leave: (ordered: readonly WorklistFile[]) => {
      const at = ordered.findIndex(({ id }) => id === pickedId);
      const next = ordered[at + 1] ?? ordered[at - 1];
      if (at >= 0 && next !== undefined) setPickedId(next.id);
    },
    /** After a fix: the rest of the file's faults, else the next file with errors. */
    goOn: (ordered: readonly WorklistFile[], made: WorklistFile) => {
      const at = ordered.findIndex(({ id }) => id === pickedId);
      const rest = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(0, at))];
      const next = rest.find((file) => standingOf(file) === 'errors');
      setPickedId(standingOf(made) === 'errors' || next === undefined ? made.id : next.id);
    },
  };
}

function Worklist({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t, formats } = useTexts();
  const view = useWorklistView(files);
  const { narrowed, tab, tabs, shown, filter, order } = view;
  const [grouped, setGrouped] = useKept(filesByCompany);
  const ordered = useMemo(
    () =>
      sortFiles(shown, order, {
        compare: formats.compare,
        book: (file) => bookColumnText(t, file),
      }),
    [shown, order, formats, t],
  );
  const picked = usePickedFile(ordered, files, JSON.stringify({ tab, filter }));
  const panel = useRef<HTMLDivElement>(null);
  const density = useMethod('settings.get', {}).data?.density ?? 'compact';
  return (
    <div className={picked.file === null ? styles.screen : `${styles.screen} ${styles.withPanel}`}>
      <div className={styles.list}>
        <ArrivalsNotice files={files} />
        <SubmitTools
          files={files}
          shown={ordered}
          filter={filter}
          onFilter={view.setFilter}
          grouped={grouped}
          onGrouped={setGrouped}
          density={density}
        />
        <div className={styles.tabs}>
          <FilterTabs
            label={t('submit.tabs.label')}
            items={tabs.map((item) => ({
              value: item.tab,
              label: t(`submit.tabs.${item.tab}`),
              count: formats.count(item.count),
            }))}
            value={tab}
            onChange={view.setTab}
          />
        </div>
        <section className={`z-panel ${styles.table}`} aria-label={t('submit.table')}>
          {shown.length === 0 ? (
            <p className="z-empty">{t('submit.noneInTab')}</p>
          ) : (
            <SubmitTable
              files={ordered}
              all={files}
              density={density}
              order={order}
              onOrder={view.setOrder}
              listKey={JSON.stringify({ tab, filter, order, grouped, density })}
              place={view.place}
              grouped={grouped}
              selectedId={picked.file?.id ?? null}
              onSelect={(id) => {
                picked.pick(id);
                // In a narrow window the panel is below the list.
                requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'nearest' }));
              }}
              onMove={picked.pick}
              onEnter={(id) => {
                picked.pick(id);
                requestAnimationFrame(() => panel.current?.focus());
              }}
            />
          )}
        </section>
        <ToCorrectHere files={files} />
        <SubmitFoot files={narrowed} all={files} />
      </div>
      {picked.file === null ? null : (
        <FilePanel
          body={panel}
          file={picked.file}
          onUsed={picked.pick}
          onFixed={(made) => picked.goOn(ordered, made)}
          onRemoved={() => picked.leave(ordered)}
          onClose={picked.close}
        />
      )}
    </div>
  );
}

/**
 * Drawn again only when the list of files changes: a changed status does not draw a thousand rows.
 */
const Listed = memo(function Listed({ files }: { readonly files: readonly WorklistFile[] }) {
  return (
    <ChoiceProvider part={chosenFiles} items={files}>
      <Worklist files={files} />
    </ChoiceProvider>
  );
});

/** Submit: from dropped files to their answers. */
export function SubmitScreen() {
  const { t } = useTexts();
  const worklist = useMethod('submissions.worklist', {});
  const status = useMethod('app.status', {});
  // A long list is drawn in slices that leave the window free between them.
  const now = useDeferredValue(worklist.data?.files);
  const files = useHeld(now?.length === 0 ? undefined : now) ?? now;
  const count = files?.length ?? 0;
  const subtitle = count > 0 ? t('submit.subtitle', { count }) : undefined;
  const ready = (files !== undefined || worklist.isError) && !status.isPending;
  return (
    <Page name="submit" title={t('submit.title')} subtitle={subtitle} ready={ready}>
      {worklist.error === null ? null : (
        <ErrorNotice
          error={worklist.error.error}
          onRetry={() => void worklist.refetch()}
          isAlone={files === undefined}
        />
      )}
      {!ready ? <SkeletonRows rows={8} label={t('app.loading')} /> : null}
      {ready && files !== undefined ? (
        files.length === 0 ? (
          <>
            <ArrivalsLine />
            <SubmitEmpty />
          </>
        ) : (
          <Listed files={files} />
        )
      ) : null}
    </Page>
  );
}
