import { sumAmounts } from '../../../contract/money.ts';
import { type ShownState, shownStateOf } from '../../../contract/shown-state.ts';
import type { ReceiptFile } from './receipt.ts';

/** The sums of a company's files. A file that was sent again counts with its last outcome. */
interface ReceiptSums {
  readonly files: number;
  readonly records: number;
  /** Decimal string over the files that give an amount; null when none does. */
  readonly amount: string | null;
  /** Whether some of them give none. */
  readonly amountIsPartial: boolean;
  readonly states: readonly { readonly state: ShownState; readonly files: number }[];
}

const order: readonly ShownState[] = [
  ...(['accepted', 'accepted_with_errors', 'partially_accepted'] as const),
  ...(['rejected', 'unknown', 'queued_there'] as const),
  ...(['failed', 'cancelled', 'sending', 'queued'] as const),
];

export function sumReceipt(all: readonly ReceiptFile[]): ReceiptSums {
  const files = all.filter(({ isRepeated }) => !isRepeated).map(({ submission }) => submission);
  const amounts = files.flatMap(({ totals }) => totals.amount ?? []);
  return {
    files: files.length,
    records: files.reduce((sum, { records }) => sum + records, 0),
    amount: sumAmounts(amounts),
    amountIsPartial: amounts.length > 0 && amounts.length < files.length,
    states: order
      .map((state) => ({
        state,
        files: files.filter((file) => shownStateOf(file) === state).length,
      }))
      .filter((each) => each.files > 0),
  };
}
