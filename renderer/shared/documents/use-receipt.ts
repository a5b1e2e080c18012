import { useMutation } from '@tanstack/react-query';
import type { Input, Output } from '../../../contract/methods.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { saveDocument } from './document-download.ts';

/** Has a receipt made and hands it to the person as a file. */
export function useReceipt() {
  const { t, i18n } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  return useMutation<Output<'reports.receipt'>, CallFailure, Input<'reports.receipt'>>({
    mutationFn: (order) => callMethod(bridge, 'reports.receipt', order),
    onSuccess: (receipt) => {
      saveDocument(receipt);
      notify({ tone: 'good', lines: [t('batch.receiptSaved', { name: receipt.name })] });
    },
    onError: ({ error }) =>
      notify({
        tone: 'bad',
        title: t('batch.receiptFailed'),
        lines: [errorSentences(i18n, error).title],
      }),
  });
}
