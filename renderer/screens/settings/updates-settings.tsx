import { Button, Group, Progress, Switch } from '@mantine/core';
import type { Settings } from '../../../contract/settings.ts';
import type { UpdateStatus } from '../../../contract/update.ts';
import { latestError } from '../../api/latest-error.ts';
import { useMethod } from '../../api/queries.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { useSaveSettings } from './use-saving.ts';

/** Newer versions: whether Zubi checks for them, the current state, and the changes. */
export function UpdatesSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  const { data: status } = useMethod('updates.get', {});
  const check = useCommand('updates.check', ['updates.get']);
  const install = useCommand('updates.install', ['updates.get']);
  const saving = useSaveSettings();
  if (status === undefined) return null;
  const { offBecause, state } = status;
  if (offBecause !== null)
    return (
      <Section
        title={t('settings.updates.title')}
        text={t(`settings.updates.off.${offBecause}`)}
        testId="settings-updates"
      >
        {null}
      </Section>
    );
  const error = latestError(install, check, saving.command) ?? status.fault;
  const isLooking = state === 'checking' || state === 'downloading';
  return (
    <Section title={t('settings.updates.title')} testId="settings-updates">
      <div className="z-form">
        <Switch
          label={t('settings.updates.automatic')}
          description={t('settings.updates.automaticHint')}
          checked={settings.checkForUpdates}
          onChange={(event) => saving.save({ checkForUpdates: event.currentTarget.checked })}
        />
        <Where status={status} />
        {error === null ? null : <ErrorNotice error={error} />}
        <Group gap="xs">
          {state === 'ready' || state === 'installing' ? (
            <Button
              loading={install.isPending}
              onClick={() => install.mutate({})}
              data-testid="install-update"
            >
              {t('settings.updates.install')}
            </Button>
          ) : null}
          <Button
            variant="default"
            loading={isLooking || check.isPending}
            disabled={state === 'installing'}
            onClick={() => check.mutate({})}
            data-testid="check-updates"
          >
            {t('settings.updates.check')}
          </Button>
        </Group>
      </div>
    </Section>
  );
}

function Where({ status }: { readonly status: UpdateStatus }) {
  const { t, formats } = useTexts();
  const { checkedAt, offered, receivedBytes, sizeBytes, state } = status;
  const notes = offered?.notes[formats.language] ?? offered?.notes.en ?? '';
  return (
    <>
      {state === 'failed' && checkedAt === null ? null : (
        <p className="z-second" role="status" data-testid="update-state">
          {whereText(t, status)}{' '}
          {checkedAt === null
            ? null
            : t('settings.updates.checkedAt', { when: formats.moment(checkedAt) })}
        </p>
      )}
      {state === 'downloading' ? (
        <div>
          <Progress
            value={(100 * receivedBytes) / Math.max(1, sizeBytes)}
            aria-label={t('settings.updates.state.downloading', { version: offered?.version })}
          />
          <p className="z-second" data-testid="update-received">
            {t('settings.updates.received', {
              received: formats.bytes(receivedBytes),
              size: formats.bytes(sizeBytes),
            })}
          </p>
        </div>
      ) : null}
      {notes === '' ? null : (
        <details open={state === 'ready'}>
          <summary>{t('settings.updates.news', { version: offered?.version })}</summary>
          <Notes text={notes} />
        </details>
      )}
    </>
  );
}

/** A state with a sentence of its own; a failure shows its error. */
function whereText(t: Translate, { state, offered }: UpdateStatus): string {
  if (state === 'failed') return '';
  return t(`settings.updates.state.${state}`, { version: offered?.version });
}

/** The changelog's points, without Markdown marks. */
function Notes({ text }: { readonly text: string }) {
  const points = text
    .replaceAll(/\n {2,}/g, ' ')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replaceAll(/^[-*]+ |[`*]|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, '').trim())
    .filter((line) => line !== '');
  return (
    <ul data-testid="update-news">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
