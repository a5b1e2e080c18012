import { issueSentences } from '../../sentences.ts';
import { useTexts } from '../../texts.ts';
import { fieldKey } from './record-texts.ts';
import type { RecordIssue } from './use-modification.ts';

/** An element name of two or more words; shorter names are ordinary words. */
const elementName = /[«“]?\b((?:[A-Z][a-z]+){2,}[A-Za-z]*)\b[»”]?/g;

/** A sentence with the field names of this page; `labelOf` is null for other words. */
export function withLabels(
  sentence: string,
  labelOf: (name: string) => string | null,
  quotes: readonly [string, string],
): string {
  return sentence.replaceAll(elementName, (written, name: string) => {
    const label = labelOf(name);
    return label === null ? written : `${quotes[0]}${label}${quotes[1]}`;
  });
}

/** Faults of how a number is written, whose sentences are about XML: the form writes the number. */
const numberFaults: ReadonlySet<string> = new Set([
  'schema_decimal_comma',
  'schema_amount',
  'schema_percentage',
]);

export const isOfNumber = ({ code }: RecordIssue): boolean => numberFaults.has(code);

/** The errors of a place in words, or what else to check there; null without any. */
export function useIssueWords() {
  const { t, i18n, formats } = useTexts();
  const labelOf = (name: string) => {
    const key = fieldKey(name);
    return i18n.exists(key) ? t(key) : null;
  };
  const quotes = formats.language === 'en' ? (['“', '”'] as const) : (['«', '»'] as const);
  return (issues: readonly RecordIssue[] | undefined, isError: boolean): string | null => {
    const said = (issues ?? [])
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((issue) => {
        if (isOfNumber(issue)) return t('record.numberHint');
        const { title, message, hint } = issueSentences(i18n, issue);
        const sentences = [message ?? title, hint].filter((part) => part !== null);
        return withLabels(sentences.join(' '), labelOf, quotes);
      });
    return said.length === 0 ? null : [...new Set(said)].join(' ');
  };
}
