import { formatDay, formatMoment } from '../../../contract/formats.ts';
import type { Texts } from '../../platform/texts.ts';

/** Language and formats of a receipt. */
export interface Speech {
  readonly texts: Texts;
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
  /** An instant in Bizkaia's time, to the second; an unknown one is called unknown. */
  instant(iso: string | null): string;
  /** A moment as the LROE writes it (`24-11-2026 15:04:26`), in Bizkaia's time. */
  ledgerMoment(value: string | null): string;
  amount(decimal: string | null): string;
  known(value: string | null): string;
}

/** `24-11-2026 15:04:26` in the one form of a day and a time; anything else stays as it is. */
function writeLedgerMoment(texts: Texts, value: string): string {
  const parts = /^(\d\d)-(\d\d)-(\d{4})(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(value.trim());
  if (parts === null) return value;
  const [, day, month, year, time] = parts;
  const written = formatDay(texts.language, `${year}-${month}-${day}`);
  return time === undefined ? written : `${written}, ${time}`;
}

export function createSpeech(texts: Texts): Speech {
  const say: Speech['say'] = (key, params) => texts.say(`receipt.${key}`, params);
  const unknown = say('unknown');
  return {
    texts,
    say,
    instant: (iso) => (iso === null ? unknown : formatMoment(texts.language, new Date(iso), true)),
    ledgerMoment: (value) =>
      value === null || value === '' ? unknown : writeLedgerMoment(texts, value),
    amount: (decimal) => (decimal === null ? unknown : texts.euros(decimal)),
    known: (value) => (value === null || value === '' ? unknown : value),
  };
}
