import { useState } from 'react';
import type { Connection } from '../../../contract/connection.ts';
import { useMethod } from '../../api/queries.ts';
import { type Place, placeHash, settingsSectionOf, settingsSections } from '../../router.ts';
import { BackupSettings } from '../../shared/backup/backup-settings.tsx';
import { HistorySeal } from '../../shared/backup/history-seal.tsx';
import { WatchedFolders } from '../../shared/watching/watched-folders.tsx';
import { UnsavedDialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useLeaving } from '../../shell/unsaved.ts';
import { HiddenContext } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AdvancedSettings } from './advanced-settings.tsx';
import { type ConnectionChanges, countChanges } from './connection-changes.ts';
import { ConnectionSettings } from './connection-settings.tsx';
import { ConnectionsSettings } from './connections-settings.tsx';
import { GaranteSettings } from './garante-settings.tsx';
import { OfficeSettings, WindowSettings } from './office-settings.tsx';
import { ProtectionSettings, UnprotectedNotice } from './protection-settings.tsx';
import { ReadinessSettings } from './readiness-settings.tsx';
import { SandboxSettings } from './sandbox-settings.tsx';
import { SchemasSettings } from './schemas-settings.tsx';
import styles from './settings-screen.module.css';
import { TemplateSettings } from './template-settings.tsx';
import { UpdatesSettings } from './updates-settings.tsx';
import { hasDraft } from './use-draft.ts';
import { useIsSaving } from './use-saving.ts';

const noChanges: ConnectionChanges = { service: 0, garante: 0 };

/**
 * How often another connection was put in force, here or in another window: keys typed for one are
 * not those of another.
 */
function useConnectionChanges(connection: Connection | undefined) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [known, setKnown] = useState({ connection, changes: noChanges });
  const before = known.connection;
  if (connection !== undefined && connection.id !== before?.id) {
    const changes = countChanges(known.changes, { before, connection, sentTo });
    setKnown({ connection, changes });
    setSentTo(null);
  }
  return { changes: known.changes, setSentTo };
}

/** Pages that are opened from Settings replace it. */
const isSettings = ({ screen, id }: Place): boolean =>
  screen === 'settings' && id !== 'profile' && id !== 'set-aside';

/** Settings in sections, one at a time; typed text in one stays while another is shown. */
export function SettingsScreen({ place }: { readonly place: Place }) {
  const { t } = useTexts();
  const connection = useMethod('connection.get', {});
  const settings = useMethod('settings.get', {});
  const status = useMethod('app.status', {});
  const { changes, setSentTo } = useConnectionChanges(connection.data);
  const error = connection.error ?? settings.error ?? status.error;
  const isReady = !connection.isPending && !settings.isPending && !status.isPending;
  const shown = settingsSectionOf(place);
  const isSaving = useIsSaving();
  const leaving = useLeaving(
    () => !isSaving && hasDraft(),
    () => undefined,
    isSettings,
  );
  // The own sandbox's keys are invented: nothing is lost with them.
  const keepsRealKeys =
    connection.data !== undefined &&
    connection.data.environment !== 'none' &&
    !connection.data.ownSandbox;
  const parts = {
    office:
      settings.data === undefined ? null : (
        <>
          <OfficeSettings settings={settings.data} />
          <WindowSettings settings={settings.data} />
          <WatchedFolders companyId={null} />
          <TemplateSettings />
        </>
      ),
    connection:
      connection.data === undefined ? null : (
        <>
          <ReadinessSettings />
          {connection.data.id === null ? null : <ConnectionsSettings />}
          <ConnectionSettings
            key={`service-${changes.service}`}
            connection={connection.data}
            onSave={setSentTo}
          />
          <GaranteSettings
            key={`garante-${changes.garante}`}
            garante={connection.data.softwareGarante}
          />
          <SandboxSettings connection={connection.data} />
        </>
      ),
    security:
      status.data === undefined ? null : <ProtectionSettings protection={status.data.protection} />,
    copies: (
      <>
        <HistorySeal />
        <BackupSettings />
      </>
    ),
    advanced: (
      <>
        {settings.data === undefined ? null : <AdvancedSettings settings={settings.data} />}
        <SchemasSettings />
        {settings.data === undefined ? null : <UpdatesSettings settings={settings.data} />}
        {status.data === undefined ? null : (
          <small className="z-second">
            {t('settings.about', { version: status.data.version })}
          </small>
        )}
      </>
    ),
  };
  return (
    <Page name="settings" title={t('settings.title')} ready={isReady}>
      {leaving.isAsking ? <UnsavedDialog leaving={leaving} text={t('unsaved.typed')} /> : null}
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
      {status.data !== undefined && keepsRealKeys && shown !== 'security' ? (
        <UnprotectedNotice protection={status.data.protection} />
      ) : null}
      <div className={styles.settings}>
        <nav className={styles.sections} aria-label={t('settings.sections.label')}>
          {settingsSections.map((section) => (
            <a
              key={section}
              className={styles.section}
              href={placeHash('settings', section)}
              aria-current={section === shown ? 'page' : undefined}
              data-testid={`settings-to-${section}`}
            >
              {t(`settings.sections.${section}`)}
            </a>
          ))}
        </nav>
        <div className={styles.parts} tabIndex={-1} data-scrolls data-section>
          {settingsSections.map((section) => (
            <div key={section} className={styles.part} hidden={section !== shown}>
              <HiddenContext value={section !== shown}>{parts[section]}</HiddenContext>
            </div>
          ))}
        </div>
      </div>
    </Page>
  );
}
