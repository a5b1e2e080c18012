import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useCommand, useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useIntake } from '../../shell/intake.tsx';
import { useTexts } from '../../texts.ts';
import { ChooseFiles } from './choose-files.tsx';

function usePractice() {
  const useSandbox = useCommand('connection.useSandbox', [
    'connection.get',
    'app.status',
    'territories.list',
  ]);
  const addSamples = useCommand('submissions.addSamples', ['submissions.worklist']);
  return {
    addSamples: () => addSamples.mutate({}),
    practise: () => useSandbox.mutate({}, { onSuccess: () => addSamples.mutate({}) }),
    isBusy: useSandbox.isPending || addSamples.isPending,
    error: useSandbox.error ?? addSamples.error,
  };
}

function Trying() {
  const { t } = useTexts();
  const status = useMethod('app.status', {});
  const practice = usePractice();
  const unconnected = status.data?.environment === 'none';
  return (
    <div className="z-trying">
      {unconnected ? (
        <>
          <Button size="md" onClick={practice.practise} loading={practice.isBusy}>
            {t('submit.practise')}
          </Button>
          <p>{t('submit.practiseHint')}</p>
          <p>
            <a href="#/settings">{t('submit.haveKeys')}</a>
          </p>
        </>
      ) : (
        <>
          <Button variant="default" onClick={practice.addSamples} loading={practice.isBusy}>
            {t('submit.samples')}
          </Button>
          <p>{t('submit.samplesHint')}</p>
        </>
      )}
      {practice.error === null ? null : <ErrorNotice error={practice.error.error} />}
    </div>
  );
}

/** The first Submit screen: the drop zone alone, and something to try. */
export function SubmitEmpty() {
  const { t } = useTexts();
  const { progress } = useIntake();
  const status = useMethod('app.status', {});
  const unconnected = status.data?.environment === 'none';
  return (
    <section className="z-drop-zone" data-testid="drop-zone" aria-label={t('submit.emptyTitle')}>
      <IconUpload size={44} stroke={1.4} aria-hidden />
      <h2 className="z-drop-title">{t('submit.emptyTitle')}</h2>
      <p className="z-drop-text">{t('submit.emptyText')}</p>
      <div className="z-drop-buttons">
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
      {progress === null ? <Trying /> : <p role="status">{t('drop.taking', progress)}</p>}
    </section>
  );
}
