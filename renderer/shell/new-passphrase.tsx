import { useState } from 'react';
import { passphraseFault } from '../../contract/passphrase-fault.ts';
import { useTexts } from '../texts.ts';
import { SecretInput } from './secret-input.tsx';

/** A new passphrase: typed twice, with faults beside its field. */
export function useNewPassphrase() {
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const fault = passphraseFault(passphrase);
  const isGood = fault === null && passphrase === repeated;
  return {
    passphrase,
    repeated,
    setPassphrase,
    setRepeated,
    tried,
    /** Whether it is usable; from here on faults are shown. */
    check: () => {
      setTried(true);
      return isGood;
    },
    clear: () => {
      setPassphrase('');
      setRepeated('');
      setTried(false);
    },
  };
}

interface NewPassphraseProps {
  readonly draft: ReturnType<typeof useNewPassphrase>;
  readonly testId: string;
  readonly label?: string;
  readonly hint?: string;
}

/** The two fields of a new passphrase. */
export function NewPassphrase({ draft, testId, label, hint }: NewPassphraseProps) {
  const { t } = useTexts();
  const { passphrase, repeated, tried } = draft;
  const fault = passphraseFault(passphrase);
  const differs = tried && fault === null && passphrase !== repeated;
  return (
    <>
      <div className="z-form-row">
        <SecretInput
          label={label ?? t('settings.protection.passphrase_label')}
          value={passphrase}
          data-testid={testId}
          error={tried && fault !== null ? t(`settings.protection.${fault}`) : undefined}
          onChange={(event) => draft.setPassphrase(event.currentTarget.value)}
        />
        <SecretInput
          label={t('settings.protection.passphrase_repeat')}
          value={repeated}
          data-testid={`${testId}-repeated`}
          error={differs ? t('settings.protection.different') : undefined}
          onChange={(event) => draft.setRepeated(event.currentTarget.value)}
        />
      </div>
      {hint === undefined ? null : <small className="z-second">{hint}</small>}
    </>
  );
}
