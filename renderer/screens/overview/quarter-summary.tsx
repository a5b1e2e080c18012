import { Button } from '@mantine/core';
import type { QuarterMatrix, QuarterStanding } from '../../../contract/quarter.ts';
import { goTo } from '../../router.ts';
import { countParts, quarterParts } from '../../shared/quarter/quarter-words.ts';
import marks from '../../shared/quarter/standing-mark.module.css';
import { SendingDuplicates } from '../../shared/sending/sending-duplicates.tsx';
import { SendingRefusal } from '../../shared/sending/sending-refusal.tsx';
import { useSending } from '../../shared/sending/use-sending.ts';
import { useTexts } from '../../texts.ts';
import styles from './quarter-summary.module.css';

/** Statuses of companies with something to file and nothing filed. */
const unfiledStandings: readonly QuarterStanding[] = [
  'failed',
  'faulty',
  'authorization',
  'keyless',
  'ready',
  'missing',
];

/** The office's progress in the quarter, and the next step. */
export function QuarterSummary({ matrix }: { readonly matrix: QuarterMatrix }) {
  const { t, formats } = useTexts();
  const { companies, quarter, ready } = matrix;
  const counts = countParts(companies);
  const unfiled = companies.filter(({ standing }) => unfiledStandings.includes(standing)).length;
  const notes = [
    counts.nothing > 0 ? t('matrix.nothingCount', { count: counts.nothing }) : null,
    unfiled > 0 ? t('matrix.unfiledCount', { count: unfiled }) : null,
  ].filter((note) => note !== null);
  return (
    <section className={`z-panel ${styles.summary}`} aria-label={t('matrix.summary')}>
      <div className={styles.words}>
        <p className={styles.done} data-testid="quarter-complete">
          <strong>{formats.count(counts.complete)}</strong>{' '}
          {t('matrix.ofCompanies', { count: companies.length })}
        </p>
        {notes.length === 0 ? null : <p className="z-second z-small">{notes.join(' · ')}</p>}
      </div>
      <div className={styles.bar} aria-hidden="true">
        {quarterParts.map((part) =>
          counts[part] === 0 ? null : (
            <span
              key={part}
              className={marks.part}
              data-part={part}
              style={{ flexGrow: counts[part] }}
            />
          ),
        )}
      </div>
      <ul className={styles.legend}>
        {quarterParts.map((part) =>
          counts[part] === 0 ? null : (
            <li key={part} className="z-small z-second" data-testid={`quarter-part-${part}`}>
              <span className={`${marks.part} ${styles.key}`} data-part={part} />
              {t(`matrix.part.${part}`, { count: counts[part] })}
            </li>
          ),
        )}
      </ul>
      {quarter.isCurrent || ready.fileIds.length > 0 ? (
        <SendReady key={quarter.id} ready={ready} />
      ) : null}
    </section>
  );
}

/** Sends every file that can be sent as it is. */
function SendReady({ ready }: Pick<QuarterMatrix, 'ready'>) {
  const { t } = useTexts();
  const sending = useSending(() => undefined);
  const { companies: count, fileIds } = ready;
  if (fileIds.length === 0 && sending.pending === null)
    return (
      <Button variant="default" onClick={() => goTo('submit')} data-testid="quarter-add">
        {t('matrix.addFiles')}
      </Button>
    );
  return (
    <>
      <Button
        loading={sending.isSending && sending.pending === null}
        onClick={() => sending.send(fileIds)}
        data-testid="quarter-send"
      >
        {t('matrix.send', { count })}
      </Button>
      {sending.error === null ? null : (
        <div className={styles.refusal}>
          <SendingRefusal error={sending.error} />
        </div>
      )}
      <SendingDuplicates sending={sending} />
    </>
  );
}
