import { Button, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { NewPassphrase, useNewPassphrase } from '../../shell/new-passphrase.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Section } from '../layout/section.tsx';
import { BackupList } from './backup-list.tsx';
import { RestoreFromFile } from './restore-from-file.tsx';

/** Copies of the history: making, saving elsewhere, restoring. */
export function BackupSettings() {
  const { t } = useTexts();
  const notify = useNotify();
  const { data, error, refetch } = useMethod('backup.list', {});
  const [sealed, setSealed] = useState(false);
  const draft = useNewPassphrase();
  const create = useCommand('backup.create', ['backup.list'], {
    about: () => t('backup.create'),
    onDone: () => {
      draft.clear();
      notify({ tone: 'good', lines: [t('backup.made')] });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (sealed && !draft.check()) return;
    create.mutate(sealed ? { passphrase: draft.passphrase } : {});
  }
  return (
    <Section title={t('backup.title')} text={t('backup.text')} testId="settings-backup">
      <form className="z-form" onSubmit={submit}>
        <Switch
          label={t('backup.createSealed')}
          checked={sealed}
          onChange={(event) => setSealed(event.currentTarget.checked)}
        />
        {sealed ? (
          <NewPassphrase
            draft={draft}
            testId="backup-passphrase"
            label={t('backup.passphrase')}
            hint={t('backup.passphraseHint')}
          />
        ) : null}
        {create.error === null ? null : <ErrorNotice error={create.error.error} />}
        <div className="z-form-actions">
          <Button
            variant="default"
            type="submit"
            loading={create.isPending}
            data-testid="create-backup"
          >
            {t('backup.create')}
          </Button>
          <RestoreFromFile />
        </div>
      </form>
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {data === undefined ? null : <BackupList backups={data.backups} history />}
    </Section>
  );
}
