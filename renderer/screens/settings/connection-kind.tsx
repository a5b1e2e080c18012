import { Radio } from '@mantine/core';
import type { ConnectionKind } from '../../../contract/choices.ts';
import { useTexts } from '../../texts.ts';

export type RemoteKind = Exclude<ConnectionKind, 'sandbox'>;

/** Whether an address is on this machine, whose services are always sandboxes. */
export function isOnThisMachine(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

interface ConnectionKindChoiceProps {
  readonly value: RemoteKind;
  readonly onChange: (kind: RemoteKind) => void;
}

/** Asks whether submissions to a service reach the tax authority. */
export function ConnectionKindChoice({ value, onChange }: ConnectionKindChoiceProps) {
  const { t } = useTexts();
  return (
    <Radio.Group
      label={t('settings.connections.kind')}
      value={value}
      onChange={(kind) => onChange(kind === 'test' ? 'test' : 'production')}
      data-testid="connection-kind"
    >
      <div className="z-form z-radios">
        <Radio value="production" label={t('settings.connections.kindProduction')} />
        <Radio value="test" label={t('settings.connections.kindTest')} />
      </div>
    </Radio.Group>
  );
}
