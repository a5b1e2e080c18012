import { Button } from '@mantine/core';
import { goTo } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** The foot without a connection: enter the keys, or practise. */
export function UnconnectedFoot() {
  const { t } = useTexts();
  const useSandbox = useCommand('connection.useSandbox', [
    'connection.get',
    'app.status',
    'territories.list',
    'submissions.worklist',
  ]);
  return (
    <>
      {useSandbox.error === null ? null : <ErrorNotice error={useSandbox.error.error} />}
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
          <Button loading={useSandbox.isPending} onClick={() => useSandbox.mutate({})}>
            {t('submit.practise')}
          </Button>
        </div>
      </div>
    </>
  );
}
