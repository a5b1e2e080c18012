import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { BareDialog } from './dialog.tsx';
import { SecretInput } from './secret-input.tsx';
import { useCommand } from './use-command.ts';

const stale = ['app.status', 'connection.get', 'companies.list'] as const;

interface UnlockFormProps {
  readonly onClose: () => void;
  readonly onForgotten: () => void;
}

/** Unlocks the keys; a wrong passphrase is reported at its field. */
function UnlockForm({ onClose, onForgotten }: UnlockFormProps) {
  const { t, i18n } = useTexts();
  const [passphrase, setPassphrase] = useState('');
  const unlock = useCommand('secrets.unlock', stale);

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
      <div className="z-form-actions z-form-actions-end">
        <Button variant="subtle" color="gray" onClick={onForgotten} data-testid="forgotten">
          {t('settings.protection.forgotten')}
        </Button>
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

/** What stays and what is to be entered again, before Zubi goes on without the locked keys. */
function ForgottenForm({ onClose }: Pick<UnlockFormProps, 'onClose'>) {
  const { t } = useTexts();
  const title = t('settings.protection.setAsideTitle');
  const setAside = useCommand('secrets.setAside', stale, { about: () => title, tells: 'all' });
  return (
    <div className="z-form" data-testid="forgotten-dialog">
      <h2 className="z-modal-title">{title}</h2>
      <p>{t('settings.protection.setAsideText')}</p>
      <div className="z-form-actions z-form-actions-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={setAside.isPending}
          onClick={() => setAside.mutate({}, { onSuccess: onClose })}
          data-testid="set-keys-aside"
        >
          {t('settings.protection.setAside')}
        </Button>
      </div>
    </div>
  );
}

/** Unlocks the keys in place, without leaving the page. */
export function UnlockButton() {
  const { t } = useTexts();
  const [shown, setShown] = useState<'unlock' | 'forgotten' | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button variant="default" onClick={() => setShown('unlock')} data-testid="open-unlock">
        {t('notice.lockedAction')}
      </Button>
      {shown === 'unlock' ? (
        <BareDialog title={t('settings.protection.unlock')} onClose={close}>
          <UnlockForm onClose={close} onForgotten={() => setShown('forgotten')} />
        </BareDialog>
      ) : null}
      {shown === 'forgotten' ? (
        <BareDialog title={t('settings.protection.setAsideTitle')} onClose={close}>
          <ForgottenForm onClose={close} />
        </BareDialog>
      ) : null}
    </>
  );
}
