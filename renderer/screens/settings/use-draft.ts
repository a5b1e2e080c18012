import { useEffect, useEffectEvent, useState } from 'react';

/** Of each drawn draft, whether it is typed. */
const drafts = new Set<() => boolean>();

/** Whether there is unsaved text in Settings. */
export const hasDraft = (): boolean => [...drafts].some((isTyped) => isTyped());

export interface Draft<Value> {
  /** The fields' values: typed, else saved. */
  readonly value: Value;
  /** Whether there is unsaved text. */
  readonly isTyped: boolean;
  readonly type: (value: Value) => void;
  /** Call after `sent` has been saved and read again: later typing stays. */
  readonly saved: (sent: Value) => void;
}

/**
 * Typed values over saved ones; typed values stay when the saved ones are read again. Values are
 * compared by identity, so each typed one is new.
 */
export function useDraft<Value>(saved: Value): Draft<Value> {
  const [typed, setTyped] = useState<{ readonly value: Value } | null>(null);
  const isTypedNow = useEffectEvent(() => typed !== null);
  useEffect(() => {
    const isTyped = () => isTypedNow();
    drafts.add(isTyped);
    return () => void drafts.delete(isTyped);
  }, []);
  return {
    value: typed === null ? saved : typed.value,
    isTyped: typed !== null,
    type: (value) => setTyped({ value }),
    saved: (sent) => setTyped((now) => (now !== null && Object.is(now.value, sent) ? null : now)),
  };
}
