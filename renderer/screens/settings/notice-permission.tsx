import { Button } from '@mantine/core';
import { askForNotices, type NoticePermission as Permission } from '../../shell/system-notice.ts';
import { useTexts } from '../../texts.ts';

interface NoticePermissionProps {
  readonly onAnswer: (permission: Permission) => void;
}

/** Asks the browser for permission to notify of a batch's end. */
export function NoticePermission({ onAnswer }: NoticePermissionProps) {
  const { t } = useTexts();
  return (
    <span className="z-form-actions">
      <Button
        variant="default"
        size="xs"
        data-testid="allow-notices"
        onClick={() => void askForNotices().then(onAnswer)}
      >
        {t('settings.window.notifyAllow')}
      </Button>
      <span className="z-second z-small">{t('settings.window.notifyAsk')}</span>
    </span>
  );
}
