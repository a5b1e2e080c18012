import { Button } from '@mantine/core';
import type { Connection } from '../../../contract/connection.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';

interface SandboxSettingsProps {
  readonly connection: Connection;
  readonly onUsed: () => void;
}

/** The own sandbox, in one click. */
export function SandboxSettings({ connection, onUsed }: SandboxSettingsProps) {
  const { t } = useTexts();
  const use = useCommand('connection.useSandbox', [
    'connection.get',
    'app.status',
    'territories.list',
    'companies.list',
  ]);
  return (
    <Section
      title={t('settings.sandbox.title')}
      text={t('settings.sandbox.text')}
      testId="settings-sandbox"
      mark={
        connection.ownSandbox ? (
          <Pill tone="amber" dot>
            {t('settings.sandbox.active')}
          </Pill>
        ) : null
      }
    >
      {use.error === null ? null : <ErrorNotice error={use.error.error} />}
      {connection.ownSandbox ? null : (
        <div className="z-form-actions">
          <Button
            variant="default"
            loading={use.isPending}
            onClick={() => use.mutate({}, { onSuccess: onUsed })}
          >
            {t('settings.sandbox.use')}
          </Button>
        </div>
      )}
    </Section>
  );
}
