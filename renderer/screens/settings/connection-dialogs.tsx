import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionEntry } from '../../../contract/connection.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { ConnectionKindChoice, isOnThisMachine, type RemoteKind } from './connection-kind.tsx';
import { isWholeAddress } from './whole-address.ts';

/** Asks for a new connection: its name, address, kind and keys. */
export function AddConnectionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const add = useCommand('connection.add', ['connection.get', 'connection.list', 'app.status'], {
    about: () => t('settings.connections.addTitle'),
  });
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [kind, setKind] = useState<RemoteKind>('production');
  const [userApiKey, setUserApiKey] = useState('');
  const [certificateKey, setCertificateKey] = useState('');
  const address = baseUrl.trim();
  const input = {
    baseUrl: address,
    kind,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(userApiKey === '' ? {} : { userApiKey }),
    ...(certificateKey === '' ? {} : { certificateKey }),
  };
  return (
    <Dialog onClose={onClose} title={t('settings.connections.addTitle')}>
      <DialogForm
        testId="connection-add"
        save={t('settings.connections.addSave')}
        isComplete={isWholeAddress(address)}
        isSaving={add.isPending}
        error={add.error}
        onClose={onClose}
        onSave={() => add.mutate(input, { onSuccess: onClose })}
      >
        <TextInput
          label={t('settings.connections.name')}
          description={t('settings.connections.nameHint')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('settings.connection.baseUrl')}
          description={t('settings.connection.baseUrlHint')}
          inputMode="url"
          spellCheck={false}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        {isWholeAddress(address) && !isOnThisMachine(address) ? (
          <ConnectionKindChoice value={kind} onChange={setKind} />
        ) : null}
        <SecretInput
          label={t('settings.connection.userApiKey')}
          value={userApiKey}
          onChange={(event) => setUserApiKey(event.currentTarget.value)}
        />
        <SecretInput
          label={t('settings.connection.certificateKey')}
          value={certificateKey}
          onChange={(event) => setCertificateKey(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

interface ChangeConnectionDialogProps {
  readonly connection: ConnectionEntry;
  readonly onClose: () => void;
}

/** Asks for a connection's new name, and for its kind while it is empty. */
export function ChangeConnectionDialog({ connection, onClose }: ChangeConnectionDialogProps) {
  const { t } = useTexts();
  const stale = ['connection.list', 'connection.get', 'app.status'] as const;
  const rename = useCommand('connection.rename', stale, { about: () => connection.name });
  const setKind = useCommand('connection.setKind', stale, { about: () => connection.name });
  const [name, setName] = useState(connection.name);
  const [kind, setNewKind] = useState<ConnectionEntry['kind']>(connection.kind);
  const { id, used } = connection;
  const mayChange = kind !== 'sandbox' && !isOnThisMachine(connection.baseUrl);

  async function save(): Promise<void> {
    await rename.mutateAsync({ id, name: name.trim() });
    // The id follows the kind, so it changes last.
    if (kind !== 'sandbox' && kind !== connection.kind) await setKind.mutateAsync({ id, kind });
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={t('settings.connections.renameTitle')}>
      <DialogForm
        testId="connection-change"
        save={t('settings.connections.renameSave')}
        isComplete={name.trim() !== ''}
        isSaving={rename.isPending || setKind.isPending}
        error={rename.error ?? setKind.error}
        onClose={onClose}
        onSave={() => void save().catch(() => undefined)}
      >
        <TextInput
          label={t('settings.connections.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayChange && !used ? <ConnectionKindChoice value={kind} onChange={setNewKind} /> : null}
        {mayChange && used ? (
          <p className="z-second z-small">{t('settings.connections.kindFixed')}</p>
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
