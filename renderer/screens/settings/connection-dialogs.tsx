import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionEntry } from '../../../contract/connection.ts';
import { useCommand } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';
import { ConnectionKindChoice, isOnThisMachine, type RemoteKind } from './connection-kind.tsx';
import { isWholeAddress } from './whole-address.ts';

/** Asks for a new connection: its name, address, kind and keys. */
export function AddConnectionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const add = useCommand('connection.add', ['connection.get', 'connection.list', 'app.status']);
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [kind, setKind] = useState<RemoteKind>('production');
  const [userApiKey, setUserApiKey] = useState('');
  const [certificateKey, setCertificateKey] = useState('');
  const address = baseUrl.trim();
  const input = {
    ...{ baseUrl: address, kind },
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

interface RenameConnectionDialogProps {
  readonly connection: ConnectionEntry;
  readonly onClose: () => void;
}

/** Asks for a connection's new name. */
export function RenameConnectionDialog({ connection, onClose }: RenameConnectionDialogProps) {
  const { t } = useTexts();
  const rename = useCommand('connection.rename', ['connection.list', 'app.status']);
  const [name, setName] = useState(connection.name);
  return (
    <Dialog onClose={onClose} title={t('settings.connections.renameTitle')}>
      <DialogForm
        testId="connection-rename"
        save={t('settings.connections.renameSave')}
        isComplete={name.trim() !== ''}
        isSaving={rename.isPending}
        error={rename.error}
        onClose={onClose}
        onSave={() =>
          rename.mutate({ id: connection.id, name: name.trim() }, { onSuccess: onClose })
        }
      >
        <TextInput
          label={t('settings.connections.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
