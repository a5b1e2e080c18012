import { useCallback, useEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Not a search: nothing is lost with its words. */
const textField =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [readonly], [data-search])';
const refusal = '[role="alert"][tabindex], [aria-invalid="true"]';

/** Whether a dialog's fields have typed text that was not sent yet, or was refused. */
export function useTypedText(box: HTMLElement | null): () => boolean {
  const typed = useRef(new Set<TextField>());
  const isSent = useRef(false);
  useEffect(() => {
    if (box === null) return;
    const stop = new AbortController();
    const on = { capture: true, signal: stop.signal } as const;
    const write = ({ target }: Event) => {
      isSent.current = false;
      if (target instanceof Element && target.matches(textField))
        typed.current.add(target as TextField);
    };
    const send = () => {
      isSent.current = true;
    };
    box.addEventListener('input', write, on);
    box.addEventListener('submit', send, on);
    return () => stop.abort();
  }, [box]);
  return useCallback(() => {
    const hasText = [...typed.current].some((field) => field.isConnected && field.value !== '');
    return hasText && !(isSent.current && box?.querySelector(refusal) === null);
  }, [box]);
}
