import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import { placeHash } from '../../router.ts';
import { batchStates, countOf, countText } from '../../shared/history/batch-states.ts';
import { Fact } from '../../shared/layout/fact.tsx';
import { PauseButton } from '../../shared/sending/pause-button.tsx';
import { RetryAllDialog } from '../../shared/sending/retry-all-dialog.tsx';
import { useTexts } from '../../texts.ts';
import styles from './batch.module.css';

/** A batch in four facts, and the results of its files; each result leads to its files. */
export function BatchSummary({ batch }: { readonly batch: Batch }) {
  const { t, formats } = useTexts();
  const { acceptedRecords, incorrectRecords, endedAt, held, queuedThere } = batch;
  const moving = countOf(batch, 'waiting');
  const untold = endedAt === null ? 0 : batch.records - acceptedRecords - incorrectRecords;
  // Shown first where nothing continues without a person.
  const state =
    endedAt === null && (moving > 0 || held === 0) ? t('batch.moving', { count: moving }) : null;
  const waits = held > 0 ? t('batch.heldCount', { count: held }) : null;
  return (
    <section
      className={`z-panel ${styles.summary}`}
      aria-label={t('batch.results')}
      data-testid="batch-summary"
    >
      <dl className={styles.facts}>
        <Fact
          name={t('batch.files')}
          value={formats.count(batch.files)}
          line={t('batch.companiesCount', { count: batch.companies })}
        />
        <Fact
          name={t('batch.records')}
          value={formats.count(batch.records)}
          line={[
            ...(acceptedRecords > 0 ? [t('batch.entered', { count: acceptedRecords })] : []),
            ...(incorrectRecords > 0 ? [t('batch.notEntered', { count: incorrectRecords })] : []),
            ...(untold > 0 ? [t('batch.untold', { count: untold })] : []),
          ].join(' · ')}
        />
        <Fact name={t('batch.amount')} value={formats.euros(batch.amount)} />
        <Fact
          name={t(
            endedAt === null ? 'batch.running' : queuedThere > 0 ? 'batch.sent' : 'batch.ended',
          )}
          value={endedAt === null ? (state ?? waits ?? '') : formats.moment(endedAt, true)}
          line={state !== null && waits !== null ? waits : ''}
        />
      </dl>
      <div className={styles.progress}>
        <div className={styles.bar} aria-hidden="true">
          {batchStates.map(({ count }) =>
            countOf(batch, count) === 0 ? null : (
              <span
                key={count}
                className={styles.part}
                data-count={count}
                style={{ flexGrow: countOf(batch, count) }}
              />
            ),
          )}
        </div>
        <div className={styles.results}>
          <ul className="z-plain-list z-legend">
            {batchStates.map(({ count, state }) => {
              if (countOf(batch, count) === 0) return null;
              const words = countText(t, count, countOf(batch, count));
              const query = `batch=${encodeURIComponent(batch.id)}${state === null ? '' : `&state=${state}`}`;
              return (
                <li key={count} className="z-small" data-testid={`batch-${count}`}>
                  <span
                    className={`${styles.part} ${styles.key}`}
                    data-count={count}
                    aria-hidden="true"
                  />
                  <a className="z-quiet-link" href={placeHash('history', null, query)}>
                    {words}
                  </a>
                </li>
              );
            })}
          </ul>
          {/* Files sent again from here may be on no list, where a foot would offer it. */}
          {moving > 0 ? <PauseButton /> : null}
          <RetryFailed batch={batch} />
        </div>
      </div>
    </section>
  );
}

/**
 * Sends the undelivered files of a batch again: those not sent since that would not be refused
 * again.
 */
function RetryFailed({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const { id, retryable: count } = batch;
  if (count === 0 && !opened) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)} data-testid="retry-batch">
        {t('retryAll.ofBatch', { count })}
      </Button>
      {opened ? (
        <RetryAllDialog selection={{ filter: { batchId: id } }} onClose={() => setOpened(false)} />
      ) : null}
    </>
  );
}
