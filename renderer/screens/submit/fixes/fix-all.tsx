import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Output } from '../../../../contract/methods.ts';
import type { WorklistFile } from '../../../../contract/worklist.ts';
import { useMethod } from '../../../api/queries.ts';
import { useReplacing } from '../../../shared/layout/choice.tsx';
import { standingOf } from '../../../shared/worklist/worklist.ts';
import { Dialog } from '../../../shell/dialog.tsx';
import { ErrorNotice } from '../../../shell/error-notice.tsx';
import { useNotify } from '../../../shell/notify.tsx';
import { keptPart, useKept } from '../../../shell/screen-state.tsx';
import { useCommand } from '../../../shell/use-command.ts';
import { useTexts } from '../../../texts.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ownerOf } from '../worklist-filter.ts';
import { Changes, changesShown, Ways } from './fix-dialog.tsx';
import { countOf, wishOf } from './offers.ts';

/** Files with faults that no fix is planned for. */
const unfixableFiles = keptPart<ReadonlySet<string>>(new Set());

/**
 * Fixes everything that has one right answer in many files at once. The caller draws `dialog`
 * outside the parts that disappear with the files.
 */
export function useFixAll() {
  const [unfixable, setUnfixable] = useKept(unfixableFiles);
  const [asked, setAsked] = useState<readonly WorklistFile[] | null>(null);
  /** Files with errors that may have one right answer; only the plan knows. */
  const fixable = (files: readonly WorklistFile[]) =>
    files.filter((file) => file.mayFix && standingOf(file) === 'errors' && !unfixable.has(file.id));
  return {
    fixable,
    fix: setAsked,
    dialog:
      asked === null ? null : (
        <FixAllDialog
          files={fixable(asked)}
          faulty={asked.filter((file) => standingOf(file) === 'errors').length}
          onUnfixable={(ids) => setUnfixable(new Set([...unfixable, ...ids]))}
          onClose={() => setAsked(null)}
        />
      ),
  };
}

interface FixAllProps extends Pick<ReturnType<typeof useFixAll>, 'fixable' | 'fix'> {
  readonly files: readonly WorklistFile[];
  readonly primary?: boolean;
}

/** The button of `useFixAll`, where some of these files may be fixed. */
export function FixAll({ files, primary = false, fixable, fix }: FixAllProps) {
  const { t } = useTexts();
  if (fixable(files).length === 0) return null;
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconWand size={15} aria-hidden />}
      onClick={() => fix(files)}
      data-testid="fix-all-files"
    >
      {t('fixAll.button')}
    </Button>
  );
}

type Planned = Output<'submissions.planFixes'>['files'][number];

interface FixAllDialogProps {
  readonly files: readonly WorklistFile[];
  /** The number of files with errors, also of those that nothing can be fixed in. */
  readonly faulty: number;
  /** The plan has nothing for these: they are not asked about again. */
  readonly onUnfixable: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the changes file by file, and applies them in all files. */
function FixAllDialog({ files, faulty, onUnfixable, onClose }: FixAllDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const replacing = useReplacing();
  const [replace] = useState(() => replacing(files));
  // The files at the dialog's opening: each fixed file leaves the list.
  const [fileIds] = useState(() => files.map(({ id }) => id));
  const [named] = useState(() => new Map(files.map((file) => [file.id, file])));
  const plan = useMethod('submissions.planFixes', { fileIds }, { forget: true });
  const apply = useCommand('submissions.applyFixes', ['submissions.worklist'], {
    about: () => t('fixAll.title'),
    onDone: ({ files: made, others }) => {
      replace(made);
      if (made.length > 0)
        notify({ tone: 'good', lines: [t('fixAll.done', { count: made.length })] });
      if (others.length > 0)
        notify({ tone: 'bad', lines: [t('fixAll.failed', { count: others.length })] });
    },
  });
  const { data } = plan;
  const tell = useEffectEvent(onUnfixable);
  useEffect(() => {
    if (data === undefined) return;
    const isPlanned = new Set(data.files.map(({ fileId }) => fileId));
    tell(fileIds.filter((id) => !isPlanned.has(id)));
  }, [data, fileIds]);
  const planned = data?.files ?? [];
  const left = data === undefined ? 0 : faulty - planned.length;
  const offers = planned.flatMap(({ fixes }) => fixes);
  const wished = planned.map(({ fileId, fixes }) => ({
    fileId,
    chosen: [...wishOf(fixes).chosen],
  }));
  return (
    <Dialog onClose={onClose} title={t('fixAll.title')} size="min(56rem, 94vw)">
      <div className="z-form" data-testid="fix-all-dialog">
        <p className="z-second">{t('fixAll.text')}</p>
        {plan.error === null ? null : <ErrorNotice error={plan.error.error} />}
        {plan.isPending ? <SkeletonRows rows={4} label={t('mend.preparing')} /> : null}
        {planned.length === 0 ? null : (
          <>
            <strong data-testid="fix-all-total">
              {t('mend.total', { count: countOf(offers) })} ·{' '}
              {t('choice.files', { count: planned.length })}
            </strong>
            <Ways ways={wishOf(offers).ways} />
            <ul className="z-plain-list z-scroll-list">
              {planned.map((one) => (
                <PlannedFile key={one.fileId} planned={one} file={named.get(one.fileId)} />
              ))}
            </ul>
          </>
        )}
        {left === 0 ? null : (
          <p className="z-second" data-testid="fix-all-left">
            {t('fixAll.left', { count: left })}
          </p>
        )}
        {apply.error === null ? null : <ErrorNotice error={apply.error.error} />}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t('mend.leave')}
          </Button>
          {planned.length === 0 ? null : (
            <Button
              onClick={() => apply.mutate({ files: wished }, { onSuccess: onClose })}
              loading={apply.isPending}
              data-autofocus
              data-testid="fix-all-save"
            >
              {t('fixAll.save', { count: planned.length })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface PlannedFileProps {
  readonly planned: Planned;
  readonly file: WorklistFile | undefined;
}

/** A file of the plan; opened, it shows each change before and after. */
function PlannedFile({ planned, file }: PlannedFileProps) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const count = countOf(planned.fixes);
  return (
    <li>
      <details onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>
          <strong>{file === undefined ? '' : ownerOf(file)}</strong> {file?.name} ·{' '}
          {t('mend.total', { count })}
        </summary>
        {opened ? <FilePreview planned={planned} /> : null}
      </details>
    </li>
  );
}

function FilePreview({ planned }: Pick<PlannedFileProps, 'planned'>) {
  const { t } = useTexts();
  const { data, error } = useMethod('submissions.previewFix', {
    fileId: planned.fileId,
    chosen: [...wishOf(planned.fixes).chosen],
    offset: 0,
    limit: changesShown,
  });
  if (error !== null) return <ErrorNotice error={error.error} />;
  if (data === undefined) return <SkeletonRows rows={2} label={t('mend.preparing')} />;
  return <Changes preview={data} />;
}
