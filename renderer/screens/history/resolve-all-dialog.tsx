import type { Output } from '../../../contract/methods.ts';
import { sumAmounts } from '../../../contract/money.ts';
import type { Submission } from '../../../contract/submission.ts';
import { placeHash } from '../../router.ts';
import { reasonTitle } from '../../sentences.ts';
import { type Decision, DecisionForm } from '../../shared/history/decision-form.tsx';
import styles from '../../shared/layout/chosen.module.css';
import { Dialog } from '../../shell/dialog.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

interface ResolveAllDialogProps {
  readonly submissions: readonly Submission[];
  readonly onClose: () => void;
  /** Those recorded as not delivered, which can be sent again. */
  readonly onNotDelivered: (ids: readonly string[]) => void;
}

/** The stored state of a decision. */
const endsIn = { accepted: 'accepted', rejected: 'rejected', not_delivered: 'failed' } as const;

/** The number of named submissions among those that finished otherwise. */
const named = 3;

/**
 * Resolves several submissions without an answer by one decision and one note; lists them first.
 */
export function ResolveAllDialog({ submissions, onClose, onNotDelivered }: ResolveAllDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const title = t('resolveAll.title', { count: submissions.length });
  const resolve = useCommand(
    'submissions.resolveAll',
    ['submissions.get', 'submissions.list', 'submissions.causes', 'overview.get', 'app.status'],
    { about: () => title, onDone: (told, { decision }) => tell(decision, told) },
  );

  function tell(decision: Decision, { resolved, others }: Output<'submissions.resolveAll'>): void {
    const done = resolved.length === 0 ? [] : [t('resolveAll.done', { count: resolved.length })];
    const names = [
      ...others.slice(0, named).map(({ file }) => file),
      ...(others.length > named ? ['…'] : []),
    ];
    const left =
      others.length === 0
        ? []
        : [t('resolveAll.others', { count: others.length, names: names.join(', ') })];
    // Undelivered or refused ones are there, with their next step.
    const href = placeHash('history', null, `state=${endsIn[decision]}&waiting=1`);
    const link =
      decision === 'accepted' || resolved.length === 0
        ? {}
        : { link: { href, text: t('resolveAll.see') } };
    notify({ tone: others.length === 0 ? 'good' : 'bad', lines: [...done, ...left], ...link });
  }
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <DecisionForm
        testId="resolve-all-dialog"
        save={t('resolveAll.save', { count: submissions.length })}
        many={submissions.length > 1}
        command={resolve}
        onDecide={(resolution) => {
          const ids = submissions.map(({ id }) => id);
          resolve.mutate(
            { ids, ...resolution },
            {
              onSuccess: ({ resolved }) => {
                if (resolution.decision === 'not_delivered' && resolved.length > 0)
                  onNotDelivered(resolved);
                else onClose();
              },
            },
          );
        }}
        onClose={onClose}
      >
        <ChosenSummary submissions={submissions} />
      </DecisionForm>
    </Dialog>
  );
}

/** The subject of the decision: companies, sums, and the reasons. */
function ChosenSummary({ submissions }: Pick<ResolveAllDialogProps, 'submissions'>) {
  const { t, formats, i18n } = useTexts();
  const companies = [...Map.groupBy(submissions, ({ company }) => company.id).values()];
  const causes = [...Map.groupBy(submissions, ({ answerCode }) => answerCode)];
  const ofSandbox = submissions.filter(({ environment }) => environment !== 'production').length;
  return (
    <div className={styles.summary} data-testid="resolve-all-summary">
      <p className="z-second">{t('resolveAll.text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={styles.companies} tabIndex={0} aria-label={t('resolveAll.companies')}>
        {companies.map((own) => {
          const [first] = own;
          if (first === undefined) return null;
          const records = own.reduce((sum, each) => sum + each.records, 0);
          const amount = sumAmounts(own.map(({ totals }) => totals.amount));
          const [only, ...others] = own;
          return (
            <p key={first.company.id} data-testid="resolve-all-company">
              <strong>{first.company.fullName}</strong>{' '}
              <span className="z-second">{first.taxpayer.taxId}</span>
              <br />
              <span className="z-second z-small">
                {others.length === 0 ? only?.file : t('resolveAll.files', { count: own.length })} ·{' '}
                {t('submit.records', { count: records })}
                {amount === null ? null : ` · ${formats.euros(amount)}`}
              </span>
            </p>
          );
        })}
      </section>
      <ul className="z-plain-list z-small z-second">
        {causes.map(([cause, own]) => (
          <li key={cause}>
            {t('resolveAll.files', { count: own.length })} · {reasonTitle(i18n, cause)}
          </li>
        ))}
        {ofSandbox > 0 && ofSandbox < submissions.length ? (
          <li>{t('resolveAll.sandbox', { count: ofSandbox })}</li>
        ) : null}
      </ul>
    </div>
  );
}
