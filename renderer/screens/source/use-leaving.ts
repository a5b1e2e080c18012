import { type RefObject, useEffect, useRef, useState } from 'react';

/** Where the person was about to go when she was asked; null: she closes the dialog. */
interface Asking {
  readonly hash: string | null;
}

/** Asks before edits are lost, whichever way the person leaves: by closing the dialog, going elsewhere in the window, or closing the window. */
export function useLeaving(isDirty: boolean, mayClose: RefObject<() => boolean>, onLeave: () => void) {
  const [asking, setAsking] = useState<Asking | null>(null);
  // Once it is decided, what follows must not ask again.
  const isDecided = useRef(false);
  useEffect(() => {
    mayClose.current = () => {
      if (isDirty && !isDecided.current) setAsking({ hash: null });
      return !isDirty || isDecided.current;
    };
    if (!isDirty) return;
    const holdWindow = (event: BeforeUnloadEvent) => event.preventDefault();
    // Heard before the screens hear it: they would be gone.
    const holdPlace = (event: HashChangeEvent) => {
      if (isDecided.current) return;
      event.stopImmediatePropagation();
      window.history.replaceState(window.history.state, '', event.oldURL);
      setAsking({ hash: new URL(event.newURL).hash });
    };
    window.addEventListener('beforeunload', holdWindow);
    window.addEventListener('hashchange', holdPlace, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', holdWindow);
      window.removeEventListener('hashchange', holdPlace, { capture: true });
    };
  }, [isDirty, mayClose]);
  const decide = () => {
    isDecided.current = true;
    onLeave();
  };
  return {
    isAsking: asking !== null,
    stay: () => setAsking(null),
    /** The edits have been saved. */
    decide,
    /** The edits are given up. */
    leave: () => {
      decide();
      if (asking?.hash) window.location.hash = asking.hash;
    },
  };
}
