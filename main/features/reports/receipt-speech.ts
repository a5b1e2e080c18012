import { formatMoment } from '../../../contract/formats.ts';
import type { Texts } from '../../platform/texts.ts';

/** What a receipt needs to speak. */
export interface Speech {
  readonly texts: Texts;
  say(key: string, params?: Readonly<Record<string, unknown>>): string;
  /** An instant in Bizkaia's time, to the second; what is not known is said so. */
  instant(iso: string | null): string;
  amount(decimal: string | null): string;
  known(value: string | null): string;
}

export function createSpeech(texts: Texts): Speech {
  const say: Speech['say'] = (key, params) => texts.say(`receipt.${key}`, params);
  const unknown = say('unknown');
  return {
    texts,
    say,
    instant: (iso) => (iso === null ? unknown : formatMoment(texts.language, new Date(iso), true)),
    amount: (decimal) => (decimal === null ? unknown : texts.euros(decimal)),
    known: (value) => (value === null || value === '' ? unknown : value),
  };
}
