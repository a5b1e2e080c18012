import { useState } from 'react';
import type { Output } from '../../../contract/methods.ts';
import { goToLeftAside, placeHash } from '../../router.ts';
import { errorSentences } from '../../sentences.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';
import { passphraseCodes, type RestoreFrom, useRestore } from './use-restore.ts';

interface RestoreDialogProps {
  readonly from: RestoreFrom;
  readonly onClose: () => void;
}

/** Says what happens to the present history before a copy replaces it. */
export function RestoreDialog({ from, onClose }: RestoreDialogProps) {
  const { t, i18n } = useTexts();
  const [passphrase, setPassphrase] = useState('');
  const tell = useTellRestored(from);
  const restore = useRestore(from, (restored) => {
    tell(restored);
    // What the copy lacks must be checked, even where it is unknown.
    const { setAside, leftAside, companiesAside, authorizationsAside } = restored;
    const aside = [leftAside, companiesAside, authorizationsAside];
    if (setAside !== null && aside.some((count) => count !== 0)) goToLeftAside(setAside);
  });
  const isNew = from.kind === 'new';
  const isSealed = from.kind === 'copy' && from.backup.sealed;
  const refusal = restore.error?.error;
  const ofPassphrase = refusal !== undefined && passphraseCodes.includes(refusal.code);
  return (
    <Dialog onClose={onClose} title={isNew ? t('backup.startNew') : t('backup.restoreTitle')}>
      <DialogForm
        testId="restore-dialog"
        save={isNew ? t('backup.startNewConfirm') : t('backup.restoreConfirm')}
        isComplete={!isSealed || passphrase !== ''}
        isSaving={restore.isPending}
        error={ofPassphrase ? null : restore.error}
        onClose={onClose}
        onSave={() => restore.mutate(passphrase, { onSuccess: onClose })}
      >
        <WhatHappens from={from} />
        {isSealed || from.kind === 'file' ? (
          <SecretInput
            label={t('backup.passphrase')}
            description={isSealed ? undefined : t('backup.passphraseIfAny')}
            value={passphrase}
            error={ofPassphrase ? errorSentences(i18n, refusal).title : undefined}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        ) : null}
      </DialogForm>
    </Dialog>
  );
}

function WhatHappens({ from }: Pick<RestoreDialogProps, 'from'>) {
  const { t, formats } = useTexts();
  switch (from.kind) {
    case 'new':
      return <p>{t(from.isOlder ? 'backup.startNewOlderText' : 'backup.startNewText')}</p>;
    case 'copy':
      return <p>{t('backup.restoreText', { date: formats.moment(from.backup.createdAt) })}</p>;
    case 'file':
      return <p>{t('backup.restoreFileText', { name: from.file.name })}</p>;
  }
}

type RestoredKey =
  | 'backup.restored'
  | 'backup.leftAside'
  | 'backup.leftAsideOlder'
  | 'backup.companiesAside'
  | 'backup.authorizationsAside';

/** Says which history is in force now; remarks stay until the person has read them. */
function useTellRestored(from: RestoreFrom): (restored: Output<'backup.restore'>) => void {
  const { t } = useTexts();
  const notify = useNotify();
  return ({ submissions, leftAside, companiesAside, authorizationsAside, connectionLeft }) => {
    const say = (key: RestoredKey, count: number) => t(key, { count });
    const isOlder = from.kind === 'new' && from.isOlder;
    const leftKey = isOlder ? 'backup.leftAsideOlder' : 'backup.leftAside';
    const left = leftAside ? [say(leftKey, leftAside)] : [];
    if (companiesAside) left.push(say('backup.companiesAside', companiesAside));
    if (authorizationsAside) left.push(say('backup.authorizationsAside', authorizationsAside));
    const now = from.kind === 'new' ? t('backup.startedNew') : say('backup.restored', submissions);
    notify({ tone: 'good', lines: [now, ...left] });
    if (connectionLeft === null) return;
    notify({
      tone: 'plain',
      stays: true,
      title: t('backup.connectionKept'),
      lines: [t('backup.connectionKeptText', { address: connectionLeft })],
      link: { href: placeHash('settings', 'connection'), text: t('backup.connectionKeptSee') },
    });
  };
}
