import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Place, parsePlace } from '../router.ts';

/** A part of the window with unsaved text. */
interface Holder {
  readonly hasText: () => boolean;
  /** Asks before another place ends the part; absent where the text survives that. */
  readonly ask?: (goOn: () => void) => void;
  /** Whether the text survives a place. */
  readonly survives?: (place: Place) => boolean;
}

const holders = new Set<Holder>();

function hold(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Closing the window asks while this part has unsaved text; asked at that moment. */
export function useUnsaved(hasText: () => boolean): void {
  const has = useEffectEvent(hasText);
  useEffect(() => hold({ hasText: () => has() }), []);
}

const nowhere = () => false;

/**
 * Asks before unsaved text is lost, however the person leaves: closing the part, going elsewhere in
 * the window, or closing the window. The caller draws the question. `survives` says at which places
 * the part stays.
 */
export function useLeaving(
  hasText: () => boolean,
  onLeave: () => void,
  survives: (place: Place) => boolean = nowhere,
) {
  const [asking, setAsking] = useState<{ readonly goOn: () => void } | null>(null);
  // After a decision, the next steps must not ask again.
  const isDecided = useRef(false);
  const isAtStake = () => !isDecided.current && hasText();
  const has = useEffectEvent(isAtStake);
  useEffect(
    () => hold({ hasText: () => has(), ask: (goOn) => setAsking({ goOn }), survives }),
    [survives],
  );
  const decide = () => {
    isDecided.current = true;
    onLeave();
  };
  return {
    isAsking: asking !== null,
    /** Leaves, or asks first. */
    close: () => {
      if (isAtStake()) setAsking({ goOn: () => undefined });
      else onLeave();
    },
    stay: () => setAsking(null),
    /** The text has been saved. */
    decide,
    /** The text is discarded. */
    leave: () => {
      decide();
      asking?.goOn();
    },
  };
}

/**
 * Keeps the window and its place while that would lose unsaved text. Called before the screens are
 * drawn: they hear of another place later.
 */
export function watchUnsaved(): void {
  let here = window.location.href;
  const holdPlace = (event: Event) => {
    const { href, hash } = window.location;
    if (href === here) return;
    const place = parsePlace(hash);
    const holder = [...holders].findLast(
      ({ ask, survives, hasText }) => ask !== undefined && survives?.(place) === false && hasText(),
    );
    if (holder?.ask === undefined) {
      here = href;
      return;
    }
    event.stopImmediatePropagation();
    window.history.replaceState(window.history.state, '', here);
    holder.ask(() => {
      window.location.hash = hash;
    });
  };
  // Both events report another place, the first before the second.
  for (const name of ['popstate', 'hashchange'])
    window.addEventListener(name, holdPlace, { capture: true });
  window.addEventListener('beforeunload', (event) => {
    if ([...holders].some(({ hasText }) => hasText())) event.preventDefault();
  });
}
