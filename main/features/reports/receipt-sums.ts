import { sumAmounts } from '../../../contract/money.ts';
import { type ShownState, shownStateOf } from '../../../contract/shown-state.ts';
import type { ReceiptFile } from './receipt.ts';
import type { Speech } from './receipt-speech.ts';
import type { Fact } from './receipt-words.ts';

const order: readonly ShownState[] = [
  ...(['accepted', 'accepted_with_errors', 'partially_accepted'] as const),
  ...(['rejected', 'unknown', 'queued_there'] as const),
  ...(['failed', 'cancelled', 'sending', 'queued'] as const),
];

/**
 * The sums of a company's files; that of the amounts over the files that give one. A file that was
 * sent again counts with its last outcome.
 */
export function sumFacts(all: readonly ReceiptFile[], speech: Speech): readonly Fact[] {
  const { say, texts } = speech;
  const files = all.filter(({ isRepeated }) => !isRepeated).map(({ submission }) => submission);
  const amounts = files.flatMap(({ totals }) => totals.amount ?? []);
  const isPartial = amounts.length > 0 && amounts.length < files.length;
  const partial = isPartial ? ` (${say('amountPartial')})` : '';
  const results = order.flatMap((state) => {
    const count = files.filter((file) => shownStateOf(file) === state).length;
    return count === 0 ? [] : [`${say(`state.${state}`)}: ${texts.number(count)}`];
  });
  return [
    [say('files'), texts.number(files.length)],
    [say('records'), texts.number(files.reduce((sum, { records }) => sum + records, 0))],
    [say('amountOfFiles'), speech.amount(sumAmounts(amounts)) + partial],
    [say('results'), results.join(' · ')],
  ];
}
