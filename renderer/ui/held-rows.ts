import { useEffect, useState } from 'react';

/**
 * The rows as they were while a button is pressed on them: the press ends on the row where it
 * began, even if the list changes meanwhile.
 */
export function useHeldRows<Row>(rows: readonly Row[]): {
  readonly rows: readonly Row[];
  readonly hold: () => void;
} {
  const [held, setHeld] = useState<readonly Row[] | null>(null);
  useEffect(() => {
    if (held === null) return;
    // The click comes after the button is up.
    const release = () => void setTimeout(() => setHeld(null));
    const stop = new AbortController();
    for (const type of ['pointerup', 'pointercancel', 'blur'])
      window.addEventListener(type, release, { signal: stop.signal });
    return () => stop.abort();
  }, [held]);
  return { rows: held ?? rows, hold: () => setHeld(rows) };
}
