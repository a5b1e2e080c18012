import { Button, Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { toDay } from '../../format/record-values.ts';
import { useShowMade } from '../../shared/corrections/use-show-made.ts';
import { recordName } from '../../shared/history/record-words.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './cancel-dialog.module.css';
import { recorded } from './record-columns.tsx';
import { type ShownRecord, useRecords } from './use-records.ts';

interface RecordChoiceProps {
  readonly id: string;
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (record: number) => void;
}

function RecordChoice({ id, chosen, onToggle }: RecordChoiceProps) {
  const { t, formats } = useTexts();
  const { records, more, hasMore, error, refetch } = useRecords(id, recorded);
  if (error !== null) return <ErrorNotice error={error.error} onRetry={refetch} />;
  if (records === undefined) return <SkeletonRows rows={4} label={t('app.loading')} />;
  const about = ({ key, counterparty, amount, later }: ShownRecord) =>
    [
      recordName(key),
      counterparty ?? key.issuer,
      key.date === null ? null : formats.day(toDay(key.date) ?? key.date),
      amount === null ? null : formats.euros(amount),
      later === undefined ? null : `${t(`submission.later.${later.operation}`)} ${later.file}`,
    ]
      .filter((part) => part !== null && part !== '')
      .join(' · ');
  return (
    <section
      className={`z-scroll-list ${styles.records}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label={t('corrections.records')}
    >
      {records.map((record) => {
        const number = record.record;
        return number === null || record.later?.operation === 'cancellation' ? null : (
          <Checkbox
            key={number}
            label={t('corrections.recordNumber', { number: formats.count(number) })}
            description={about(record)}
            checked={chosen.has(number)}
            onChange={() => onToggle(number)}
            data-testid={`choose-record-${number}`}
          />
        );
      })}
      {hasMore ? (
        <Button variant="default" size="xs" onClick={more}>
          {t('corrections.showMore')}
        </Button>
      ) : null}
    </section>
  );
}

interface CancelDialogProps {
  readonly submission: Submission;
  /** The number of its records that the ledger has. */
  readonly cancellable: number;
  /** The record to begin with; without it all of them. */
  readonly record?: number;
  /** Whether its records have results, to choose some of them. */
  readonly hasResults: boolean;
  readonly onClose: () => void;
}

/** Asks which records of a submission to cancel, and makes the cancellation file. */
export function CancelDialog(props: CancelDialogProps) {
  const { submission, cancellable, record, hasResults, onClose } = props;
  const { t } = useTexts();
  const [scope, setScope] = useState<'whole' | 'chosen'>(record === undefined ? 'whole' : 'chosen');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    new Set(record === undefined ? [] : [record]),
  );
  const show = useShowMade();
  const build = useCommand('submissions.buildCancellation', ['submissions.corrections'], {
    about: () => t('corrections.cancelTitle'),
    onDone: ({ file }) => show([file]),
  });

  function toggle(record: number): void {
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(record)) next.add(record);
      return next;
    });
  }
  function submit(): void {
    const records = [...chosen].toSorted((one, other) => one - other);
    build.mutate(scope === 'whole' ? { id: submission.id } : { id: submission.id, records });
  }
  return (
    <Dialog onClose={onClose} title={t('corrections.cancelTitle')} size="lg">
      <DialogForm
        testId="cancel-dialog"
        save={t('corrections.prepareCancellation')}
        isComplete={scope === 'whole' || chosen.size > 0}
        isSaving={build.isPending}
        error={build.error}
        onClose={onClose}
        onSave={submit}
      >
        <p className="z-second">{t('corrections.cancelText')}</p>
        <Radio.Group
          label={t('corrections.cancelLegend')}
          value={scope}
          onChange={(value) => setScope(value === 'chosen' ? 'chosen' : 'whole')}
        >
          <div className="z-form z-radios">
            <Radio value="whole" label={t('corrections.whole', { count: cancellable })} />
            {hasResults ? <Radio value="chosen" label={t('corrections.chosen')} /> : null}
          </div>
        </Radio.Group>
        {scope === 'chosen' ? (
          <>
            <RecordChoice id={submission.id} chosen={chosen} onToggle={toggle} />
            <p className="z-second z-small" role="status">
              {t('corrections.chosenCount', { count: chosen.size })}
            </p>
          </>
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
