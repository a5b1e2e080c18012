import type { ReactNode } from 'react';
import type { RecordKey } from '../../../contract/form.ts';
import { placeHash } from '../../router.ts';
import type { Formats, Translate } from '../../texts.ts';
import type { ShownRecord } from './use-records.ts';

const present = (part: string | null) => part !== null && part !== '';

/** Series and number of an invoice; activity, concept and line of an expense without one. */
export function recordName({ series, number, epigraph, concept, line }: RecordKey): string {
  const invoice = [series, number].filter(present);
  return invoice.length > 0
    ? invoice.join('/')
    : [epigraph, concept, line].filter(present).join(' · ');
}

/** The LROE's message about a record, in the window's language where there is one. */
export const messageOf = (
  { messageEs, messageEu }: ShownRecord,
  { language }: Formats,
): string | null => (language === 'eu' ? messageEu : null) ?? messageEs ?? messageEu;

/** Records that show the message below: the first of consecutive ones with the same message. */
export function firstOfEach(
  records: readonly ShownRecord[],
  formats: Formats,
): ReadonlySet<ShownRecord> {
  const isFirst = (record: ShownRecord, index: number) => {
    const before = records[index - 1];
    return before === undefined || messageOf(before, formats) !== messageOf(record, formats);
  };
  return new Set(records.filter(isFirst));
}

/**
 * Below a record: the LROE's message, unless it is shown above, and the later submission that
 * changed it; or nothing.
 */
export function recordDetail(
  t: Translate,
  formats: Formats,
  record: ShownRecord,
  isFirst: boolean,
): ReactNode {
  const { later } = record;
  const message = isFirst ? messageOf(record, formats) : null;
  if (later === undefined) return message;
  return (
    <>
      {message === null ? null : <div>{message}</div>}
      <div data-testid={`later-${later.operation}`}>
        {t(`submission.later.${later.operation}`)}{' '}
        <a href={placeHash('history', later.submissionId)}>{later.file}</a>
      </div>
    </>
  );
}
