import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { batchHash, placeHash } from '../../router.ts';
import { proposeCompanies } from '../../shared/companies/company-proposal.ts';
import { lastBatch, type SendSummary, standingOf } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { laterDialog } from '../../ui/later-component.tsx';

const CompanyDialog = laterDialog(
  async () => (await import('../../shared/companies/company-dialog.tsx')).CompanyDialog,
);

/** The summary of the files that were sent last. */
export function LastBatch({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t } = useTexts();
  const batch = lastBatch(files);
  if (batch === null) return null;
  return (
    <a className="z-small" href={batchHash(batch)} data-testid="open-batch">
      {t('batch.last')}
    </a>
  );
}

/** Offers to create the companies that files of the list wait for. */
export function NewCompanies({
  summary,
  primary,
}: {
  readonly summary: SendSummary;
  readonly primary: boolean;
}) {
  const { t, formats } = useTexts();
  const [opened, setOpened] = useState(false);
  const proposals = proposeCompanies(summary.newCompanies);
  const count = proposals.length;
  if (count === 0) return null;
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        onClick={() => setOpened(true)}
        data-testid="create-companies"
      >
        {t('submit.createCompanies', { count, formatted: formats.count(count) })}
      </Button>
      {opened ? <CompanyDialog proposals={proposals} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

/** Leads to the page for the authorizations of several companies. */
export function Unauthorized({
  files,
  primary,
}: {
  readonly files: readonly WorklistFile[];
  readonly primary: boolean;
}) {
  const { t, formats } = useTexts();
  const waiting = files.filter((file) => standingOf(file) === 'noAuthorization');
  const count = new Set(waiting.map(({ company }) => company?.id)).size;
  if (count === 0) return null;
  return (
    <Button
      component="a"
      variant={primary ? 'filled' : 'default'}
      href={placeHash('companies', 'authorizations')}
      data-testid="see-authorizations"
    >
      {t('submit.authorizations', { count, formatted: formats.count(count) })}
    </Button>
  );
}
