import { Button } from '@mantine/core';
import { useMethod } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CompanyFields } from './company-fields.tsx';
import type { CompanyProposal } from './company-proposal.ts';
import { useCompanyDrafts } from './use-company-drafts.ts';

interface CompanyDialogProps {
  readonly proposals: readonly CompanyProposal[];
  readonly onClose: () => void;
}

/**
 * Creates one or more companies, with data from files or empty; shows everything before anything is
 * created.
 */
export function CompanyDialog({ proposals, onClose }: CompanyDialogProps) {
  const { t } = useTexts();
  const territories = useMethod('territories.list', {});
  const form = useCompanyDrafts(proposals, territories.data ?? [], onClose);
  const close = () => {
    form.cancel();
    onClose();
  };
  const count = form.drafts.length;
  const open = form.drafts.filter(({ isKept }) => !isKept).length;
  // Only a single one may be taken from the service; then nothing is created there.
  const takes = count === 1 && form.drafts[0]?.inService === true;
  const title = count === 1 ? t('companyForm.titleOne') : t('companyForm.titleMany', { count });
  return (
    <Dialog onClose={close} title={takes ? t('companyForm.titleTake') : title} size="xl">
      <form
        className="z-form"
        data-testid="company-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="z-second">
          {takes ? t('companyForm.textTake') : t('companyForm.text', { count })}
        </p>
        {territories.error === null ? null : (
          <ErrorNotice
            error={territories.error.error}
            title={t('companyForm.territoriesMissing')}
            onRetry={() => void territories.refetch()}
          />
        )}
        {territories.isPending ? (
          <SkeletonRows rows={4} label={t('app.loading')} />
        ) : (
          <div className={count === 1 ? 'z-form' : 'z-scroll-list z-form'}>
            {form.drafts.map((draft) => (
              // What is created is what is shown: it cannot change meanwhile.
              <div key={draft.key} className="z-contents" inert={form.isSaving}>
                <CompanyFields
                  isAlone={count === 1}
                  mayExist={count === 1}
                  draft={draft}
                  territories={territories.data ?? []}
                  showFaults={form.showFaults}
                  onChange={(change) => form.change(draft.key, change)}
                />
              </div>
            ))}
          </div>
        )}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={close}>
            {t(open === 0 ? 'app.close' : 'app.cancel')}
          </Button>
          {open === 0 ? null : (
            <Button
              type="submit"
              loading={form.isSaving}
              disabled={territories.isPending}
              data-testid="company-save"
            >
              {takes ? t('companyForm.take') : t('companyForm.create', { count: open })}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
