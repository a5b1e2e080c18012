import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import type { Input } from '../../../contract/methods.ts';
import { goTo, parsePlace } from '../../router.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useCommand } from '../../shell/use-command.ts';
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

interface QuestionProps {
  readonly answer: Answer | null;
  readonly onAnswer: (answer: Answer | null) => void;
}

function Question({ answer, onAnswer }: QuestionProps) {
  const { t } = useTexts();
  return (
    <>
      <p className="z-second">{t('reconcile.text')}</p>
      <Radio.Group
        label={t('reconcile.legend')}
        value={answer}
        onChange={(value) => onAnswer(answers.find((candidate) => candidate === value) ?? null)}
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
    </>
  );
}

/**
 * Asks a person for the result of a company's registration without an answer; for a draft that the
 * service has already, only for its identifier.
 */
export function ReconcileDialog({ company, onClose }: ReconcileDialogProps) {
  const { t } = useTexts();
  const [isThere] = useState(company.state === 'draft');
  const [answer, setAnswer] = useState<Answer | null>(isThere ? 'there' : null);
  const [serviceId, setServiceId] = useState('');
  const [idChecked, setIdChecked] = useState(false);
  const reconcile = useCommand('companies.reconcile', ['companies.list', 'companies.get'], {
    about: () => t('reconcile.failed'),
    onDone: ({ company: kept }) => {
      // Its page has nothing more to show.
      const isOnPage = parsePlace(window.location.hash).id === company.id;
      if (kept === null && isOnPage) goTo('companies');
    },
  });
  const isComplete =
    answer !== null && (answer !== 'there' || (serviceId.trim() !== '' && idChecked));
  return (
    <Dialog
      onClose={onClose}
      title={
        isThere ? t('companyForm.titleTake') : t('reconcile.title', { name: company.fullName })
      }
      size="lg"
    >
      <DialogForm
        testId="reconcile-dialog"
        save={t('reconcile.save')}
        isComplete={isComplete}
        isSaving={reconcile.isPending}
        error={reconcile.error}
        errorTitle={t('reconcile.failed')}
        onClose={onClose}
        onSave={() => {
          if (!isComplete) return;
          const input = toInput(company.id, answer, serviceId.trim());
          reconcile.mutate(input, { onSuccess: onClose });
        }}
      >
        {isThere ? null : <Question answer={answer} onAnswer={setAnswer} />}
        {answer === 'there' ? (
          <>
            <TextInput
              label={t('companyForm.serviceId')}
              withAsterisk
              data-testid="reconcile-service-id"
              maxLength={200}
              value={serviceId}
              onChange={(event) => {
                setServiceId(event.currentTarget.value);
                setIdChecked(false);
              }}
            />
            <OverwriteWarning name={company.fullName} checked={idChecked} onChange={setIdChecked} />
          </>
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
