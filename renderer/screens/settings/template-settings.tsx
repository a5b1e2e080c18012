import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { AuthorizationTemplate } from '../../../contract/authorization.ts';
import type { Output } from '../../../contract/methods.ts';
import { callMethod } from '../../api/bridge.ts';
import { latestError } from '../../api/latest-error.ts';
import { methodKey, useHost } from '../../api/queries.ts';
import { takeDocument } from '../../shared/documents/take-document.ts';
import { useTemplate } from '../../shared/documents/use-template.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand, useTask } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import styles from './template-settings.module.css';

/** Hands a file to the core as the template. */
function useKeeping() {
  const { bridge } = useHost();
  const client = useQueryClient();
  const { t } = useTexts();
  return useTask<Output<'authorizations.setTemplate'>, File>(
    async (file) => {
      const { fileId } = await takeDocument(bridge, file);
      return callMethod(bridge, 'authorizations.setTemplate', { fileId });
    },
    {
      about: () => t('template.failed'),
      onDone: (kept) => client.setQueryData(methodKey('authorizations.template', {}), kept),
    },
  );
}

function Kept({ template }: { readonly template: AuthorizationTemplate }) {
  const { t, formats } = useTexts();
  return (
    <div className="z-preview" data-testid="template-kept">
      <IconFileTypePdf className={styles.icon} size={32} stroke={1.3} aria-hidden />
      <div className={styles.words}>
        <strong>{template.name}</strong>
        <span className="z-second z-small">
          {t('template.keptFacts', {
            size: formats.bytes(template.sizeBytes),
            when: formats.moment(template.keptAt),
          })}
        </span>
      </div>
    </div>
  );
}

/** The blank authorization from the service's panel that the office keeps for its companies. */
export function TemplateSettings() {
  const { t } = useTexts();
  const { template, copy, isCopying, error } = useTemplate();
  const keeping = useKeeping();
  const remove = useCommand('authorizations.removeTemplate', ['authorizations.template']);
  const failure = latestError(keeping, remove) ?? error;
  return (
    <Section title={t('template.title')} text={t('template.text')} testId="settings-template">
      {template ? <Kept template={template} /> : null}
      {failure === null ? null : <ErrorNotice error={failure} title={t('template.failed')} />}
      <div className="z-form-actions">
        {template ? (
          <Button variant="default" loading={isCopying} onClick={copy} data-testid="template-copy">
            {t('template.open')}
          </Button>
        ) : null}
        <FileChoice
          single
          label={t('template.fileInput')}
          testId="template-input"
          onFiles={([first]) => first !== undefined && keeping.mutate(first)}
        >
          {(open) => (
            <Button
              variant="default"
              loading={keeping.isPending}
              onClick={open}
              disabled={template === undefined}
            >
              {t(template ? 'template.replace' : 'template.choose')}
            </Button>
          )}
        </FileChoice>
        {template ? (
          <RemoveButton
            variant="subtle"
            text={t('template.remove')}
            confirm={t('company.removeConfirm')}
            loading={remove.isPending}
            testId="template-remove"
            onRemove={() => remove.mutate({})}
          />
        ) : null}
      </div>
    </Section>
  );
}
