import { useCallback } from 'react';
import type { CallFailure } from '../api/bridge.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { useNotify } from './notify.tsx';

/** Says why the core refused a press that has no place of its own for an error. */
export function useNotifyRefusal(): (failure: CallFailure) => void {
  const { i18n } = useTexts();
  const notify = useNotify();
  return useCallback(
    ({ error }) => notify({ tone: 'bad', lines: [errorSentences(i18n, error).title] }),
    [i18n, notify],
  );
}
