import { ActionIcon } from '@mantine/core';
import { IconBan, IconPencil } from '@tabler/icons-react';
import type { RecordState } from '../../../contract/submission.ts';
import { toDay } from '../../format/record-values.ts';
import { recordHash } from '../../router.ts';
import { messageOf, recordName } from '../../shared/history/record-words.ts';
import type { Formats, Translate } from '../../texts.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Pill } from '../../ui/pill.tsx';
import { recordTones } from '../../ui/state-tones.ts';
import type { ShownRecord } from './use-records.ts';

/** Records that the LROE has, or may have where the answer does not name them. */
export const recorded: readonly RecordState[] = ['correct', 'accepted_with_errors', 'not_told'];

interface ColumnChoice {
  /** Whether its records are invoices; others are expenses without one. */
  readonly hasInvoices: boolean;
  readonly roomy: boolean;
  /** Whether any of the records has a code of the ledger beside its result. */
  readonly hasCodes: boolean;
  /** Whether any of the records names an issuer; expenses without an invoice have none. */
  readonly hasIssuers: boolean;
  /** Space for the longest amount. */
  readonly amountRem: number;
  /** Actions on records that the LROE has; null where there are none. */
  readonly actions: RecordActions | null;
}

interface RecordActions {
  /** The submission whose records they are. */
  readonly id: string;
  readonly onCancel: (record: number) => void;
}

export function createColumns(
  t: Translate,
  formats: Formats,
  { hasInvoices, roomy, hasCodes, hasIssuers, amountRem, actions }: ColumnChoice,
): readonly DataColumn<ShownRecord>[] {
  const columns: readonly DataColumn<ShownRecord>[] = [
    {
      id: 'number',
      header: t('submission.recordColumns.number'),
      width: '2.6rem',
      cell: (record) => (record.record === null ? '—' : formats.count(record.record)),
    },
    {
      id: 'invoice',
      header: t(`submission.recordColumns.${hasInvoices ? 'invoice' : 'expense'}`),
      // Expenses of one activity differ only in the last part.
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
      width: hasCodes ? `minmax(7.5rem, ${roomy ? 14.5 : 12.5}rem)` : '7.5rem',
      cell: (record) => (
        <span className="z-states" title={messageOf(record, formats) ?? undefined}>
          <Pill tone={recordTones[record.state]} testId={`record-${record.state}`}>
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
  if (actions === null) return shown;
  return [
    ...shown,
    {
      id: 'modify',
      header: t('corrections.recordActions'),
      head: <span className="z-hidden">{t('corrections.recordActions')}</span>,
      width: '3.5rem',
      align: 'end',
      cell: ({ record, state, later }) =>
        record === null ||
        !recorded.includes(state) ||
        later?.operation === 'cancellation' ? null : (
          <span className="z-nowrap">
            <ActionIcon
              component="a"
              variant="subtle"
              href={recordHash(actions.id, record)}
              aria-label={t('corrections.modifyRecord', { record: formats.count(record) })}
              title={t('corrections.modifyOne')}
              data-testid={`modify-${record}`}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              aria-label={t('corrections.cancelRecord', { record: formats.count(record) })}
              title={t('corrections.cancel')}
              onClick={() => actions.onCancel(record)}
              data-testid={`cancel-${record}`}
            >
              <IconBan size={16} aria-hidden />
            </ActionIcon>
          </span>
        ),
    },
  ];
}
