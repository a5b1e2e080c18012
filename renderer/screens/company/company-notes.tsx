import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useCommand } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { Section } from '../settings/section.tsx';

/** What the office wants to remember of a company; it goes nowhere else. */
export function CompanyNotes({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const notify = useNotify();
  const [notes, setNotes] = useState(company.notes);
  const save = useCommand('companies.setNotes', ['companies.get']);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const onSuccess = () => notify({ tone: 'good', lines: [t('companyPage.notesSaved')] });
    save.mutate({ id: company.id, notes }, { onSuccess });
  }
  return (
    <Section title={t('companyPage.notes')} text={t('companyPage.notesHint')} testId="company-notes">
      <form className="z-form" onSubmit={submit}>
        <Textarea
          aria-label={t('companyPage.notes')}
          rows={4}
          maxLength={5000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {save.error === null ? null : <ErrorNotice error={save.error.error} />}
        <div className="z-form-actions">
          <Button variant="default" type="submit" loading={save.isPending} disabled={notes === company.notes}>
            {t('companyPage.saveNotes')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
