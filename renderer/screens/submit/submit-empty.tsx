import { Button } from '@mantine/core';
import { IconFileTypeXml, IconUpload } from '@tabler/icons-react';
import { latestError } from '../../api/latest-error.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { useOwnSandbox } from '../../shared/sending/use-own-sandbox.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useIntake } from '../../shell/intake.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { formText, listedBooks, useTexts } from '../../texts.ts';
import { Spoken } from '../../ui/spoken.tsx';
import { ChooseFiles } from './choose-files.tsx';
import styles from './submit-empty.module.css';
import { WatchingSign } from './watching-sign.tsx';

function usePractice() {
  const addSamples = useCommand('submissions.addSamples', ['submissions.worklist']);
  const sandbox = useOwnSandbox(() => addSamples.mutate({}));
  return {
    addSamples: () => addSamples.mutate({}),
    practise: () => sandbox.mutate({}),
    isBusy: sandbox.isPending || addSamples.isPending,
    error: latestError(sandbox, addSamples),
  };
}

/** The three books of the sample files. */
function Samples() {
  const { t } = useTexts();
  return (
    <ul className={styles.samples} aria-label={t('submit.samplesLabel')}>
      {listedBooks.map((book) => (
        <li key={book.name}>
          <IconFileTypeXml size={16} stroke={1.6} aria-hidden />{' '}
          {formText(t, { ...book, operation: 'creation' })}
        </li>
      ))}
    </ul>
  );
}

function Trying() {
  const { t } = useTexts();
  const status = useMethod('app.status', {});
  const practice = usePractice();
  const unconnected = status.data?.environment === 'none';
  return (
    <div className={styles.trying}>
      {unconnected ? (
        <>
          <Samples />
          <Button
            size="md"
            onClick={practice.practise}
            data-testid="practise"
            loading={practice.isBusy}
          >
            {t('submit.practise')}
          </Button>
          <p>{t('submit.practiseHint')}</p>
          <p>
            <a href={placeHash('settings', 'connection')}>{t('submit.haveKeys')}</a>
          </p>
        </>
      ) : (
        <>
          <Samples />
          <Button
            variant="default"
            onClick={practice.addSamples}
            data-testid="samples"
            loading={practice.isBusy}
          >
            {t('submit.samples')}
          </Button>
          <p>{t('submit.samplesHint')}</p>
        </>
      )}
      {practice.error === null ? null : <ErrorNotice error={practice.error} />}
    </div>
  );
}

/** The first Submit screen: the drop zone, and samples to try. */
export function SubmitEmpty() {
  const { t } = useTexts();
  const { progress } = useIntake();
  const status = useMethod('app.status', {});
  const unconnected = status.data?.environment === 'none';
  return (
    <section className={styles.zone} data-testid="drop-zone" aria-label={t('submit.emptyTitle')}>
      <IconUpload size={44} stroke={1.4} aria-hidden />
      <h2 className={styles.title}>{t('submit.emptyTitle')}</h2>
      <p className={styles.text}>{t('submit.emptyText')}</p>
      <div className={styles.buttons}>
        <ChooseFiles>
          {({ openFiles, openFolder }) => (
            <>
              <Button variant={unconnected ? 'default' : 'filled'} onClick={openFiles}>
                {t('submit.emptyChoose')}
              </Button>
              <Button variant="default" onClick={openFolder}>
                {t('submit.emptyFolder')}
              </Button>
            </>
          )}
        </ChooseFiles>
      </div>
      <WatchingSign />
      {progress === null ? <Trying /> : <p>{t('drop.taking', progress)}</p>}
      <Spoken text={progress === null ? '' : t('drop.taking', progress)} />
    </section>
  );
}
