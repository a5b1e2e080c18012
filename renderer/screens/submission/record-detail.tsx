import type { ReactNode } from 'react';
import { placeHash } from '../../router.ts';
import { messageOf } from '../../shared/history/record-words.ts';
import type { Formats, Translate } from '../../texts.ts';
import type { ShownRecord } from './use-records.ts';

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
