import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { usePlace } from '../../router.ts';
import { ChoiceProvider } from '../../shared/layout/choice.tsx';
import { standingOf } from '../../shared/worklist/worklist.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import { DropBar } from './drop-bar.tsx';
import { FilePanel } from './file-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ReportMenu } from './report-menu.tsx';
import { SubmitEmpty } from './submit-empty.tsx';
import { SubmitFoot } from './submit-foot.tsx';
import { bookColumnText, SubmitTable } from './submit-table.tsx';
import { useWorklistView } from './use-worklist-view.ts';
import { WorklistMenu } from './worklist-menu.tsx';
import { sortFiles } from './worklist-order.ts';

/**
 * The file that is looked at: the chosen one (`#/submit/<id>` chooses one), else the first that
 * needs a look.
 */
function usePickedFile(files: readonly WorklistFile[]) {
  const { id: placeId } = usePlace();
  const [pickedId, setPickedId] = useState(placeId);
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    if (placeId === null) return;
    setPickedId(placeId);
    setClosed(false);
  }, [placeId]);
  const picked = files.find((file) => file.id === pickedId);
  const needsLook = files.find((file) =>
    ['errors', 'newCompany', 'notSendable'].includes(standingOf(file)),
  );
  return {
    file: closed ? null : (picked ?? needsLook ?? files[0] ?? null),
    pick: (id: string) => {
      setPickedId(id);
      setClosed(false);
    },
    close: () => setClosed(true),
  };
}

function Worklist({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t, formats } = useTexts();
  const view = useWorklistView(files);
  const { narrowed, tab, tabs, shown, filter, order } = view;
  const [grouped, setGrouped] = useKept('filesByCompany', false);
  // Another order leads to no other file.
  const picked = usePickedFile(shown);
  const ordered = useMemo(
    () =>
      sortFiles(shown, order, {
        language: formats.language,
        book: (file) => bookColumnText(t, file),
      }),
    [shown, order, formats, t],
  );
  return (
    <div className={`z-submit ${picked.file === null ? '' : 'z-submit-with-panel'}`}>
      <div className="z-submit-list">
        <DropBar files={files} />
        <div className="z-submit-tools">
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
          <span className="z-submit-menus">
            <ReportMenu files={ordered} />
            <WorklistMenu files={files} />
          </span>
        </div>
        {files.length > 1 ? (
          <FilterBar
            files={files}
            shown={shown}
            filter={filter}
            onFilter={view.setFilter}
            grouped={grouped}
            onGrouped={setGrouped}
          />
        ) : null}
        <section className="z-panel z-submit-table" aria-label={t('submit.table')}>
          {shown.length === 0 ? (
            <p className="z-empty">{t('submit.noneInTab')}</p>
          ) : (
            <SubmitTable
              files={ordered}
              order={order}
              onOrder={view.setOrder}
              listKey={JSON.stringify({ tab, filter, order, grouped })}
              place={view.place}
              grouped={grouped}
              selectedId={picked.file?.id ?? null}
              onSelect={picked.pick}
            />
          )}
        </section>
        <SubmitFoot files={narrowed} all={files} />
      </div>
      {picked.file === null ? null : (
        <FilePanel key={picked.file.id} file={picked.file} onClose={picked.close} />
      )}
    </div>
  );
}

/** Drawn again only when the files are others: a change of status does not draw a thousand rows. */
const Listed = memo(function Listed({ files }: { readonly files: readonly WorklistFile[] }) {
  return (
    <ChoiceProvider name="chosenFiles" items={files}>
      <Worklist files={files} />
    </ChoiceProvider>
  );
});

/** Submit: from dropped files to their answers. */
export function SubmitScreen() {
  const { t, formats } = useTexts();
  const worklist = useMethod('submissions.worklist', {});
  const status = useMethod('app.status', {});
  // A long list is drawn in slices that leave the window free between them.
  const files = useDeferredValue(worklist.data?.files);
  const count = files?.length ?? 0;
  const subtitle =
    count > 0 ? t('submit.subtitle', { count, formatted: formats.count(count) }) : undefined;
  const ready = (files !== undefined || worklist.isError) && !status.isPending;
  return (
    <Page name="submit" title={t('submit.title')} subtitle={subtitle} ready={ready}>
      {worklist.error === null ? null : (
        <ErrorNotice error={worklist.error.error} onRetry={() => void worklist.refetch()} />
      )}
      {!ready ? <SkeletonRows rows={8} label={t('app.loading')} /> : null}
      {ready && files !== undefined ? (
        files.length === 0 ? (
          <SubmitEmpty />
        ) : (
          <Listed files={files} />
        )
      ) : null}
    </Page>
  );
}
