import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { isDefiniteRefusal } from '../../../contract/answer.ts';
import { maxSearchText } from '../../../contract/fold-text.ts';
import type { RecordState, Submission } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import type { TextKey } from '../../i18n.ts';
import { usePlace } from '../../router.ts';
import { firstOfEach } from '../../shared/history/record-words.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CancelRecords } from './correction-actions.tsx';
import { createColumns, recorded } from './record-columns.tsx';
import { recordDetail } from './record-detail.tsx';
import { useCorrections } from './use-corrections.ts';
import { useRecords } from './use-records.ts';

type RecordTab = 'all' | 'work' | 'untold' | 'correct';

/** States of each tab; all of them for `all`. */
const tabStates: Readonly<Record<RecordTab, readonly RecordState[] | undefined>> = {
  all: undefined,
  work: ['incorrect', 'accepted_with_errors'],
  untold: ['not_told'],
  correct: ['correct', 'cancelled'],
};

interface RecordsProps {
  readonly submission: Submission;
  readonly hasInvoices: boolean;
  readonly canModify: boolean;
  readonly tab: RecordTab;
  readonly text: string;
  /** How many records could be cancelled. */
  readonly cancellable: number;
  readonly onCancel: (record: number) => void;
}

function Records(props: RecordsProps) {
  const { submission, hasInvoices, canModify, tab, text, cancellable, onCancel } = props;
  const { id } = submission;
  const { t, formats } = useTexts();
  const roomy = useIsAtLeast('1180px');
  const { records, more, error, refetch } = useRecords(id, tabStates[tab], text);
  const hasCodes = records?.some(({ code }) => code !== null) ?? false;
  const hasIssuers =
    records?.some(({ counterparty, key }) => (counterparty ?? key.issuer) !== null) ?? false;
  const amountRem = amountWidth(
    (records ?? []).flatMap(({ amount }) => (amount === null ? [] : [formats.amount(amount)])),
    5.4,
  );
  const canChange =
    canModify &&
    cancellable > 0 &&
    (records?.some(({ record, state }) => record !== null && recorded.includes(state)) ?? false);
  const columns = useMemo(() => {
    const actions = canChange ? { id, onCancel } : null;
    const choice = { hasInvoices, roomy, hasCodes, hasIssuers, amountRem, actions };
    return createColumns(t, formats, choice);
  }, [t, formats, hasInvoices, roomy, hasCodes, hasIssuers, amountRem, canChange, id, onCancel]);
  const told = useMemo(() => firstOfEach(records ?? [], formats), [records, formats]);
  if (error !== null) return <ErrorNotice error={error.error} onRetry={refetch} />;
  if (records === undefined) return <SkeletonRows rows={6} label={t('app.loading')} />;
  if (records.length === 0)
    return (
      <p className="z-empty">
        {t(text === '' ? 'submission.noRecordsInTab' : 'submission.noRecordFound')}
      </p>
    );
  return (
    <DataTable
      label={t('submission.recordsTable')}
      columns={columns}
      rows={records}
      rowKey={(record) =>
        `${record.record ?? 'x'}-${record.key.issuer}-${record.key.series}-${record.key.number}-${record.key.line}`
      }
      rowHeight={35}
      onEnd={more}
      detail={(record) => recordDetail(t, formats, record, told.has(record))}
    />
  );
}

interface RecordResultsProps {
  readonly submission: Submission;
  readonly hasInvoices: boolean;
  /** Whether it needs attention: its refused records are not corrected yet. */
  readonly isOpen: boolean;
  /** Whether its recorded records can be modified. */
  readonly canModify: boolean;
}

/** Why a submission has no results; in any other state its answer has none, or was lost. */
const noRecordsText: Readonly<Partial<Record<Submission['state'], TextKey>>> = {
  queued: 'submission.recordsWaiting',
  sending: 'submission.recordsWaiting',
  failed: 'submission.recordsNotReceived',
  cancelled: 'submission.recordsNotReceived',
};

function whyNoRecords({ state, answerCode }: Submission): TextKey {
  if (state === 'failed' && isDefiniteRefusal(answerCode)) return 'submission.recordsRefused';
  return noRecordsText[state] ?? 'submission.noRecords';
}

/** Records of a submission with the ledger's result for each. */
export function RecordResults(props: RecordResultsProps) {
  const { submission, hasInvoices, isOpen, canModify } = props;
  const { id, state } = submission;
  const { t, formats } = useTexts();
  const { query } = usePlace();
  // `find=<words>` searches the records from the start.
  const [asked] = useState(() => new URLSearchParams(query).get('find') ?? '');
  const [text, setText] = useState(asked);
  const [chosen, setChosen] = useState<RecordTab | null>(null);
  const [cancelling, setCancelling] = useState<number | null>(null);
  const cancellable = useCorrections(id)?.cancellable ?? 0;
  const total = (states: readonly RecordState[] | undefined) =>
    ({
      id,
      limit: 1,
      offset: 0,
      ...(states === undefined ? {} : { states: [...states] }),
    }) as const;
  const all = useMethod('submissions.records', total(undefined));
  const work = useMethod('submissions.records', total(tabStates.work));
  const untold = useMethod('submissions.records', total(tabStates.untold));
  const correct = useMethod('submissions.records', total(tabStates.correct));
  const counts = {
    all: all.data?.total ?? 0,
    work: work.data?.total ?? 0,
    untold: untold.data?.total ?? 0,
    correct: correct.data?.total ?? 0,
  };
  const tab = chosen ?? (isOpen && counts.work > 0 && asked === '' ? 'work' : 'all');
  if (all.data !== undefined && counts.all === 0) {
    return (
      <section className="z-panel" aria-label={t('submission.recordsTable')}>
        <div className="z-empty">
          <p>{t(whyNoRecords(submission))}</p>
          {state === 'accepted' ? (
            <CancelRecords submission={submission} size="xs" hasResults={false} />
          ) : null}
        </div>
      </section>
    );
  }
  return (
    <section
      className="z-panel z-fill z-fill-tall"
      aria-label={t('submission.recordsTable')}
      data-testid="records"
    >
      <div className="z-list-head">
        <FilterTabs
          label={t('submission.records_tab.label')}
          items={(['all', 'work', 'untold', 'correct'] as const)
            .filter((value) => value !== 'untold' || counts.untold > 0)
            .map((value) => ({
              value,
              label: t(
                value === 'work' && !isOpen
                  ? 'submission.records_tab.flawed'
                  : `submission.records_tab.${value}`,
              ),
              count: formats.count(counts[value]),
            }))}
          value={tab}
          onChange={setChosen}
        />
        <TextInput
          className="z-list-search"
          size="xs"
          aria-label={t('submission.searchRecords')}
          placeholder={t(
            hasInvoices ? 'submission.searchRecordsHint' : 'submission.searchExpensesHint',
          )}
          leftSection={<IconSearch size={14} aria-hidden />}
          data-search
          maxLength={maxSearchText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-testid="search-records"
        />
        {/* Where some were refused, their correction stands above, with this beside it. */}
        {state === 'accepted' ? <CancelRecords submission={submission} size="xs" /> : null}
      </div>
      <Records
        key={tab}
        {...{ submission, hasInvoices, canModify, tab, text, cancellable }}
        onCancel={setCancelling}
      />
      {/* Here: the tab may turn by itself while it is open. */}
      {cancelling === null ? null : (
        <CancelDialog
          submission={submission}
          cancellable={cancellable}
          record={cancelling}
          hasResults
          onClose={() => setCancelling(null)}
        />
      )}
    </section>
  );
}
