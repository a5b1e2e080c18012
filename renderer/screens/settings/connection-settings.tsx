import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { SecretHint } from '../../../contract/company.ts';
import type { Connection } from '../../../contract/connection.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { ConnectionKindChoice, isOnThisMachine, type RemoteKind } from './connection-kind.tsx';
import { ConnectionRefusal } from './connection-refusal.tsx';
import styles from './connection-settings.module.css';
import { ServiceProfile } from './service-profile.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveConnection } from './use-saving.ts';
import { isWholeAddress } from './whole-address.ts';

interface KeyInputProps {
  readonly label: string;
  readonly hint: SecretHint;
  readonly value: string;
  readonly testId: string;
  readonly onChange: (value: string) => void;
}

/** A key field: written, never read; of a stored key only its end is shown. */
function KeyInput({ label, hint, value, testId, onChange }: KeyInputProps) {
  const { t } = useTexts();
  const stored =
    hint.last4 === null
      ? t('settings.connection.storedHidden')
      : t('settings.connection.stored', { last4: hint.last4 });
  return (
    <SecretInput
      label={label}
      description={hint.present ? stored : t('settings.connection.missing')}
      placeholder={t(hint.present ? 'settings.connection.replace' : 'settings.connection.write')}
      data-testid={testId}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A test of the connection; its result is shown while the connection stays the same. */
function useConnectionTest(connection: Connection, isSaving: boolean) {
  const { t, formats } = useTexts();
  const test = useCommand('connection.test', ['app.status', 'territories.list'], {
    about: () => t('settings.connection.test'),
  });
  // The own sandbox is the same one on any port.
  const where = connection.ownSandbox ? 'own' : connection.baseUrl;
  const [tested, setTested] = useState<string | null>(null);
  return {
    forget: test.reset,
    button: (
      <Button
        variant="default"
        disabled={connection.environment === 'none' || isSaving}
        loading={test.isPending}
        onClick={() => {
          setTested(where);
          test.mutate({});
        }}
        data-testid="test-connection"
      >
        {t('settings.connection.test')}
      </Button>
    ),
    result:
      tested !== where ? null : test.error !== null ? (
        <ErrorNotice error={test.error.error} />
      ) : test.data === undefined ? null : (
        <Notice
          tone="green"
          testId="connection-ok"
          title={t('settings.connection.testOk', {
            territories: formats.count(test.data.territories),
            ms: formats.count(Math.max(1, Math.round(test.data.latencyMs))),
          })}
        />
      ),
  };
}

/** The services of stored keys, when none of them is for the address in force. */
function KeysElsewhere({ keysFor }: Pick<Connection, 'keysFor'>) {
  const { t } = useTexts();
  if (keysFor.length === 0) return null;
  const text = t('settings.connection.keysFor', { address: keysFor.join(', ') });
  return <Notice tone="amber" title={text} testId="keys-elsewhere" />;
}

interface ConnectionSettingsProps {
  readonly connection: Connection;
  /** A service at this address is about to be saved. */
  readonly onSave: (address: string) => void;
}

/** Address and keys of the service, and their test. */
export function ConnectionSettings({ connection, onSave }: ConnectionSettingsProps) {
  const { t } = useTexts();
  const baseUrl = useDraft(connection.ownSandbox ? '' : (connection.baseUrl ?? ''));
  const userApiKey = useDraft('');
  const certificateKey = useDraft('');
  const [wrongAddress, setWrongAddress] = useState(false);
  const addressInput = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<RemoteKind>('production');
  const { save, isSaving, error, forget } = useSaveConnection();
  const test = useConnectionTest(connection, isSaving);
  const isTyped = [baseUrl, userApiKey, certificateKey].some((draft) => draft.isTyped);

  const address = baseUrl.value.trim();
  // The kind of a connection is chosen once: when it is made.
  const asksKind =
    (connection.environment === 'none' || connection.ownSandbox) &&
    isWholeAddress(address) &&
    !isOnThisMachine(address);
  const input = {
    baseUrl: address,
    ...(asksKind ? { kind } : {}),
    ...(userApiKey.value === '' ? {} : { userApiKey: userApiKey.value }),
    ...(certificateKey.value === '' ? {} : { certificateKey: certificateKey.value }),
  };

  function onSaved(): void {
    for (const draft of [baseUrl, userApiKey, certificateKey]) draft.saved(draft.value);
    // The former test was of another service, or with another key.
    test.forget();
    forget();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isWrong = !isWholeAddress(address);
    setWrongAddress(isWrong);
    if (isWrong) {
      addressInput.current?.focus();
      return;
    }
    onSave(address);
    save(input, onSaved);
  }

  return (
    <Section
      title={t('settings.connection.title')}
      text={t('settings.connection.text')}
      testId="settings-connection"
    >
      {connection.ownSandbox ? (
        <Notice tone="amber" title={t('settings.connection.ownSandbox')} />
      ) : null}
      {connection.userApiKey.present ? null : <KeysElsewhere keysFor={connection.keysFor} />}
      <form className="z-form" onSubmit={submit} noValidate>
        <TextInput
          label={t('settings.connection.baseUrl')}
          description={t('settings.connection.baseUrlHint')}
          error={wrongAddress ? t('settings.connection.baseUrlWrong') : undefined}
          inputMode="url"
          data-testid="base-url"
          spellCheck={false}
          value={baseUrl.value}
          ref={addressInput}
          onChange={(event) => {
            setWrongAddress(false);
            baseUrl.type(event.currentTarget.value);
          }}
        />
        {asksKind ? <ConnectionKindChoice value={kind} onChange={setKind} /> : null}
        <KeyInput
          label={t('settings.connection.userApiKey')}
          hint={connection.userApiKey}
          testId="user-api-key"
          value={userApiKey.value}
          onChange={userApiKey.type}
        />
        <KeyInput
          label={t('settings.connection.certificateKey')}
          hint={connection.certificateKey}
          testId="certificate-key"
          value={certificateKey.value}
          onChange={certificateKey.type}
        />
        {error === null ? null : (
          <ConnectionRefusal
            {...{ error, input, isSaving }}
            onSave={(moved) => {
              onSave(address);
              save(moved, onSaved);
            }}
            onAdd={onSave}
            onAdded={onSaved}
          />
        )}
        <SaveFoot label={t('settings.save')} isChanged={isTyped} isSaving={isSaving}>
          {test.button}
        </SaveFoot>
        <div role="status" className={styles.quiet}>
          {test.result}
        </div>
      </form>
      <ServiceProfile connection={connection} onChanged={test.forget} />
    </Section>
  );
}
