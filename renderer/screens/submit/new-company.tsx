import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { type CompanyProposal, proposeCompanies } from '../../shared/companies/company-proposal.ts';
import { standingOf } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { laterDialog } from '../../ui/later-component.tsx';
import { Notice } from '../../ui/notice.tsx';

const CompanyDialog = laterDialog(
  async () => (await import('../../shared/companies/company-dialog.tsx')).CompanyDialog,
);

/** Offers to create the company of a file; its dialog stays when the company exists meanwhile. */
export function NewCompany({ file }: { readonly file: WorklistFile }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<readonly CompanyProposal[] | null>(null);
  const proposals = standingOf(file) === 'newCompany' ? proposeCompanies([file]) : [];
  const [proposal] = proposals;
  return (
    <>
      {proposal === undefined ? null : (
        <Notice
          tone="amber"
          testId="new-company"
          title={t('panel.newCompanyTitle')}
          text={t('panel.newCompanyText', { name: proposal.fullName, taxId: proposal.taxId })}
          actions={
            <Button
              variant="default"
              onClick={() => setAsked(proposals)}
              data-testid="create-from-file"
            >
              {t('panel.newCompanyAction')}
            </Button>
          }
        />
      )}
      {asked === null ? null : <CompanyDialog proposals={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
