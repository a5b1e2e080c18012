import { type DragEvent, useCallback, useMemo, useRef } from 'react';
import type { Input } from '../../../contract/methods.ts';
import { CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTask } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { decodeBase64 } from './document-download.ts';
import { useSaveDocument } from './use-save-document.ts';

type Order = Input<'reports.receipt'>;

/** A receipt in the language of the window, which may be its own. */
function useOrder(): (order: Order) => Order {
  const { language } = useTexts().formats;
  return useCallback((order) => ({ ...order, language }), [language]);
}

/** Makes a receipt, or the draft of a message with it, and saves it as a file. */
export function useReceipt() {
  const { t } = useTexts();
  const notify = useNotify();
  const toOrder = useOrder();
  const save = useSaveDocument('reports.receipt', {
    about: () => t('batch.receiptFailed'),
    tells: 'all',
    onDone: ({ name, saved }, { format }) => {
      if (!saved) return;
      const text = t(format === 'eml' ? 'batch.draftSaved' : 'batch.receiptSaved', { name });
      notify({ tone: 'good', lines: [text] });
    },
  });
  return { ...save, mutate: (order: Order) => save.mutate(toOrder(order)) };
}

/** Prints a receipt by the system's dialog; null where a person prints it from the browser. */
export function usePrintedReceipt() {
  const { bridge } = useHost();
  const toOrder = useOrder();
  const print = useTask<void, Order>(
    async (order) => {
      const input = { ...toOrder(order), format: 'html' } as const;
      const reply = await bridge.save?.({ method: 'reports.receipt', input, prints: true });
      if (reply?.ok === false) throw new CallFailure(reply.error);
    },
    { tells: 'all' },
  );
  return bridge.save === undefined ? null : print;
}

/**
 * Lets receipts be dragged out of the window as files. Each is made when the pointer comes near;
 * the desktop takes an address in memory.
 */
export function useReceiptDrag() {
  const { bridge } = useHost();
  const toOrder = useOrder();
  const made = useRef(new Map<string, string | null>());
  return useMemo(() => {
    const keyOf = (order: Order) => JSON.stringify(toOrder(order));
    return (order: Order) => ({
      draggable: true,
      onPointerEnter: () => {
        const key = keyOf(order);
        if (made.current.has(key)) return;
        made.current.set(key, null);
        callMethod(bridge, 'reports.receipt', toOrder(order)).then(
          ({ name, mediaType, contentBase64 }) => {
            const bytes = decodeBase64(contentBase64);
            const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
            made.current.set(key, `${mediaType}:${name}:${address}`);
            // A later submission changes the receipt: it is made again a while later.
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
  }, [bridge, toOrder]);
}
