import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../../contract/methods.ts';
import type { WorklistFile } from '../../../../contract/worklist.ts';
import { useMethod } from '../../../api/queries.ts';
import { useReplacing } from '../../../shared/layout/choice.tsx';
import { Dialog } from '../../../shell/dialog.tsx';
import { ErrorNotice } from '../../../shell/error-notice.tsx';
import { useNotify } from '../../../shell/notify.tsx';
import { useCommand } from '../../../shell/use-command.ts';
import { useTexts } from '../../../texts.ts';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ChangeRow } from './change-row.tsx';
import styles from './fix-dialog.module.css';
import type { FixWish } from './offers.ts';

export const changesShown = 100;

interface FixDialogProps {
  readonly file: WorklistFile;
  readonly wish: FixWish;
  readonly onClose: () => void;
  /** The file that replaces it. */
  readonly onFixed: (made: WorklistFile) => void;
}

type Preview = Output<'submissions.previewFix'>;

/** The verdict on the fixed file before it is saved. */
function After({ after }: Pick<Preview, 'after'>) {
  const { t } = useTexts();
  const { error, warning } = after.issueCounts;
  return (
    <p className={styles.after} data-testid="mend-after">
      <span>{t('mend.after')}</span>
      {error > 0 ? (
        <Pill tone="red">{t('source.errors', { count: error })}</Pill>
      ) : (
        <Pill tone="green">{t('source.noErrors')}</Pill>
      )}
      {warning > 0 ? <Pill tone="amber">{t('source.warnings', { count: warning })}</Pill> : null}
    </p>
  );
}

/** The changes of one file, and the remaining faults. */
export function Changes({ preview }: { readonly preview: Preview }) {
  const { t, formats } = useTexts();
  const { total, changes, after } = preview;
  return (
    <>
      <div className={styles.head}>
        <strong data-testid="mend-total">{t('mend.total', { count: total })}</strong>
        <After after={after} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={styles.changes} tabIndex={0} aria-label={t('mend.changes')}>
        <ul>
          {changes.map((change) => (
            <ChangeRow
              key={`${change.line}:${change.column}:${change.fix}:${change.path}`}
              change={change}
            />
          ))}
        </ul>
      </section>
      {total > changes.length ? (
        <p className="z-second z-small">
          {t('mend.shownOf', { shown: formats.count(changes.length), total: formats.count(total) })}
        </p>
      ) : null}
    </>
  );
}

/** The fixes in words; one without words shows its name. */
export function Ways({ ways }: Pick<FixWish, 'ways'>) {
  const { t, i18n } = useTexts();
  const words = (fix: string) => (i18n.exists(`fix.${fix}`) ? String(i18n.t(`fix.${fix}`)) : fix);
  return (
    <ul className={styles.ways}>
      {ways.map(({ fix, count }) => (
        <li key={fix}>
          {words(fix)}
          {ways.length > 1 ? (
            <span className="z-second"> · {t('panel.times', { count })}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Shows the changes as a diff, and saves the fixed file as a new one. */
export function FixDialog({ file, wish, onClose, onFixed }: FixDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const replacing = useReplacing();
  const [replace] = useState(() => replacing([file]));
  const preview = useMethod('submissions.previewFix', {
    fileId: file.id,
    chosen: [...wish.chosen],
    offset: 0,
    limit: changesShown,
  });
  const apply = useCommand('submissions.applyFix', ['submissions.worklist'], {
    about: () => file.name,
    // If the fixed file replaces this one, the dialog closes with its panel before the answer.
    onDone: ({ file: made, total }) => {
      replace([made]);
      notify({ tone: 'good', lines: [t('mend.saved', { count: total, file: made.name })] });
      onFixed(made);
    },
  });
  return (
    <Dialog onClose={onClose} title={t('mend.title', { file: file.name })} size="min(56rem, 94vw)">
      <div className="z-form" data-testid="mend-dialog">
        <p className="z-second">{t('mend.text')}</p>
        <Ways ways={wish.ways} />
        {preview.error === null ? null : <ErrorNotice error={preview.error.error} />}
        {preview.isPending ? <SkeletonRows rows={4} label={t('mend.preparing')} /> : null}
        {preview.data === undefined ? null : <Changes preview={preview.data} />}
        {apply.error === null ? null : <ErrorNotice error={apply.error.error} />}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t('mend.leave')}
          </Button>
          <Button
            onClick={() =>
              apply.mutate({ fileId: file.id, chosen: [...wish.chosen] }, { onSuccess: onClose })
            }
            loading={apply.isPending}
            disabled={preview.data === undefined}
            data-autofocus
            data-testid="mend-save"
          >
            {t('source.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
