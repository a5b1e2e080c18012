import { useState } from 'react';

export interface Draft<Value> {
  /** What the fields show: what was typed, or else what is saved. */
  readonly value: Value;
  /** Whether anything was typed that is not saved. */
  readonly isTyped: boolean;
  readonly type: (value: Value) => void;
  /** To be called when `sent` has been saved and read again: what was typed since then stays. */
  readonly saved: (sent: Value) => void;
}

/**
 * What is typed over a saved value; it stays whatever comes back meanwhile. Values are compared as
 * they are, so what is typed is a new one each time.
 */
export function useDraft<Value>(saved: Value): Draft<Value> {
  const [typed, setTyped] = useState<{ readonly value: Value } | null>(null);
  return {
    value: typed === null ? saved : typed.value,
    isTyped: typed !== null,
    type: (value) => setTyped({ value }),
    saved: (sent) => setTyped((now) => (now !== null && Object.is(now.value, sent) ? null : now)),
  };
}
