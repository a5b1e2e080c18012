import { Button, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import type { Input } from '../../../contract/methods.ts';
import { useCommand } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { OverwriteWarning } from './overwrite-warning.tsx';

const answers = ['there', 'draft', 'not_created'] as const;
type Answer = (typeof answers)[number];

interface ReconcileDialogProps {
  readonly company: Company;
  readonly onClose: () => void;
}

function toInput(id: string, answer: Answer, serviceId: string): Input<'companies.reconcile'> {
  return answer === 'there' ? { id, serviceId } : { id, decision: answer };
}

/** Asks a person what became of a company whose registration had no answer. */
export function ReconcileDialog({ company, onClose }: ReconcileDialogProps) {
  const { t } = useTexts();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [serviceId, setServiceId] = useState('');
  const [idChecked, setIdChecked] = useState(false);
  const reconcile = useCommand('companies.reconcile', ['companies.list', 'companies.get']);
  const isComplete = answer !== null && (answer !== 'there' || (serviceId.trim() !== '' && idChecked));
  return (
    <Dialog onClose={onClose} title={t('reconcile.title', { name: company.fullName })} size="lg">
      <form
        className="z-form"
        data-testid="reconcile-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete)
            reconcile.mutate(toInput(company.id, answer, serviceId.trim()), { onSuccess: onClose });
        }}
      >
        <p className="z-second">{t('reconcile.text')}</p>
        <Radio.Group
          label={t('reconcile.legend')}
          value={answer}
          onChange={(value) => setAnswer(answers.find((candidate) => candidate === value) ?? null)}
        >
          <div className="z-form z-radios">
            {answers.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`reconcile.${value}`)}
                description={t(`reconcile.${value}Hint`)}
              />
            ))}
          </div>
        </Radio.Group>
        {answer === 'there' ? (
          <>
            <TextInput
              label={t('companyForm.serviceId')}
              withAsterisk
              data-testid="reconcile-service-id"
              value={serviceId}
              onChange={(event) => setServiceId(event.currentTarget.value)}
            />
            <OverwriteWarning name={company.fullName} checked={idChecked} onChange={setIdChecked} />
          </>
        ) : null}
        {reconcile.error === null ? null : (
          <ErrorNotice error={reconcile.error.error} title={t('reconcile.failed')} />
        )}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete} loading={reconcile.isPending}>
            {t('reconcile.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
