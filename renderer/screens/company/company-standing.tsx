import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, placeHash } from '../../router.ts';
import { errorSentences } from '../../sentences.ts';
import { ReconcileDialog } from '../../shared/companies/reconcile-dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';

function Archived({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const unarchive = useCommand('companies.unarchive', ['companies.get', 'companies.list'], {
    about: () => company.fullName,
    tells: 'all',
  });
  return (
    <Notice
      tone="grey"
      testId="company-archived"
      title={t('company.archivedTitle')}
      text={t('company.archivedText')}
      actions={
        <Button
          variant="default"
          loading={unarchive.isPending}
          onClick={() => unarchive.mutate({ id: company.id })}
          data-testid="company-unarchive"
        >
          {t('company.unarchive')}
        </Button>
      }
    />
  );
}

/** Removes a draft with its data. */
function RemoveDraft({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const remove = useCommand('companies.remove', ['companies.list'], {
    about: () => company.fullName,
    onDone: () => goTo('companies'),
  });
  return (
    <>
      <RemoveButton
        text={t('company.remove')}
        confirm={t('company.removeConfirm')}
        title={t('company.removeText')}
        loading={remove.isPending}
        testId="company-remove"
        onRemove={() => remove.mutate({ id: company.id })}
      />
      {remove.error === null ? null : <ErrorNotice error={remove.error.error} />}
    </>
  );
}

function Draft({ company }: { readonly company: Company }) {
  const { t, i18n } = useTexts();
  const create = useCommand('companies.createDrafts', [
    'companies.get',
    'companies.list',
    'companies.getJob',
  ]);
  const [isThere, setIsThere] = useState(false);
  const { failure } = company;
  const words = failure === null ? null : errorSentences(i18n, failure);
  return (
    <>
      {create.error === null ? null : <ErrorNotice error={create.error.error} />}
      <Notice
        tone={failure === null ? 'accent' : 'red'}
        testId="company-draft"
        title={words?.title ?? t('company.draftTitle')}
        text={
          words === null ? (
            t('company.draftText')
          ) : (
            <>
              {words.message === null ? null : <p>{words.message}</p>}
              {words.hint === null ? null : <p>{words.hint}</p>}
            </>
          )
        }
        actions={
          <>
            <RemoveDraft company={company} />
            {failure?.code === 'company_exists' ? (
              <Button
                variant="default"
                onClick={() => setIsThere(true)}
                data-testid="company-exists"
              >
                {t('companyForm.inService')}
              </Button>
            ) : null}
            <Button
              loading={create.isPending}
              onClick={() => create.mutate({ ids: [company.id] })}
              data-testid="company-register"
            >
              {t('company.register')}
            </Button>
          </>
        }
      />
      {isThere ? <ReconcileDialog company={company} onClose={() => setIsThere(false)} /> : null}
    </>
  );
}

function CreationUnknown({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  // An answer that was not understood is kept: a corrected profile may read it.
  const kept = useMethod('profile.try', { call: 'createCompany', taxId: company.taxId });
  const isAnswered = (kept.data?.answer ?? null) !== null;
  return (
    <>
      <Notice
        tone="violet"
        testId="company-unknown"
        title={t('company.unknownTitle')}
        text={t(isAnswered ? 'company.unknownAnswer' : 'company.unknownText')}
        actions={
          <>
            <Button onClick={() => setOpened(true)}>{t('reconcile.open')}</Button>
            {isAnswered ? (
              <Button component="a" href={placeHash('settings', 'profile')} variant="default">
                {t('profile.title')}
              </Button>
            ) : null}
          </>
        }
      />
      {opened ? <ReconcileDialog company={company} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

/** The obstacles to sending for this company, one notice each, with its remedy. */
export function CompanyStanding({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  return (
    <>
      {company.archivedAt === null ? null : <Archived company={company} />}
      {company.canSubmit ? null : (
        <Notice
          tone="amber"
          testId="company-outside"
          title={t('company.outsideTitle')}
          text={t('company.outsideText', { territory: company.territoryName })}
        />
      )}
      {company.state === 'draft' && company.archivedAt === null ? (
        <Draft company={company} />
      ) : null}
      {company.state === 'creating' ? (
        <Notice tone="accent" title={t('company.draftTitle')} text={t('company.creatingText')} />
      ) : null}
      {company.state === 'creation_unknown' ? <CreationUnknown company={company} /> : null}
    </>
  );
}
