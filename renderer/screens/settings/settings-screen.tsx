import { useMethod } from '../../api/queries.ts';
import { BackupSettings } from '../../shared/backup/backup-settings.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { ConnectionsSettings } from './connections-settings.tsx';
import { GaranteSettings } from './garante-settings.tsx';
import { ProtectionSettings, UnprotectedNotice } from './protection-settings.tsx';
import { ReadinessSettings } from './readiness-settings.tsx';
import { SandboxSettings } from './sandbox-settings.tsx';
import { SchemasSettings } from './schemas-settings.tsx';
import { TemplateSettings } from './template-settings.tsx';
import { WindowSettings } from './window-settings.tsx';

/** Settings: the connection, how its keys are kept, the window, and the schemas. */
export function SettingsScreen() {
  const { t } = useTexts();
  const connection = useMethod('connection.get', {});
  const settings = useMethod('settings.get', {});
  const status = useMethod('app.status', {});
  const error = connection.error ?? settings.error ?? status.error;
  const isReady = !connection.isPending && !settings.isPending && !status.isPending;
  // The own sandbox's keys are made up: nothing is lost with them.
  const keepsRealKeys =
    connection.data !== undefined &&
    connection.data.environment !== 'none' &&
    !connection.data.ownSandbox;
  return (
    <Page name="settings" title={t('settings.title')} ready={isReady}>
      {error === null ? null : (
        <ErrorNotice
          error={error.error}
          onRetry={() => {
            void connection.refetch();
            void settings.refetch();
            void status.refetch();
          }}
        />
      )}
      {isReady ? null : <SkeletonRows rows={8} label={t('app.loading')} />}
      {status.data !== undefined && keepsRealKeys ? (
        <UnprotectedNotice protection={status.data.protection} />
      ) : null}
      <div className="z-settings">
        <div className="z-settings-column">
          {connection.data === undefined ? null : (
            <>
              {connection.data.id === null ? null : <ConnectionsSettings />}
              <ConnectionSettings connection={connection.data} />
              <GaranteSettings garante={connection.data.softwareGarante} />
            </>
          )}
          {status.data === undefined ? null : (
            <ProtectionSettings protection={status.data.protection} />
          )}
          <BackupSettings />
        </div>
        <div className="z-settings-column">
          <ReadinessSettings />
          <TemplateSettings />
          {connection.data === undefined ? null : <SandboxSettings connection={connection.data} />}
          {settings.data === undefined ? null : <WindowSettings settings={settings.data} />}
          <SchemasSettings />
          {status.data === undefined ? null : (
            <small className="z-second">
              {t('settings.about', { version: status.data.version })}
            </small>
          )}
        </div>
      </div>
    </Page>
  );
}
