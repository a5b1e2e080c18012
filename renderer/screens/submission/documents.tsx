import { Button } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconMail, IconPrinter } from '@tabler/icons-react';
import type { Input } from '../../../contract/methods.ts';
import {
  usePrintedReceipt,
  useReceipt,
  useReceiptDrag,
} from '../../shared/documents/use-receipt.ts';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';

type Part = Input<'submissions.document'>['part'];

interface DocumentsProps {
  readonly id: string;
  readonly hasAnswer: boolean;
  /** Whether the answer contained the ledger's own response. */
  readonly hasLedgerResponse: boolean;
}

const buttonLook = { variant: 'default', justify: 'space-between', fullWidth: true } as const;

/** The sent document and the answer, as files. */
export function Documents({ id, hasAnswer, hasLedgerResponse }: DocumentsProps) {
  const { t } = useTexts();
  const save = useSaveDocument('submissions.document', {
    about: () => t('submission.document.failed'),
  });
  const receipt = useReceipt();
  const print = usePrintedReceipt();
  const drag = useReceiptDrag();
  const parts: readonly Part[] = [
    'sent',
    ...(hasAnswer ? (['answer'] as const) : []),
    ...(hasLedgerResponse ? (['ledger_response'] as const) : []),
  ];
  return (
    <section
      className="z-panel z-side"
      aria-label={t('submission.documents')}
      data-testid="documents"
    >
      <h2 className="z-panel-title">{t('submission.documents')}</h2>
      {parts.map((part) => (
        <Button
          key={part}
          data-testid={`document-${part}`}
          {...buttonLook}
          rightSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending && save.variables.part === part}
          onClick={() => save.mutate({ id, part })}
        >
          {t(`submission.document.${part}`)}
        </Button>
      ))}
      <Button
        data-testid="submission-receipt"
        {...buttonLook}
        rightSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={receipt.isPending && receipt.variables.format === undefined}
        onClick={() => receipt.mutate({ submissionId: id })}
        {...drag({ submissionId: id })}
      >
        {t('batch.receipt')}
      </Button>
      <Button
        data-testid="submission-draft"
        {...buttonLook}
        rightSection={<IconMail size={16} aria-hidden />}
        loading={receipt.isPending && receipt.variables.format === 'eml'}
        onClick={() => receipt.mutate({ submissionId: id, format: 'eml' })}
      >
        {t('batch.draft')}
      </Button>
      {print === null ? null : (
        <Button
          data-testid="print-receipt"
          {...buttonLook}
          rightSection={<IconPrinter size={16} aria-hidden />}
          loading={print.isPending}
          onClick={() => print.mutate({ submissionId: id })}
        >
          {t('batch.receiptPrint')}
        </Button>
      )}
      {save.error === null ? null : (
        <ErrorNotice error={save.error.error} title={t('submission.document.failed')} />
      )}
    </section>
  );
}
