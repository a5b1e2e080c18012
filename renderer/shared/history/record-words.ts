import type { RecordKey } from '../../../contract/form.ts';
import type { RecordResult } from '../../../contract/submission.ts';
import type { Formats } from '../../texts.ts';

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
  { messageEs, messageEu }: Pick<RecordResult, 'messageEs' | 'messageEu'>,
  { language }: Formats,
): string | null => (language === 'eu' ? messageEu : null) ?? messageEs ?? messageEu;

/** Records that show the message below: the first of consecutive ones with the same message. */
export function firstOfEach<Result extends RecordResult>(
  records: readonly Result[],
  formats: Formats,
): ReadonlySet<Result> {
  const isFirst = (record: Result, index: number) => {
    const before = records[index - 1];
    return before === undefined || messageOf(before, formats) !== messageOf(record, formats);
  };
  return new Set(records.filter(isFirst));
}
