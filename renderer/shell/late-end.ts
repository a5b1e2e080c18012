import { createContext, useContext, useEffect, useRef } from 'react';
import type { CallFailure } from '../api/bridge.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { useNotify } from './notify.tsx';

/** Whether a part of a page is hidden, though it is still there. */
export const HiddenContext = createContext(false);

/** For calls that end after their dialog or page was closed: a note tells of a refusal then. */
export function useLateEnd() {
  const { i18n } = useTexts();
  const notify = useNotify();
  const isHidden = useContext(HiddenContext);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = !isHidden;
    return () => {
      isShown.current = false;
    };
  }, [isHidden]);
  return {
    isShown: () => isShown.current,
    tellRefusal: ({ error }: Pick<CallFailure, 'error'>, name: string) => {
      if (isShown.current) return;
      notify({ tone: 'bad', title: name, lines: [errorSentences(i18n, error).title] });
    },
  };
}
