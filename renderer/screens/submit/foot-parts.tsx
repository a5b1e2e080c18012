import { Button } from '@mantine/core';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { batchHash, placeHash } from '../../router.ts';
import { type CompanyProposal, proposeCompanies } from '../../shared/companies/company-proposal.ts';
import { lastBatch, type SendSummary, standingOf } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import type { useFixAll } from './fixes/fix-all.tsx';

/** What the buttons of each foot do. */
export interface FootActs {
  readonly onCreate: (proposals: readonly CompanyProposal[]) => void;
  readonly fixes: Pick<ReturnType<typeof useFixAll>, 'fixable' | 'fix'>;
  readonly onRemove: (files: readonly WorklistFile[], onDone?: () => void) => void;
  readonly isRemoving: boolean;
}

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
  onCreate,
}: {
  readonly summary: SendSummary;
  readonly primary: boolean;
  readonly onCreate: (proposals: readonly CompanyProposal[]) => void;
}) {
  const { t } = useTexts();
  const proposals = proposeCompanies(summary.newCompanies);
  const count = proposals.length;
  if (count === 0) return null;
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      onClick={() => onCreate(proposals)}
      data-testid="create-companies"
    >
      {t('submit.createCompanies', { count })}
    </Button>
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
  const { t } = useTexts();
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
      {t('submit.authorizations', { count })}
    </Button>
  );
}
