import { useCallback, useEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Neither a search nor a passphrase: nothing is lost with those. */
const textField =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="password"], [readonly], [data-search])';
const refusal = '[role="alert"][tabindex], [aria-invalid="true"]';

/** Whether a dialog's fields have typed text that was not sent yet, or was refused. */
export function useTypedText(box: HTMLElement | null): () => boolean {
  /** Each field that was typed in, with its text before. */
  const typed = useRef(new Map<TextField, string>());
  const isSent = useRef(false);
  useEffect(() => {
    if (box === null) return;
    const stop = new AbortController();
    const on = { capture: true, signal: stop.signal } as const;
    const begin = ({ target }: Event) => {
      if (!(target instanceof Element && target.matches(textField))) return;
      const field = target as TextField;
      typed.current.set(field, typed.current.get(field) ?? field.value);
    };
    const write = () => {
      isSent.current = false;
    };
    const send = () => {
      isSent.current = true;
    };
    box.addEventListener('beforeinput', begin, on);
    box.addEventListener('input', write, on);
    box.addEventListener('submit', send, on);
    return () => stop.abort();
  }, [box]);
  return useCallback(() => {
    const hasText = [...typed.current].some(
      ([field, before]) => field.isConnected && field.value !== '' && field.value !== before,
    );
    return hasText && !(isSent.current && box?.querySelector(refusal) === null);
  }, [box]);
}
