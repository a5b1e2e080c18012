import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useCommand } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

/** What the office wants to remember of the company. */
export function CompanyNotes({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const notify = useNotify();
  const [notes, setNotes] = useState(company.notes);
  const save = useCommand('companies.setNotes', ['companies.get']);
  const isChanged = notes.trim() !== company.notes;
  return (
    <form
      className="z-panel z-section"
      aria-label={t('company.notes')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { id: company.id, notes },
          { onSuccess: () => notify({ tone: 'good', lines: [t('app.saved')] }) },
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
        onChange={(event) => setNotes(event.currentTarget.value)}
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
