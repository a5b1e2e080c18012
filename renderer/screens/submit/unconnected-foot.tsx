import { Button } from '@mantine/core';
import { goTo } from '../../router.ts';
import { useOwnSandbox } from '../../shared/sending/use-own-sandbox.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';

/** The foot without a connection: enter the keys, or practise. */
export function UnconnectedFoot() {
  const { t } = useTexts();
  const sandbox = useOwnSandbox();
  return (
    <>
      {sandbox.error === null ? null : <ErrorNotice error={sandbox.error.error} />}
      <div className="z-panel z-foot" data-testid="submit-foot">
        <div className="z-foot-words">
          <p>
            <strong>{t('submit.needConnection')}</strong>
          </p>
          <small>{t('submit.needConnectionHint')}</small>
        </div>
        <div className="z-foot-actions">
          <Button variant="default" onClick={() => goTo('settings', 'connection')}>
            {t('rail.settings')}
          </Button>
          <Button loading={sandbox.isPending} onClick={() => sandbox.mutate({})}>
            {t('submit.practise')}
          </Button>
        </div>
      </div>
    </>
  );
}
