import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionEntry } from '../../../contract/connection.ts';
import { latestError } from '../../api/latest-error.ts';
import { useMethod } from '../../api/queries.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { AddConnectionDialog, ChangeConnectionDialog } from './connection-dialogs.tsx';
import styles from './connections.module.css';

const tones: Readonly<Record<ConnectionEntry['kind'], Tone>> = {
  sandbox: 'amber',
  test: 'accent',
  production: 'green',
};

/** The connections: the one in use, and how to switch, name, add or remove one. */
export function ConnectionsSettings() {
  const { t } = useTexts();
  const list = useMethod('connection.list', {});
  const [dialog, setDialog] = useState<'add' | ConnectionEntry | null>(null);
  const about = () => t('settings.connections.title');
  const use = useCommand('connection.use', ['connection.get', 'connection.list', 'app.status'], {
    about,
  });
  const remove = useCommand('connection.remove', ['connection.list', 'connection.get'], { about });
  const hide = useCommand('connection.setHidden', ['connection.list'], { about });
  const [isOpen, setIsOpen] = useState(false);
  const notify = useNotify();
  const error = latestError(use, remove, hide);
  const all = list.data?.connections ?? [];
  const hidden = all.filter((entry) => entry.hidden).length;
  const nameOf = ({ ownSandbox, name }: ConnectionEntry) =>
    ownSandbox ? t('settings.connections.ownSandbox') : name;
  return (
    <Section
      title={t('settings.connections.title')}
      text={t('settings.connections.text')}
      testId="settings-connections"
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {list.error === null ? null : (
        <ErrorNotice error={list.error.error} onRetry={() => void list.refetch()} />
      )}
      <ul className={`z-plain-list ${styles.list}`}>
        {all
          .filter((entry) => isOpen || !entry.hidden)
          .map((entry) => (
            <li key={entry.id} className={styles.connection} data-connection={entry.id}>
              <div className={styles.text}>
                <span>{nameOf(entry)}</span>
                {entry.ownSandbox ? null : (
                  <span className="z-second z-small z-cut" title={entry.baseUrl}>
                    {entry.baseUrl}
                  </span>
                )}
              </div>
              <Pill tone={tones[entry.kind]} dot>
                {t(`header.environment.${entry.kind}`)}
              </Pill>
              <div className={styles.actions}>
                {entry.inForce ? (
                  <span className="z-second z-small">{t('settings.connections.inForce')}</span>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={use.isPending && use.variables.id === entry.id}
                    aria-label={t('settings.connections.useNamed', { name: nameOf(entry) })}
                    onClick={() => use.mutate({ id: entry.id })}
                  >
                    {t('settings.connections.use')}
                  </Button>
                )}
                {entry.ownSandbox ? null : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('settings.connections.renameNamed', { name: entry.name })}
                    onClick={() => setDialog(entry)}
                  >
                    {t('settings.connections.rename')}
                  </Button>
                )}
                {entry.inForce || !entry.used ? null : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t(`settings.connections.${entry.hidden ? 'show' : 'hide'}Named`, {
                      name: nameOf(entry),
                    })}
                    onClick={() => hide.mutate({ id: entry.id, hidden: !entry.hidden })}
                  >
                    {t(`settings.connections.${entry.hidden ? 'show' : 'hide'}`)}
                  </Button>
                )}
                {entry.inForce || entry.used ? null : (
                  <RemoveButton
                    size="compact-sm"
                    variant="subtle"
                    text={t('settings.connections.remove')}
                    confirm={t('company.removeConfirm')}
                    label={t('settings.connections.removeNamed', { name: nameOf(entry) })}
                    onRemove={() =>
                      remove.mutate(
                        { id: entry.id },
                        {
                          onSuccess: () =>
                            notify({
                              tone: 'good',
                              lines: [t('settings.connections.removed', { name: nameOf(entry) })],
                            }),
                        },
                      )
                    }
                  />
                )}
              </div>
            </li>
          ))}
      </ul>
      <div className="z-form-actions">
        <Button variant="default" onClick={() => setDialog('add')} data-testid="add-connection">
          {t('settings.connections.add')}
        </Button>
        {hidden === 0 ? null : (
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            data-testid="hidden-connections"
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('settings.connections.hidden', {
              count: hidden,
            })}
          </Button>
        )}
      </div>
      {dialog === 'add' ? <AddConnectionDialog onClose={() => setDialog(null)} /> : null}
      {dialog === null || dialog === 'add' ? null : (
        <ChangeConnectionDialog connection={dialog} onClose={() => setDialog(null)} />
      )}
    </Section>
  );
}
