import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { BareDialog } from './dialog.tsx';
import { SecretInput } from './secret-input.tsx';
import { useCommand } from './use-command.ts';

/** Unlocks the keys; a wrong passphrase is reported at its field. */
function UnlockForm({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTexts();
  const [passphrase, setPassphrase] = useState('');
  const unlock = useCommand('secrets.unlock', ['app.status', 'connection.get', 'companies.list']);

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The dialog may be over another form; its answer is not that form's.
    event.stopPropagation();
    if (passphrase !== '') unlock.mutate({ passphrase }, { onSuccess: onClose });
  }
  return (
    <form className="z-form" onSubmit={submit} data-testid="unlock-dialog">
      <h2 className="z-modal-title">{t('settings.protection.unlock')}</h2>
      <p className="z-second">{t('notice.lockedText')}</p>
      <SecretInput
        data-autofocus
        label={t('settings.protection.passphrase_label')}
        value={passphrase}
        data-testid="unlock-passphrase"
        error={unlock.error === null ? undefined : errorSentences(i18n, unlock.error.error).title}
        onChange={(event) => {
          setPassphrase(event.currentTarget.value);
          if (unlock.error !== null) unlock.reset();
        }}
      />
      {unlock.error?.error.code === 'wrong_passphrase' ? (
        <p className="z-second z-small">{t('settings.protection.forgotten')}</p>
      ) : null}
      <div className="z-form-actions z-form-actions-end">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={passphrase === ''}
          loading={unlock.isPending}
          data-testid="unlock"
        >
          {t('notice.lockedAction')}
        </Button>
      </div>
    </form>
  );
}

/** Unlocks the keys in place, without leaving the page. */
export function UnlockButton() {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)} data-testid="open-unlock">
        {t('notice.lockedAction')}
      </Button>
      {isOpen ? (
        <BareDialog title={t('settings.protection.unlock')} onClose={() => setIsOpen(false)}>
          <UnlockForm onClose={() => setIsOpen(false)} />
        </BareDialog>
      ) : null}
    </>
  );
}
