import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../contract/settings.ts';
import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { askForNotices, noticePermission } from '../../shell/system-notice.ts';
import { useTexts } from '../../texts.ts';
import { useDraft } from './use-draft.ts';
import { useSaveSettings } from './use-saving.ts';

/**
 * Whether the system tells of a batch's end; in a browser with the way to its permission. Holds at
 * once.
 */
export function NoticeSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  const { save, error } = useSaveSettings();
  const status = useMethod('app.status', {});
  const [permission, setPermission] = useState(noticePermission);
  const draft = useDraft(settings.notifyWhenDone);
  const isWanted = error === null ? draft.value : settings.notifyWhenDone;
  const isBrowser = status.data?.face === 'browser';
  const asks = isBrowser && isWanted && permission === 'default';
  return (
    <div className="z-notice-settings">
      <Switch
        label={t('settings.window.notify')}
        description={
          isBrowser && isWanted && permission === 'denied'
            ? t('settings.window.notifyDenied')
            : t('settings.window.notifyHint')
        }
        checked={isWanted}
        data-testid="notify-when-done"
        onChange={(event) => {
          const { checked } = event.currentTarget;
          draft.type(checked);
          save({ notifyWhenDone: checked }, () => draft.saved(checked));
        }}
      />
      {error === null ? null : <ErrorNotice error={error} />}
      {asks ? (
        <span className="z-form-actions">
          <Button
            variant="default"
            size="xs"
            data-testid="allow-notices"
            onClick={() => void askForNotices().then(setPermission)}
          >
            {t('settings.window.notifyAllow')}
          </Button>
          <span className="z-second z-small">{t('settings.window.notifyAsk')}</span>
        </span>
      ) : null}
    </div>
  );
}
