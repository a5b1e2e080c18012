import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '../../contract/choices.ts';
import type { Settings, Status } from '../../contract/settings.ts';
import { methodKey, useIsHostLost, useMethod } from '../api/queries.ts';
import { languages } from '../i18n.ts';
import { placeHash } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Pill, type Tone } from '../ui/pill.tsx';
import { forgetOwnLanguage, keepOwnLanguage } from './own-language.ts';
import { useCommand } from './use-command.ts';

const environmentTones: Readonly<Record<Status['environment'], Tone>> = {
  none: 'grey',
  sandbox: 'amber',
  test: 'accent',
  production: 'green',
};
const connectionTones: Readonly<Record<Status['connection'], Tone>> = {
  none: 'grey',
  untested: 'grey',
  connected: 'grey',
  failing: 'red',
};

function Queue({ status }: { readonly status: Status }) {
  const { t } = useTexts();
  if (status.queued + status.sending === 0) return null;
  const parts = [
    status.sending > 0 ? t('header.queueSending', { count: status.sending }) : null,
    status.queued > 0 ? t('header.queueWaiting', { count: status.queued }) : null,
  ].filter((part) => part !== null);
  return (
    <a className="z-pill-link" href={placeHash('history')} data-testid="queue-pill">
      <Pill tone="accent">{parts.join(' · ')}</Pill>
    </a>
  );
}

/** Whether the service answers; before the first call of a run, the last contact. */
function Connection({ status }: { readonly status: Status }) {
  const { t, formats } = useTexts();
  const { connection, lastContactAt } = status;
  const isFromBefore = connection === 'untested' && lastContactAt !== null;
  return (
    <a
      className={isFromBefore ? 'z-pill-link z-wide-only' : 'z-pill-link'}
      href={placeHash('settings', 'connection')}
      data-testid="connection-pill"
    >
      {isFromBefore ? (
        <Pill
          tone={connectionTones.untested}
          sign={null}
          title={t('header.lastContactHint', { moment: formats.moment(lastContactAt) })}
        >
          {t('header.lastContact', { date: formats.date(lastContactAt) })}
        </Pill>
      ) : (
        <Pill
          tone={connectionTones[connection]}
          {...(connection === 'connected' ? { sign: null } : {})}
        >
          {t(`header.connection.${connection}`)}
        </Pill>
      )}
    </a>
  );
}

/**
 * Sets the language at once and stores it in the core; if that fails, this window keeps it anyway.
 */
function useLanguageChoice() {
  const client = useQueryClient();
  const set = useCommand('settings.set', ['settings.get']);
  return (language: Language) => {
    const noted = client.getQueryData<Settings>(methodKey('settings.get', {}))?.language;
    client.setQueryData<Settings>(methodKey('settings.get', {}), (settings) =>
      settings === undefined ? settings : { ...settings, language },
    );
    set.mutate(
      { language },
      { onSuccess: forgetOwnLanguage, onError: () => keepOwnLanguage(language, noted) },
    );
  };
}

/** Changes the language of the window, also where the history cannot be used. */
export function LanguageMenu() {
  const { t, formats } = useTexts();
  const choose = useLanguageChoice();
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <button
          type="button"
          className="z-pill z-pill-grey z-pill-button"
          aria-label={t('header.language')}
        >
          {formats.language.toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ id, name }) => (
          <Menu.Item
            key={id}
            lang={id}
            rightSection={id === formats.language ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => choose(id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Environment, connection, queue and language, on every screen. */
export function StatusPills() {
  const { t } = useTexts();
  const isHostLost = useIsHostLost();
  const { data } = useMethod('app.status', {});
  return (
    <div className="z-status">
      {data === undefined || isHostLost ? null : (
        <>
          <Queue status={data} />
          {data.environment === 'none' ? null : (
            <Pill
              tone={environmentTones[data.environment]}
              dot
              title={t(`header.environment.${data.environment}Hint`)}
              testId="environment-pill"
            >
              {t(`header.environment.${data.environment}`)}
              {data.environment === 'sandbox' ? null : (
                <span className="z-connection-name">{data.connectionName}</span>
              )}
            </Pill>
          )}
          <Connection status={data} />
        </>
      )}
      <LanguageMenu />
    </div>
  );
}
