import { useEffect, useRef } from 'react';
import type { CallFailure } from '../api/bridge.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { useNotify } from './notify.tsx';

/** For calls that end after their dialog or page was left: a note tells of a refusal then. */
export function useLateEnd() {
  const { i18n } = useTexts();
  const notify = useNotify();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return {
    isShown: () => isShown.current,
    tellRefusal: ({ error }: Pick<CallFailure, 'error'>, name: string) => {
      if (isShown.current) return;
      notify({ tone: 'bad', title: name, lines: [errorSentences(i18n, error).title] });
    },
  };
}
