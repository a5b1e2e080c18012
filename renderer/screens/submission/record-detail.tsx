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

/** The message of the LROE on a record, and the later submission that touched it; or nothing. */
export function recordDetail(t: Translate, formats: Formats, record: ShownRecord): ReactNode {
  const { messageEs, messageEu, later } = record;
  const message = (formats.language === 'eu' ? messageEu : null) ?? messageEs ?? messageEu;
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
