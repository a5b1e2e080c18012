import { Button, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Protection, Settings } from '../../../contract/settings.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { passphraseFault } from '../../format/passphrase.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveSettings } from './use-saving.ts';

/** Where the passphrase is chosen: what asks for one leads there. */
const passphraseId = 'choose-passphrase';

interface PassphraseProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly fault?: string | undefined;
  readonly onChange: (value: string) => void;
}

function Passphrase({ id, label, value, fault, onChange }: PassphraseProps) {
  return (
    <SecretInput
      {...(id === undefined ? {} : { id })}
      label={label}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Unlock() {
  const { t } = useTexts();
  const [passphrase, setPassphrase] = useState('');
  const unlock = useCommand('secrets.unlock', ['app.status', 'connection.get', 'companies.list']);
  return (
    <form
      className="z-form"
      onSubmit={(event) => {
        event.preventDefault();
        unlock.mutate({ passphrase }, { onSuccess: () => setPassphrase('') });
      }}
    >
      <Passphrase
        label={t('settings.protection.passphrase_label')}
        value={passphrase}
        onChange={setPassphrase}
      />
      {unlock.error === null ? null : <ErrorNotice error={unlock.error.error} />}
      <div className="z-form-actions">
        <Button type="submit" disabled={passphrase === ''} loading={unlock.isPending}>
          {t('settings.protection.unlock')}
        </Button>
      </div>
    </form>
  );
}

function Protect() {
  const { t } = useTexts();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const protect = useCommand('secrets.protect', ['app.status', 'connection.get']);
  const fault = passphraseFault(passphrase);
  const differs = passphrase !== repeated;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (fault !== null || differs) return;
    protect.mutate(
      { passphrase },
      {
        onSuccess: () => {
          setPassphrase('');
          setRepeated('');
          setTried(false);
        },
      },
    );
  }
  return (
    <form className="z-form" onSubmit={submit}>
      <div className="z-form-row">
        <Passphrase
          id={passphraseId}
          label={t('settings.protection.passphrase_label')}
          value={passphrase}
          fault={tried && fault !== null ? t(`settings.protection.${fault}`) : undefined}
          onChange={setPassphrase}
        />
        <Passphrase
          label={t('settings.protection.passphrase_repeat')}
          value={repeated}
          fault={
            tried && fault === null && differs ? t('settings.protection.different') : undefined
          }
          onChange={setRepeated}
        />
      </div>
      <small className="z-second">{t('settings.protection.passphraseHint')}</small>
      {protect.error === null ? null : <ErrorNotice error={protect.error.error} />}
      <div className="z-form-actions">
        <Button
          variant="default"
          type="submit"
          disabled={passphrase === ''}
          loading={protect.isPending}
        >
          {t('settings.protection.protect')}
        </Button>
      </div>
    </form>
  );
}

/** Locking by hand, and after how many minutes it happens by itself. */
function Lock({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  const lock = useCommand('secrets.lock', ['app.status', 'connection.get']);
  const minutes = useDraft(settings.lockAfterMinutes);
  const { save, isSaving, error } = useSaveSettings();
  const failure = lock.error?.error ?? error;
  return (
    <form
      className="z-form"
      onSubmit={(event) => {
        event.preventDefault();
        save({ lockAfterMinutes: minutes.value }, () => minutes.saved(minutes.value));
      }}
    >
      <NumberInput
        label={t('settings.protection.lockAfter')}
        description={t('settings.protection.lockAfterHint')}
        min={0}
        max={1440}
        allowDecimal={false}
        clampBehavior="strict"
        data-testid="lock-after"
        value={minutes.value}
        onChange={(value) => minutes.type(Number(value) || 0)}
      />
      {failure === null ? null : <ErrorNotice error={failure} />}
      <div className="z-form-actions">
        <Button variant="default" type="submit" loading={isSaving}>
          {t('settings.protection.lockSave')}
        </Button>
        <Button
          variant="default"
          loading={lock.isPending}
          onClick={() => lock.mutate({})}
          data-testid="lock-now"
        >
          {t('settings.protection.lock')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Asks for a passphrase where keys of a real service are, or would be, kept by nothing that
 * protects them.
 */
export function UnprotectedNotice({ protection }: { readonly protection: Protection }) {
  const { t } = useTexts();
  const { backend, protects, locked } = protection;
  if (protects || locked) return null;
  return (
    <Notice
      tone="amber"
      testId="notice-unprotected"
      title={t('settings.protection.askTitle')}
      text={t(`settings.protection.${backend}`)}
      actions={
        <Button variant="default" onClick={() => document.getElementById(passphraseId)?.focus()}>
          {t('settings.protection.ask')}
        </Button>
      }
    />
  );
}

/** How the keys are kept, in words; a passphrase where the system offers nothing better. */
export function ProtectionSettings({ protection }: { readonly protection: Protection }) {
  const { t } = useTexts();
  const { locked, protects, backend } = protection;
  const settings = useMethod('settings.get', {});
  const canLock = backend === 'passphrase' && !locked && settings.data !== undefined;
  const word = locked ? 'locked' : protects ? 'protected' : 'unprotected';
  return (
    <Section
      title={t('settings.protection.title')}
      text={t(`settings.protection.${backend}`)}
      testId="settings-protection"
      mark={
        <Pill tone={word === 'protected' ? 'green' : 'amber'}>
          {t(`settings.protection.${word}`)}
        </Pill>
      }
    >
      {locked ? <Unlock /> : protects ? null : <Protect />}
      {canLock ? <Lock settings={settings.data} /> : null}
    </Section>
  );
}
