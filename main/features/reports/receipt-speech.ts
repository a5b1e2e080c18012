import { formatDay, formatMoment } from '../../../contract/formats.ts';
import type { Texts } from '../../platform/texts.ts';

/** Language and formats of a receipt. */
export type Speech = ReturnType<typeof createSpeech>;

/** `24-11-2026 15:04:26` in the one form of a day and a time; anything else stays as it is. */
function writeLedgerMoment(texts: Texts, value: string): string {
  const parts = /^(\d\d)-(\d\d)-(\d{4})(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(value.trim());
  if (parts === null) return value;
  const [, day, month, year, time] = parts;
  const written = formatDay(texts.language, `${year}-${month}-${day}`);
  return time === undefined ? written : `${written}, ${time}`;
}

export function createSpeech(texts: Texts) {
  const say = (key: string, params?: Readonly<Record<string, unknown>>) =>
    texts.say(`receipt.${key}`, params);
  const unknown = say('unknown');
  return {
    texts,
    say,
    /** An instant in Bizkaia's time, to the second; an unknown one is called unknown. */
    instant: (iso: string | null) =>
      iso === null ? unknown : formatMoment(texts.language, new Date(iso), true),
    /** A moment as the LROE writes it (`24-11-2026 15:04:26`), in Bizkaia's time. */
    ledgerMoment: (value: string | null) =>
      value === null || value === '' ? unknown : writeLedgerMoment(texts, value),
    amount: (decimal: string | null) => (decimal === null ? unknown : texts.euros(decimal)),
    known: (value: string | null) => (value === null || value === '' ? unknown : value),
  };
}
