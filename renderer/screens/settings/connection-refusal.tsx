import { Button } from '@mantine/core';
import type { ConnectionInput, NewConnection } from '../../../contract/connection.ts';
import type { CallError } from '../../../contract/errors.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

interface ConnectionRefusalProps {
  readonly error: CallError;
  readonly input: ConnectionInput;
  readonly isSaving: boolean;
  readonly onSave: (input: ConnectionInput) => void;
  /** A service at this address, edited or not since the refusal, is about to be added. */
  readonly onAdd: (address: string) => void;
  /** It has become a connection of its own. */
  readonly onAdded: () => void;
}

const hostOf = (address: string) => URL.parse(address)?.host;

/** A refusal of a connection's data; for another host, with the two possible answers. */
export function ConnectionRefusal(props: ConnectionRefusalProps) {
  const { error, input, isSaving, onSave, onAdd, onAdded } = props;
  const { t } = useTexts();
  const add = useCommand('connection.add', ['connection.get', 'connection.list', 'app.status']);
  const { baseUrl } = input;
  if (error.code !== 'connection_host_changed' || baseUrl === undefined)
    return <ErrorNotice error={error} />;
  const { movedHost: _, profile, ...rest } = input;
  const added: NewConnection = { ...rest, baseUrl, ...(profile === undefined ? {} : { profile }) };
  // An address may be edited after the question, which is about one host.
  const isAsked = hostOf(baseUrl) === hostOf(String(error.details.to));
  if (add.error !== null) return <ErrorNotice error={add.error.error} />;
  return (
    <ErrorNotice
      error={error}
      asks
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            loading={add.isPending}
            onClick={() => {
              onAdd(baseUrl);
              add.mutate(added, { onSuccess: onAdded });
            }}
          >
            {t('settings.connections.isNew')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={isSaving}
            onClick={() => onSave(isAsked ? { ...input, movedHost: true } : input)}
          >
            {t('settings.connections.isMoved')}
          </Button>
        </>
      }
    />
  );
}
