import { useState } from 'react';
import type { CallFailure } from '../../api/bridge.ts';
import { errorSentences } from '../../sentences.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { NewPassphrase, useNewPassphrase } from '../../shell/new-passphrase.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

interface DialogProps {
  readonly onClose: () => void;
}

interface CurrentPassphraseProps {
  readonly value: string;
  readonly error: CallFailure | null;
  readonly onChange: (value: string) => void;
}

const isWrong = (error: CallFailure | null) => error?.error.code === 'wrong_passphrase';

/** The current passphrase; a wrong one is reported here. */
function CurrentPassphrase({ value, error, onChange }: CurrentPassphraseProps) {
  const { t, i18n } = useTexts();
  return (
    <SecretInput
      data-autofocus
      label={t('settings.protection.current')}
      value={value}
      data-testid="current-passphrase"
      error={error !== null && isWrong(error) ? errorSentences(i18n, error.error).title : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Replaces the current passphrase. */
export function ChangePassphraseDialog({ onClose }: DialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const [current, setCurrent] = useState('');
  const draft = useNewPassphrase();
  const protect = useCommand('secrets.protect', ['app.status', 'connection.get'], {
    about: () => t('settings.protection.change'),
    onDone: () => notify({ tone: 'good', lines: [t('settings.protection.changed')] }),
  });

  function submit(): void {
    if (!draft.check()) return;
    protect.mutate({ passphrase: draft.passphrase, current }, { onSuccess: onClose });
  }
  return (
    <Dialog onClose={onClose} title={t('settings.protection.change')} size="lg">
      <DialogForm
        testId="change-passphrase"
        save={t('settings.protection.changeSave')}
        isSaving={protect.isPending}
        isComplete={current !== ''}
        tellsFaults
        error={isWrong(protect.error) ? null : protect.error}
        onClose={onClose}
        onSave={submit}
      >
        <CurrentPassphrase value={current} error={protect.error} onChange={setCurrent} />
        <NewPassphrase
          draft={draft}
          testId="new-passphrase"
          label={t('settings.protection.newOne')}
          hint={t('settings.protection.passphraseHint')}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Removes the passphrase, and says how the keys are protected afterwards. */
export function RemovePassphraseDialog({ onClose }: DialogProps) {
  const { t } = useTexts();
  const [current, setCurrent] = useState('');
  const title = t('settings.protection.remove');
  const unprotect = useCommand('secrets.unprotect', ['app.status', 'connection.get'], {
    about: () => title,
  });
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <DialogForm
        testId="remove-passphrase"
        save={t('settings.protection.removeSave')}
        isSaving={unprotect.isPending}
        isComplete={current !== ''}
        error={isWrong(unprotect.error) ? null : unprotect.error}
        onClose={onClose}
        onSave={() => unprotect.mutate({ passphrase: current }, { onSuccess: onClose })}
      >
        <p className="z-second">{t('settings.protection.removeText')}</p>
        <CurrentPassphrase value={current} error={unprotect.error} onChange={setCurrent} />
      </DialogForm>
    </Dialog>
  );
}
