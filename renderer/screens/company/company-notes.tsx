import { Button, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useUnsaved } from '../../shell/unsaved.ts';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** The office's notes on the company. Typed text is saved when the page is left, too. */
export function CompanyNotes({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const notify = useNotify();
  const [typed, setTyped] = useState<string | null>(null);
  const notes = typed ?? company.notes;
  const save = useCommand('companies.setNotes', ['companies.get'], { tells: 'none' });
  const isChanged = notes.trim() !== company.notes;
  useUnsaved(() => isChanged);
  const leave = useEffectEvent(() => {
    if (!isChanged) return;
    save.mutateAsync({ id: company.id, notes }).then(
      () => notify({ tone: 'good', lines: [t('company.notesKept', { name: company.fullName })] }),
      ({ error }: CallFailure) => {
        // Removing a company from the list removes its notes, too.
        if (error.code === 'company_unknown') return;
        notify({
          tone: 'bad',
          title: t('company.notesLost', { name: company.fullName }),
          lines: [notes],
        });
      },
    );
  });
  useEffect(() => () => leave(), []);
  return (
    <form
      className="z-panel z-section"
      aria-label={t('company.notes')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { id: company.id, notes },
          {
            onSuccess: (saved) => {
              setTyped((later) => (later?.trim() === saved.notes ? null : later));
              notify({ tone: 'good', lines: [t('app.saved')] });
            },
          },
        );
      }}
    >
      <Textarea
        label={t('company.notes')}
        description={t('company.notesHint')}
        rows={3}
        maxLength={5000}
        value={notes}
        data-testid="company-notes"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {save.error === null ? null : <ErrorNotice error={save.error.error} />}
      {isChanged ? (
        <div className="z-form-actions">
          <Button variant="default" type="submit" loading={save.isPending} data-testid="save-notes">
            {t('company.saveNotes')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
