import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../contract/methods.ts';
import type { ReadinessItem } from '../../../contract/readiness.ts';
import { callMethod } from '../../api/bridge.ts';
import { methodKey, useHost, useMethod } from '../../api/queries.ts';
import { placeHash, type SettingsSection } from '../../router.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTask } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './readiness.module.css';

const tones: Readonly<Record<ReadinessItem['state'], Tone>> = {
  ready: 'green',
  missing: 'red',
  attention: 'amber',
  unknown: 'grey',
};

const fields = ['license', 'name', 'version'] as const;

/** The section of Settings where a next step is taken, if it is another one. */
const sections: Partial<Record<NonNullable<ReadinessItem['action']>, SettingsSection>> = {
  set_passphrase: 'security',
  unlock: 'security',
  update_schemas: 'advanced',
};

/** The service's answer on the license, where it was asked. */
function LicenseLine({ details }: { readonly details: ReadinessItem['details'] }) {
  const { t } = useTexts();
  const { license, software, version } = details;
  if (typeof license !== 'string') return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const differs = fields.filter(
    (field) => Array.isArray(details.differs) && details.differs.includes(field),
  );
  return (
    <>
      <p className="z-second z-small">
        {t('readiness.licenseTold', { license, software: text(software), version: text(version) })}
      </p>
      {differs.length === 0 ? null : (
        <p className="z-second z-small">
          {t('readiness.differs', {
            fields: differs.map((field) => t(`settings.garante.${field}`)).join(', '),
          })}
        </p>
      )}
    </>
  );
}

function Action({ action }: { readonly action: NonNullable<ReadinessItem['action']> }) {
  const { t } = useTexts();
  const section = sections[action];
  return (
    <p className="z-second z-small">
      {t(`readiness.action.${action}`)}{' '}
      {section === undefined ? null : (
        <a href={placeHash('settings', section)}>{t(`settings.sections.${section}`)}</a>
      )}
    </p>
  );
}

function Item({ item }: { readonly item: ReadinessItem }) {
  const { t } = useTexts();
  return (
    <li className={styles.item} data-readiness={item.id} data-state={item.state}>
      <div className={styles.words}>
        <strong>{t(`readiness.item.${item.id}`)}</strong>
        {item.action === null ? null : <Action action={item.action} />}
        {item.id === 'license' ? <LicenseLine details={item.details} /> : null}
      </div>
      <Pill tone={tones[item.state]}>{t(`readiness.state.${item.state}`)}</Pill>
    </li>
  );
}

/** Whether everything is ready, can be sent with a warning, or cannot be sent. */
function ReadinessMark({ readiness }: { readonly readiness: Output<'connection.readiness'> }) {
  const { t } = useTexts();
  const isWhole = readiness.items.every(({ state }) => state === 'ready');
  const word = isWhole
    ? 'readiness.ready'
    : readiness.ready
      ? 'readiness.toLookAt'
      : 'readiness.notReady';
  return <Pill tone={isWhole ? 'green' : readiness.ready ? 'amber' : 'red'}>{t(word)}</Pill>;
}

/** The preconditions of the first submission, each with its next step. */
export function ReadinessSettings() {
  const { t } = useTexts();
  const { bridge } = useHost();
  const client = useQueryClient();
  const { data, error, refetch } = useMethod('connection.readiness', {});
  const ask = useTask<Output<'connection.readiness'>>(
    () => callMethod(bridge, 'connection.readiness', { refresh: true }),
    {
      stale: ['territories.list'],
      about: () => t('readiness.title'),
      onDone: (readiness) => client.setQueryData(methodKey('connection.readiness', {}), readiness),
    },
  );
  const failure = error ?? ask.error;
  return (
    <Section
      title={t('readiness.title')}
      testId="settings-readiness"
      mark={data === undefined ? null : <ReadinessMark readiness={data} />}
    >
      {failure === null ? null : (
        <ErrorNotice
          error={failure.error}
          onRetry={() => {
            if (ask.error === null) void refetch();
            else ask.mutate();
          }}
        />
      )}
      {data === undefined && error === null ? (
        <SkeletonRows rows={5} label={t('app.loading')} />
      ) : null}
      <ul className={`z-plain-list ${styles.list}`}>
        {data?.items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <div className="z-form-actions">
        <Button
          variant="default"
          loading={ask.isPending}
          onClick={() => ask.mutate()}
          data-testid="refresh-readiness"
        >
          {t('readiness.refresh')}
        </Button>
      </div>
    </Section>
  );
}
