import { Button } from '@mantine/core';
import { use, useEffect, useRef } from 'react';
import { useMethod } from '../../api/queries.ts';
import { toDay } from '../../format/record-values.ts';
import { addRecordTexts } from '../../i18n.ts';
import { placeHash } from '../../router.ts';
import { useShowMade } from '../../shared/corrections/use-show-made.ts';
import { messageOf } from '../../shared/history/record-words.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { bookText, useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './modification.module.css';
import { ModificationSide } from './modification-side.tsx';
import { PendingChanges } from './pending-changes.tsx';
import { RecordGroup } from './record-group.tsx';
import { useRecordTexts } from './record-texts.ts';
import { firstWrong, placeIn, showPlace } from './seek.ts';
import { type RecordForm, useModification } from './use-modification.ts';

interface RecordProps {
  readonly id: string;
  readonly record: number;
}

/** The record's own name: an invoice's number, or an expense's date. */
function useRecordName(): (form: RecordForm | undefined) => string {
  const { t, formats } = useTexts();
  return (form) => {
    const { series, number, date, line } = form?.key ?? {};
    const invoice = [series, number].filter((part) => part != null && part !== '').join('/');
    const day = date == null ? null : formats.day(toDay(date) ?? date);
    const name = invoice || [day, line].filter((part) => part != null).join(' · ');
    return name === '' ? t('record.titleAlone') : t('record.title', { name });
  };
}

/** Why the LROE recorded it with errors; nothing for a correct one. */
function Told({ told }: Pick<RecordForm, 'told'>) {
  const { t, formats } = useTexts();
  if (told?.state !== 'accepted_with_errors') return null;
  return (
    <Notice
      tone="amber"
      testId="told"
      title={t('record.withErrors')}
      text={[messageOf(told, formats), told.code].filter((part) => part !== null).join(' · ')}
    />
  );
}

function Filled({ id, record, form }: RecordProps & { readonly form: RecordForm }) {
  const { t } = useTexts();
  const words = useRecordTexts();
  const modification = useModification(id, record, form);
  const box = useRef<HTMLFormElement>(null);
  const { source } = form;
  const show = useShowMade();
  const cancel = useCommand('submissions.buildCancellation', ['submissions.corrections'], {
    about: () => t('corrections.failed'),
    onDone: ({ file }) => show([file]),
  });

  const { refusals } = modification;
  useEffect(() => {
    if (refusals > 0) showPlace(firstWrong(box.current));
  }, [refusals]);
  return (
    <form
      className={styles.page}
      ref={box}
      noValidate
      data-testid="modification"
      onSubmit={(event) => {
        event.preventDefault();
        void modification.make(false);
      }}
    >
      <div className={`z-panel ${styles.record}`}>
        <p className="z-second">{t('record.text')}</p>
        {source.submissionId === id ? null : (
          <Notice tone="grey" title={t('record.startsFrom', { file: source.file })} />
        )}
        <Told told={form.told} />
        <PendingChanges form={form} />
        <div className={styles.identity}>
          <p>{t('record.identity')}</p>
          <Button
            variant="default"
            size="xs"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: source.submissionId, records: [source.record] })}
            title={t('corrections.cancelText')}
            data-testid="cancel-record"
          >
            {t('record.cancel')}
          </Button>
        </div>
        {cancel.error === null ? null : (
          <ErrorNotice error={cancel.error.error} title={t('corrections.failed')} />
        )}
        <RecordGroup modification={modification} words={words} group="" at="" />
      </div>
      <ModificationSide
        modification={modification}
        form={form}
        words={words}
        onGo={(place) => showPlace(placeIn(box.current, place))}
      />
    </form>
  );
}

/** A record that the LROE has, to be modified field by field. */
export function ModificationScreen(props: RecordProps) {
  const { i18n } = useTexts();
  use(addRecordTexts(i18n));
  return <Modifying {...props} />;
}

function Modifying({ id, record }: RecordProps) {
  const { t } = useTexts();
  const query = useMethod('submissions.recordForm', { id, record }, { forget: true });
  const name = useRecordName();
  const { data, error } = query;
  const back = placeHash('history', id);
  return (
    <Page
      name="modification"
      title={name(data)}
      subtitle={data === undefined ? undefined : bookText(t, data.form)}
      crumb={
        <a className="z-crumb" href={back}>
          {t('record.back')} /
        </a>
      }
      ready={data !== undefined || error !== null}
    >
      {error === null ? null : (
        // What was typed stays below it: the record may have been cancelled meanwhile.
        <ErrorNotice error={error.error} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined ? (
        <Filled id={id} record={record} form={data} />
      ) : error === null ? (
        <SkeletonRows rows={8} label={t('app.loading')} />
      ) : null}
    </Page>
  );
}
