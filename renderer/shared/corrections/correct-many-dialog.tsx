import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { Input, Output } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from '../layout/chosen.module.css';
import { useShowMade } from './use-show-made.ts';

type Plan = Output<'submissions.planCorrections'>;
type Planned = Plan['submissions'][number];
export type ForRecorded = Input<'submissions.makeCorrections'>['recorded'];
const waysForRecorded = ['modify', 'leave_out'] as const satisfies readonly ForRecorded[];

interface CorrectManyDialogProps {
  /** The submissions of the dialog; they stay the same while it is open. */
  readonly selection: Input<'submissions.planCorrections'>;
  /** The first choice for records that the LROE has already. */
  readonly recorded?: ForRecorded;
  readonly onClose: () => void;
  readonly onMade?: () => void;
}

/** Shows what would be corrected in many submissions, and makes the files on Submit. */
export function CorrectManyDialog(props: CorrectManyDialogProps) {
  const { t } = useTexts();
  const [asked] = useState(props.selection);
  const { data, error } = useMethod('submissions.planCorrections', asked, { forget: true });
  const [plan, setPlan] = useState(data);
  // The first plan: submissions with new corrections leave it while the dialog is open.
  if (plan === undefined && data !== undefined) setPlan(data);
  return (
    <Dialog onClose={props.onClose} title={t('corrections.many.title')} size="lg">
      {error === null ? null : <ErrorNotice error={error.error} />}
      {plan === undefined ? (
        error === null && <SkeletonRows rows={4} label={t('app.loading')} />
      ) : (
        <CorrectManyForm {...props} plan={plan} />
      )}
    </Dialog>
  );
}

/** The number of files, and of submissions closed because nothing is left. */
function countMade(plan: Plan, way: ForRecorded): { files: number; closed: number } {
  const isModified = ({ recorded, withErrors }: Planned) =>
    withErrors > 0 || (way === 'modify' && recorded > 0);
  const of = (isMade: (one: Planned) => boolean) => plan.submissions.filter(isMade);
  const refused = of((one) => one.refused > 0);
  const [modified, missing] = [of(isModified), of((one) => one.missing > 0)];
  const made = new Set([...refused, ...modified, ...missing]);
  return {
    files: refused.length + countBooks(modified) + countBooks(missing),
    closed: plan.submissions.length - made.size,
  };
}

/** The records of one company, form and year go in one file. */
function countBooks(submissions: readonly Planned[]): number {
  const books = submissions.map(({ company, form, fiscalYear }) =>
    [company.id, form.model, form.expenseType, fiscalYear].join(' '),
  );
  return new Set(books).size;
}

function CorrectManyForm(props: CorrectManyDialogProps & { readonly plan: Plan }) {
  const { plan, onClose, onMade } = props;
  const { t } = useTexts();
  const [way, setWay] = useState<ForRecorded>(props.recorded ?? 'modify');
  const show = useShowMade();
  const make = useCommand('submissions.makeCorrections', ['submissions.list', 'app.status'], {
    about: () => t('corrections.failed'),
    onDone: async (made) => {
      onMade?.();
      await show(made.files, made);
    },
  });
  const made = countMade(plan, way);
  const input = { ids: plan.submissions.map(({ id }) => id), recorded: way };
  const isAny = plan.submissions.length > 0;
  const some = made.files > 0 || !isAny;
  return (
    <DialogForm
      testId="correct-many-dialog"
      save={t(some ? 'corrections.many.save' : 'corrections.many.saveClose', {
        count: some ? made.files : made.closed,
      })}
      isComplete={isAny}
      isSaving={make.isPending}
      error={make.error}
      errorTitle={t('corrections.failed')}
      onClose={onClose}
      onSave={() => make.mutate(input, { onSuccess: onClose })}
    >
      {isAny ? (
        <PlanSummary plan={plan} way={way} onWay={setWay} />
      ) : (
        <p>{t('corrections.many.none')}</p>
      )}
      {made.closed > 0 ? (
        <p data-testid="correct-many-closed">
          {t('corrections.many.willClose', { count: made.closed })}
        </p>
      ) : null}
      {plan.others > 0 ? (
        <p className="z-second z-small">{t('corrections.many.others', { count: plan.others })}</p>
      ) : null}
    </DialogForm>
  );
}

interface PlanSummaryProps {
  readonly plan: Plan;
  readonly way: ForRecorded;
  readonly onWay: (way: ForRecorded) => void;
}

/** The number of records of each kind, what is done with them, and their companies. */
function PlanSummary({ plan, way, onWay }: PlanSummaryProps) {
  const { t } = useTexts();
  return (
    <div className={styles.summary}>
      <p className="z-second">{t('corrections.many.text')}</p>
      <Kind plan={plan} kind="refused" />
      <Kind plan={plan} kind="withErrors" />
      <Kind plan={plan} kind="missing" />
      <Kind plan={plan} kind="recorded">
        <Radio.Group
          aria-label={t('corrections.many.legend')}
          value={way}
          onChange={(value) => onWay(waysForRecorded.find((one) => one === value) ?? way)}
        >
          <div className="z-form z-radios">
            {waysForRecorded.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(value === 'modify' ? 'corrections.modify' : 'corrections.leaveOut')}
                description={t(`corrections.many.hint.${value}`)}
              />
            ))}
          </div>
        </Radio.Group>
      </Kind>
      <PlannedList submissions={plan.submissions} />
    </div>
  );
}

type KindName = (typeof kinds)[number];

function Kind({
  plan,
  kind,
  children,
}: {
  readonly plan: Plan;
  readonly kind: KindName;
  readonly children?: React.ReactNode;
}) {
  const { t } = useTexts();
  const own = plan.submissions.filter((one) => one[kind] > 0);
  if (own.length === 0) return null;
  const records = own.reduce((sum, one) => sum + one[kind], 0);
  return (
    <section data-testid={`correct-many-${kind}`}>
      <strong>{t(`corrections.many.${kind}`, { count: records })}</strong>{' '}
      <span className="z-second">· {t('resolveAll.files', { count: own.length })}</span>
      {kind === 'recorded' ? (
        children
      ) : (
        <p className="z-second z-small">{t(`corrections.many.hint.${kind}`)}</p>
      )}
    </section>
  );
}

const kinds = ['refused', 'recorded', 'missing', 'withErrors'] as const;

function PlannedList({ submissions }: { readonly submissions: readonly Planned[] }) {
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles.companies} tabIndex={0} aria-label={t('corrections.many.list')}>
      {submissions.map((one) => (
        <p key={one.id} data-testid="correct-many-file">
          <strong>{one.company.fullName}</strong> <span className="z-second">{one.file}</span>
          <br />
          <span className="z-second z-small">
            {kinds
              .filter((kind) => one[kind] > 0)
              .map((kind) =>
                t(`corrections.many.${kind}`, {
                  count: one[kind],
                }),
              )
              .join(' · ')}
          </span>
        </p>
      ))}
    </section>
  );
}
