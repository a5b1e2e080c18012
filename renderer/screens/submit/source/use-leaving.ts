import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Where the person was going when asked; null: closing the dialog. */
interface Asking {
  readonly hash: string | null;
}

/**
 * Asks before edits are lost, however the person leaves: closing the dialog, going elsewhere in the
 * window, or closing the window.
 */
export function useLeaving(
  hasEdits: () => boolean,
  mayClose: RefObject<() => boolean>,
  onLeave: () => void,
) {
  const [asking, setAsking] = useState<Asking | null>(null);
  // After a decision, the next steps must not ask again.
  const isDecided = useRef(false);
  // The editor is asked at that moment: recent typing counts.
  const isAtStake = useEffectEvent(() => !isDecided.current && hasEdits());
  useEffect(() => {
    mayClose.current = () => {
      const stake = isAtStake();
      if (stake) setAsking({ hash: null });
      return !stake;
    };
    const holdWindow = (event: BeforeUnloadEvent) => {
      if (isAtStake()) event.preventDefault();
    };
    const here = window.location.href;
    // This listener runs before those of the screens, which would close. Both events report a new
    // place, the first before the second.
    const holdPlace = (event: Event) => {
      const { href, hash } = window.location;
      if (href === here || !isAtStake()) return;
      event.stopImmediatePropagation();
      window.history.replaceState(window.history.state, '', here);
      setAsking({ hash });
    };
    window.addEventListener('beforeunload', holdWindow);
    for (const name of ['popstate', 'hashchange'])
      window.addEventListener(name, holdPlace, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', holdWindow);
      for (const name of ['popstate', 'hashchange'])
        window.removeEventListener(name, holdPlace, { capture: true });
    };
  }, [mayClose]);
  const decide = () => {
    isDecided.current = true;
    onLeave();
  };
  return {
    isAsking: asking !== null,
    stay: () => setAsking(null),
    /** The edits have been saved. */
    decide,
    /** The edits are discarded. */
    leave: () => {
      decide();
      if (asking?.hash) window.location.hash = asking.hash;
    },
  };
}
