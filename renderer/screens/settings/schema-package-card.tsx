import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InstalledPackage, InstalledSchema } from '../../../contract/schema-package.ts';
import { latestError } from '../../api/latest-error.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { choiceText, packageName } from './schema-choice.ts';
import { SchemaChoiceDialog } from './schema-choice-dialog.tsx';
import styles from './schemas.module.css';

function State({ installed }: { readonly installed: InstalledPackage }) {
  const { t } = useTexts();
  if (installed.damaged) return <Pill tone="red">{t('schemaPackages.damaged')}</Pill>;
  return installed.choices.length > 0 ? (
    <Pill tone="green" testId="schema-active">
      {t('schemaPackages.active')}
    </Pill>
  ) : (
    <Pill tone="grey">{t('schemaPackages.inactive')}</Pill>
  );
}

interface ActionsProps {
  readonly installed: InstalledPackage;
  /**
   * Whether another package is chosen for anything, so that “back to the built-in one” makes sense.
   */
  readonly isWayBack: boolean;
}

function Actions({ installed, isWayBack }: ActionsProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const [choosing, setChoosing] = useState(false);
  const tell = (done: 'schemaPackages.changed' | 'schemaPackages.removed') =>
    notify({ tone: 'good', lines: [t(done)] });
  const activate = useCommand('schemas.activate', ['schemas.list'], {
    about: () => packageName(t, installed),
    onDone: () => tell('schemaPackages.changed'),
  });
  const remove = useCommand('schemas.remove', ['schemas.list'], {
    about: () => packageName(t, installed),
    onDone: () => tell('schemaPackages.removed'),
  });
  const isBuiltIn = installed.source === 'built_in';
  const error = latestError(activate, remove);
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} />}
      <div className="z-form-actions">
        {isBuiltIn && isWayBack ? (
          <Button
            variant="default"
            size="xs"
            loading={activate.isPending}
            onClick={() => activate.mutate({ id: installed.id })}
            data-testid="schema-back"
          >
            {t('schemaPackages.back')}
          </Button>
        ) : null}
        {isBuiltIn || installed.damaged ? null : (
          <Button
            variant="default"
            size="xs"
            onClick={() => setChoosing(true)}
            data-testid="schema-use"
          >
            {t('schemaPackages.use')}
          </Button>
        )}
        {installed.removable ? (
          <RemoveButton
            size="xs"
            text={t('schemaPackages.remove')}
            confirm={t('company.removeConfirm')}
            loading={remove.isPending}
            testId="schema-remove"
            onRemove={() => remove.mutate({ id: installed.id })}
          />
        ) : null}
      </div>
      {choosing ? (
        <SchemaChoiceDialog installed={installed} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

function Schema({ schema }: { readonly schema: InstalledSchema }) {
  const { t, formats } = useTexts();
  return (
    <li className={styles.schema}>
      <span className="z-cut" title={schema.root}>
        {schema.root}
      </span>
      <span className="z-second z-small">
        {t('settings.schemas.version')} {schema.version} · {t('settings.schemas.validFrom')}{' '}
        {formats.day(schema.validFrom)}
      </span>
      <span className="z-code z-cut" title={schema.sha256}>
        {t('settings.schemas.hash')} {schema.sha256}
      </span>
    </li>
  );
}

interface SchemaPackageCardProps extends ActionsProps {
  readonly schemas: readonly InstalledSchema[];
}

/** A package of schemas: its origin, its use, its schemas, and its actions. */
export function SchemaPackageCard({ installed, isWayBack, schemas }: SchemaPackageCardProps) {
  const { t, formats } = useTexts();
  const { submissions, installedAt } = installed;
  const name = packageName(t, installed);
  const facts = [
    installed.damaged
      ? null
      : t('schemaPackages.version', {
          version: installed.version,
          date: formats.day(installed.validFrom),
        }),
    installedAt === null
      ? null
      : t('schemaPackages.installed', { date: formats.date(installedAt) }),
    submissions === 0
      ? null
      : t('schemaPackages.submissions', {
          count: submissions,
        }),
  ];
  return (
    <li className={`z-card ${styles.package}`} data-testid={`schema-package-${installed.source}`}>
      <div className="z-section-head">
        <strong className="z-cut" title={name}>
          {name}
        </strong>
        <State installed={installed} />
      </div>
      <span className="z-second z-small">{facts.filter((fact) => fact !== null).join(' · ')}</span>
      {installed.choices.map((choice) => {
        const words = choiceText(t, formats, choice);
        return (
          <span key={words} className="z-second z-small">
            {words}
          </span>
        );
      })}
      <TechnicalDetails label={t('app.technicalDetails')}>
        <span className="z-code z-cut" title={installed.sha256}>
          {t('settings.schemas.hash')} {installed.sha256}
        </span>
      </TechnicalDetails>
      {schemas.length === 0 ? null : (
        <details className={styles.details}>
          <summary>{t('settings.schemas.table')}</summary>
          <ul
            className={`z-plain-list ${styles.list}`}
            aria-label={t('schemaPackages.schemas', { name })}
          >
            {schemas.map((schema) => (
              <Schema key={schema.id} schema={schema} />
            ))}
          </ul>
        </details>
      )}
      <Actions installed={installed} isWayBack={isWayBack} />
    </li>
  );
}
