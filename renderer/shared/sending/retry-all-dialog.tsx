import { useState } from 'react';
import type { Input, Output } from '../../../contract/methods.ts';
import type { LeftOut, ResendPlan } from '../../../contract/repetition.ts';
import { useMethod } from '../../api/queries.ts';
import { batchHash, placeHash } from '../../router.ts';
import { errorSentences, reasonTitle } from '../../sentences.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from '../layout/chosen.module.css';
import { SendingRefusal } from './sending-refusal.tsx';

interface RetryAllDialogProps {
  /** The submissions of the dialog; constant while it is open. */
  readonly selection: Input<'submissions.planRetry'>;
  /** Whether it follows another decision, which cancelling does not undo. */
  readonly follows?: boolean;
  readonly onClose: () => void;
  readonly onSent?: () => void;
}

/**
 * Asks whether to send undelivered files again. It lists first, by company, the files to send, and
 * those left out with the reason.
 */
export function RetryAllDialog({
  selection,
  follows = false,
  onClose,
  onSent,
}: RetryAllDialogProps) {
  const { t } = useTexts();
  // The plan when the dialog opened: what was shown is what is sent, and the core checks again.
  const [asked] = useState(selection);
  const { data, error } = useMethod('submissions.planRetry', asked, { forget: true });
  return (
    <Dialog onClose={onClose} title={t('retryAll.title')} size="lg">
      {error === null ? null : <SendingRefusal error={error.error} />}
      {data === undefined ? (
        error === null && <SkeletonRows rows={4} label={t('app.loading')} />
      ) : (
        <RetryForm
          plan={data}
          follows={follows}
          onClose={onClose}
          onSent={() => {
            onSent?.();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

interface RetryFormProps {
  readonly plan: ResendPlan;
  readonly follows: boolean;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

function RetryForm({ plan, follows, onClose, onSent }: RetryFormProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const count = plan.ids.length;
  const save = t('retryAll.save', { count });
  const retry = useCommand(
    'submissions.retryAll',
    ['submissions.list', 'submissions.causes', 'submissions.batch', 'overview.get', 'app.status'],
    { about: () => save, onDone: tell },
  );

  function tell({ submissions, left }: Output<'submissions.retryAll'>): void {
    const batches = new Set(submissions.map(({ batchId }) => batchId));
    const [batchId] = batches;
    const href = batches.size === 1 && batchId ? batchHash(batchId) : placeHash('history');
    notify({
      tone: left.length === 0 ? 'good' : 'bad',
      lines: [
        ...(submissions.length === 0 ? [] : [t('retryAll.done', { count: submissions.length })]),
        ...(left.length === 0 ? [] : [t('retryAll.doneLeft', { count: left.length })]),
      ],
      link: { href, text: t(batches.size === 1 ? 'batch.open' : 'resolveAll.see') },
    });
  }
  return (
    <DialogForm
      testId="retry-all-dialog"
      save={save}
      {...(follows ? { leave: t('retryAll.later') } : {})}
      isComplete={count > 0}
      isSaving={retry.isPending}
      error={retry.error}
      onClose={onClose}
      onSave={() => retry.mutate({ ids: plan.ids }, { onSuccess: onSent })}
    >
      {count === 0 ? <p>{t('retryAll.none')}</p> : <Going plan={plan} />}
      {plan.left.length === 0 ? null : <Staying left={plan.left} />}
      {plan.hasMore ? <p className="z-second z-small">{t('retryAll.hasMore')}</p> : null}
    </DialogForm>
  );
}

/** The files to send: companies, sums, and why they were not delivered. */
function Going({ plan }: { readonly plan: ResendPlan }) {
  const { t, formats, i18n } = useTexts();
  return (
    <div className={styles.summary} data-testid="retry-all-going">
      <p className="z-second">{t('retryAll.text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={styles.companies} tabIndex={0} aria-label={t('retryAll.companies')}>
        {plan.companies.map(({ id, fullName, taxId, files, records, amount }) => (
          <p key={id} data-testid="retry-all-company">
            <strong>{fullName}</strong> <span className="z-second">{taxId}</span>
            <br />
            <span className="z-second z-small">
              {t('resolveAll.files', { count: files })} · {t('submit.records', { count: records })}
              {amount === null ? null : ` · ${formats.euros(amount)}`}
            </span>
          </p>
        ))}
      </section>
      <ul className="z-plain-list z-small z-second">
        {plan.causes.map(({ cause, files }) => (
          <li key={cause}>
            {t('resolveAll.files', { count: files })} · {reasonTitle(i18n, cause)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The number of named files left out for one reason. */
const named = 3;

/** The code; files left out for some of their records only are a separate group. */
const reasonOf = ({ code, recordCount }: LeftOut): string =>
  code === 'already_sent' && recordCount > 0 ? 'shared_records' : code;

/**
 * The files left out, by reason; each named one links to its page, where it may still be sent
 * alone.
 */
function Staying({ left }: { readonly left: readonly LeftOut[] }) {
  const { t, i18n } = useTexts();
  const reasons = [...Map.groupBy(left, reasonOf).values()].toSorted((a, b) => b.length - a.length);
  return (
    <section
      className={styles.leftOut}
      aria-label={t('retryAll.leftList')}
      data-testid="retry-all-left"
    >
      <strong>{t('retryAll.left', { count: left.length })}</strong>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <ul className="z-plain-list z-small" tabIndex={0}>
        {reasons.map((own) => {
          const [first] = own;
          if (first === undefined) return null;
          const more = own.length - named;
          const code = reasonOf(first);
          const reason =
            code === 'shared_records'
              ? t('retryAll.leftRecords')
              : errorSentences(i18n, { code: first.code, details: {} }).title;
          return (
            <li key={code} data-reason={code}>
              <span>
                {t('resolveAll.files', { count: own.length })} · {reason}
              </span>
              {own.slice(0, named).map(({ id, file, company }) => (
                <a key={id} className="z-cut" href={placeHash('history', id)} title={file}>
                  {file} · {company.fullName}
                </a>
              ))}
              {more > 0 ? (
                <span className="z-second">{t('retryAll.more', { count: more })}</span>
              ) : null}
            </li>
          );
        })}
      </ul>
      {left.some(({ code }) => code === 'already_sent') ? (
        <small className="z-second">{t('retryAll.leftHint')}</small>
      ) : null}
    </section>
  );
}
