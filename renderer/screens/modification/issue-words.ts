import { issueSentences } from '../../sentences.ts';
import { useTexts } from '../../texts.ts';
import type { RecordIssue } from './use-modification.ts';

/** Says the errors of a place, or what else is to be looked at there; null without any. */
export function useIssueWords() {
  const { i18n } = useTexts();
  return (issues: readonly RecordIssue[] | undefined, isError: boolean): string | null => {
    const said = (issues ?? [])
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((issue) => {
        const { title, message, hint } = issueSentences(i18n, issue);
        return [message ?? title, hint].filter((part) => part !== null).join(' ');
      });
    return said.length === 0 ? null : [...new Set(said)].join(' ');
  };
}
