import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useMemo, useRef } from 'react';
import type { Input, Output } from '../../../contract/methods.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { decodeBase64, saveDocument } from './document-download.ts';

type Order = Input<'reports.receipt'>;

/** Has a receipt, or the draft of a message with it, made and hands it to the person as a file. */
export function useReceipt() {
  const { t, i18n } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  return useMutation<Output<'reports.receipt'>, CallFailure, Order>({
    mutationFn: (order) => callMethod(bridge, 'reports.receipt', order),
    onSuccess: (receipt, { format }) => {
      saveDocument(receipt);
      const { name } = receipt;
      const text = t(format === 'eml' ? 'batch.draftSaved' : 'batch.receiptSaved', { name });
      notify({ tone: 'good', lines: [text] });
    },
    onError: ({ error }) =>
      notify({
        tone: 'bad',
        title: t('batch.receiptFailed'),
        lines: [errorSentences(i18n, error).title],
      }),
  });
}

/**
 * Lets receipts be dragged out of the window as files: each is made when the pointer comes near,
 * and an address in memory is what the desktop takes.
 */
export function useReceiptDrag() {
  const { bridge } = useHost();
  const made = useRef(new Map<string, string | null>());
  return useMemo(() => {
    const keyOf = (order: Order) => JSON.stringify(order);
    return (order: Order) => ({
      draggable: true,
      onPointerEnter: () => {
        const key = keyOf(order);
        if (made.current.has(key)) return;
        made.current.set(key, null);
        callMethod(bridge, 'reports.receipt', order).then(
          ({ name, mediaType, contentBase64 }) => {
            const bytes = decodeBase64(contentBase64);
            const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
            made.current.set(key, `${mediaType}:${name}:${address}`);
            // What is sent meanwhile changes the receipt: it is made anew a while later.
            setTimeout(() => {
              made.current.delete(key);
              URL.revokeObjectURL(address);
            }, 60_000);
          },
          () => made.current.delete(key),
        );
      },
      onDragStart: (event: DragEvent) => {
        const file = made.current.get(keyOf(order));
        if (file == null) return event.preventDefault();
        event.dataTransfer.effectAllowed = 'copy';
        event.dataTransfer.setData('DownloadURL', file);
      },
    });
  }, [bridge]);
}
