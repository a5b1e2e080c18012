import { Button } from '@mantine/core';
import type { Connection } from '../../../contract/connection.ts';
import { Section } from '../../shared/layout/section.tsx';
import { useOwnSandbox } from '../../shared/sending/use-own-sandbox.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';

/** Connects to the sandbox of this application in one click. */
export function SandboxSettings({ connection }: { readonly connection: Connection }) {
  const { t } = useTexts();
  const use = useOwnSandbox();
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
          <Button variant="default" loading={use.isPending} onClick={() => use.mutate({})}>
            {t('settings.sandbox.use')}
          </Button>
        </div>
      )}
    </Section>
  );
}
