import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { holdHash, type Place, parsePlace } from '../router.ts';

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

const holderAt = (place: Place) =>
  [...holders].findLast(
    ({ ask, survives, hasText }) => ask !== undefined && survives?.(place) === false && hasText(),
  );

/** The number of the current step of the tab's history; null for a new one. */
function readStep(): number | null {
  const state: unknown = window.history.state;
  return typeof state === 'number' ? state : null;
}

const readHere = () => ({ href: window.location.href, hash: window.location.hash });

/**
 * Keeps the window and its place while that would lose unsaved text. The history's steps are
 * numbered: the way back to the place, and later on from it, leaves them as they were. Called
 * before the screens are drawn: they hear of another place later.
 */
export function watchUnsaved(): void {
  let here = readHere();
  let step = 0;
  let isReturning = false;
  const take = (next: number) => {
    here = readHere();
    step = next;
    if (readStep() !== step) window.history.replaceState(step, '');
  };
  take(readStep() ?? 0);
  const holdPlace = (event: Event) => {
    const { href, hash } = window.location;
    const next = readStep() ?? step + 1;
    const way = next - step;
    if (isReturning) {
      // One step causes two events; other steps may have been under way.
      if (href !== here.href) event.stopImmediatePropagation();
      if (event.type !== 'popstate') return;
      if (way !== 0) return window.history.go(-way);
      isReturning = false;
      return holdHash(null);
    }
    const holder = href === here.href ? undefined : holderAt(parsePlace(hash));
    if (holder === undefined) return take(next);
    event.stopImmediatePropagation();
    if (way === 0) {
      window.history.replaceState(step, '', here.href);
      return holder.ask?.(() => {
        window.location.hash = hash;
      });
    }
    isReturning = true;
    holdHash(here.hash);
    window.history.go(-way);
    holder.ask?.(() => window.history.go(way));
  };
  // Both events report another place, the first before the second.
  for (const name of ['popstate', 'hashchange'])
    window.addEventListener(name, holdPlace, { capture: true });
  window.addEventListener('beforeunload', (event) => {
    if ([...holders].some(({ hasText }) => hasText())) event.preventDefault();
  });
}
