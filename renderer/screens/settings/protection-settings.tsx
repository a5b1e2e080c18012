import { Button, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Protection, Settings } from '../../../contract/settings.ts';
import { latestError } from '../../api/latest-error.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { NewPassphrase, useNewPassphrase } from '../../shell/new-passphrase.tsx';
import { UnlockButton } from '../../shell/unlock.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { ChangePassphraseDialog, RemovePassphraseDialog } from './passphrase-dialogs.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveSettings } from './use-saving.ts';

function Protect() {
  const { t } = useTexts();
  const draft = useNewPassphrase();
  const protect = useCommand('secrets.protect', ['app.status', 'connection.get']);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!draft.check()) return;
    protect.mutate({ passphrase: draft.passphrase }, { onSuccess: draft.clear });
  }
  return (
    <form className="z-form" onSubmit={submit}>
      <NewPassphrase
        draft={draft}
        testId="protect-passphrase"
        hint={t('settings.protection.passphraseHint')}
      />
      {protect.error === null ? null : <ErrorNotice error={protect.error.error} />}
      <div className="z-form-actions">
        <Button
          variant="default"
          type="submit"
          disabled={draft.passphrase === ''}
          loading={protect.isPending}
        >
          {t('settings.protection.protect')}
        </Button>
      </div>
    </form>
  );
}

type PassphraseDialog = 'change' | 'remove';

interface ChangePassphraseProps {
  readonly onOpen: (dialog: PassphraseDialog) => void;
}

/** Another passphrase, or none. */
function ChangePassphrase({ onOpen }: ChangePassphraseProps) {
  const { t } = useTexts();
  return (
    <div className="z-form-actions">
      <Button variant="default" onClick={() => onOpen('change')} data-testid="passphrase-change">
        {t('settings.protection.change')}…
      </Button>
      <Button
        variant="subtle"
        color="gray"
        onClick={() => onOpen('remove')}
        data-testid="passphrase-remove"
      >
        {t('settings.protection.remove')}…
      </Button>
    </div>
  );
}

/** Locking by hand, and the minutes until the automatic lock. */
function Lock({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  const lock = useCommand('secrets.lock', ['app.status', 'connection.get']);
  const minutes = useDraft<number | ''>(settings.lockAfterMinutes);
  const { save, isSaving, command } = useSaveSettings();
  const error = latestError(lock, command);
  return (
    <form
      className="z-form"
      onSubmit={(event) => {
        event.preventDefault();
        const { value } = minutes;
        if (value !== '') save({ lockAfterMinutes: value }, () => minutes.saved(value));
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
        allowNegative={false}
        onChange={(value) => minutes.type(value === '' ? '' : Number(value))}
      />
      {error === null ? null : <ErrorNotice error={error} />}
      <SaveFoot
        label={t('settings.save')}
        isChanged={minutes.isTyped && minutes.value !== ''}
        isSaving={isSaving}
      >
        <Button
          variant="default"
          loading={lock.isPending}
          onClick={() => lock.mutate({})}
          data-testid="lock-now"
        >
          {t('settings.protection.lock')}
        </Button>
      </SaveFoot>
    </form>
  );
}

/** Asks for a passphrase if keys of a real service are unprotected, or would be. */
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
        <Button variant="default" component="a" href={placeHash('settings', 'security')}>
          {t('settings.protection.ask')}
        </Button>
      }
    />
  );
}

/** How the keys are kept; a passphrase where the system offers nothing better. */
export function ProtectionSettings({ protection }: { readonly protection: Protection }) {
  const { t } = useTexts();
  const { locked, protects, backend } = protection;
  const settings = useMethod('settings.get', {});
  const [opened, setOpened] = useState<PassphraseDialog | null>(null);
  const close = () => setOpened(null);
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
      {locked ? (
        <div className="z-form-actions">
          <UnlockButton />
        </div>
      ) : protects ? null : (
        <Protect />
      )}
      {canLock ? (
        <>
          <ChangePassphrase onOpen={setOpened} />
          <Lock settings={settings.data} />
        </>
      ) : null}
      {/* Outside what a lock by another window takes away. */}
      {opened === 'change' ? <ChangePassphraseDialog onClose={close} /> : null}
      {opened === 'remove' ? <RemovePassphraseDialog onClose={close} /> : null}
    </Section>
  );
}
