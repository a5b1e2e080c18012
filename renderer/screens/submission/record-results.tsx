import { ActionIcon, TextInput } from '@mantine/core';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { RecordState } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import { toDay } from '../../format/record-values.ts';
import { recordHash, usePlace } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { recordTones, toneSigns } from '../../ui/state-tones.ts';
import { FilterTabs } from '../../ui/tabs.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { firstOfEach, messageOf, recordDetail, recordName } from './record-detail.tsx';
import { type ShownRecord, useRecords } from './use-records.ts';

type RecordTab = 'all' | 'work' | 'untold' | 'correct';

/** States of each tab; all of them for `all`. */
const tabStates: Readonly<Record<RecordTab, readonly RecordState[] | undefined>> = {
  all: undefined,
  work: ['incorrect', 'accepted_with_errors'],
  untold: ['not_told'],
  correct: ['correct', 'cancelled'],
};

/** Records that the LROE has, or may have where the answer does not name them. */
const recorded: readonly RecordState[] = ['correct', 'accepted_with_errors', 'not_told'];

interface ColumnChoice {
  /** Whether its records are invoices; others are expenses without one. */
  readonly hasInvoices: boolean;
  readonly roomy: boolean;
  /** Whether any of the records has a code of the ledger beside its result. */
  readonly hasCodes: boolean;
  /** Whether any of the records names an issuer; expenses without an invoice have none. */
  readonly hasIssuers: boolean;
  /** Room for the longest amount. */
  readonly amountRem: number;
  /** The submission whose records may be modified; null where they may not. */
  readonly modifies: string | null;
}

function createColumns(
  t: Translate,
  formats: Formats,
  { hasInvoices, roomy, hasCodes, hasIssuers, amountRem, modifies }: ColumnChoice,
): readonly DataColumn<ShownRecord>[] {
  const columns: readonly DataColumn<ShownRecord>[] = [
    {
      id: 'number',
      header: t('submission.recordColumns.number'),
      width: '2.6rem',
      cell: (record) => (record.record === null ? '–' : formats.count(record.record)),
    },
    {
      id: 'invoice',
      header: t(`submission.recordColumns.${hasInvoices ? 'invoice' : 'expense'}`),
      // Expenses of one activity differ in the last part alone.
      width: hasInvoices ? 'minmax(6rem, 1.2fr)' : 'minmax(9rem, 1.5fr)',
      cell: ({ key }) => {
        const text = recordName(key);
        return (
          <span className="z-cut" title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: 'issuer',
      header: t('submission.recordColumns.issuer'),
      width: 'minmax(5rem, 1.9fr)',
      cell: (record) => (
        <span
          className="z-cut"
          title={[record.counterparty, record.key.issuer].filter(Boolean).join(' · ') || undefined}
        >
          {record.counterparty ?? record.key.issuer ?? ''}
        </span>
      ),
    },
    {
      id: 'date',
      header: t('submission.recordColumns.date'),
      width: '6rem',
      cell: ({ key: { date } }) => (
        <span className="z-nowrap">{date === null ? '' : formats.day(toDay(date) ?? date)}</span>
      ),
    },
    {
      id: 'amount',
      header: t('submission.recordColumns.amount'),
      width: `${amountRem}rem`,
      align: 'end',
      cell: (record) => (record.amount === null ? '' : formats.amount(record.amount)),
    },
    {
      id: 'result',
      header: t('submission.recordColumns.result'),
      width: hasCodes ? 'minmax(7.5rem, 12.5rem)' : '7.5rem',
      cell: (record) => (
        <span className="z-states" title={messageOf(record, formats) ?? undefined}>
          <Pill
            tone={recordTones[record.state]}
            sign={toneSigns[recordTones[record.state]]}
            testId={`record-${record.state}`}
          >
            {t(`submission.recordState.${record.state}`)}
          </Pill>
          {record.code === null ? null : (
            <span className="z-code z-cut" title={record.code}>
              {record.code}
            </span>
          )}
        </span>
      ),
    },
  ];
  const shown = columns.filter(
    ({ id }) => (roomy || id !== 'date') && (hasIssuers || id !== 'issuer'),
  );
  if (modifies === null) return shown;
  return [
    ...shown,
    {
      id: 'modify',
      header: t('corrections.recordActions'),
      head: <span className="z-hidden">{t('corrections.recordActions')}</span>,
      width: '1.75rem',
      align: 'end',
      cell: ({ record, state, later }) =>
        record === null ||
        !recorded.includes(state) ||
        later?.operation === 'cancellation' ? null : (
          <ActionIcon
            component="a"
            variant="subtle"
            href={recordHash(modifies, record)}
            aria-label={t('corrections.modifyRecord', { record: formats.count(record) })}
            title={t('corrections.modifyOne')}
            data-testid={`modify-${record}`}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        ),
    },
  ];
}

interface RecordsProps {
  readonly id: string;
  readonly hasInvoices: boolean;
  readonly canModify: boolean;
  readonly tab: RecordTab;
  readonly text: string;
}

function Records({ id, hasInvoices, canModify, tab, text }: RecordsProps) {
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
  const modifies =
    canModify && records?.some(({ record, state }) => record !== null && recorded.includes(state))
      ? id
      : null;
  const columns = useMemo(
    () =>
      createColumns(t, formats, { hasInvoices, roomy, hasCodes, hasIssuers, amountRem, modifies }),
    [t, formats, hasInvoices, roomy, hasCodes, hasIssuers, amountRem, modifies],
  );
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
  readonly id: string;
  readonly hasInvoices: boolean;
  /** Whether an answer may still come. */
  readonly isWaiting: boolean;
  /** Whether what the LROE has of them can be modified. */
  readonly canModify: boolean;
}

/** Records of a submission with the ledger's result for each. */
export function RecordResults({ id, hasInvoices, isWaiting, canModify }: RecordResultsProps) {
  const { t, formats } = useTexts();
  const { query } = usePlace();
  // `find=<words>` searches the records from the start.
  const [text, setText] = useState(() => new URLSearchParams(query).get('find') ?? '');
  const [chosen, setChosen] = useState<RecordTab | null>(null);
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
  const tab = chosen ?? (counts.work > 0 && text === '' ? 'work' : 'all');
  if (all.data !== undefined && counts.all === 0) {
    return (
      <section className="z-panel z-fill z-fill-tall" aria-label={t('submission.recordsTable')}>
        <div className="z-empty">
          <p>{t(isWaiting ? 'submission.recordsWaiting' : 'submission.noRecords')}</p>
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
              label: t(`submission.records_tab.${value}`),
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
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-testid="search-records"
        />
      </div>
      <Records key={tab} {...{ id, hasInvoices, canModify, tab, text }} />
    </section>
  );
}
