import { Notification } from 'electron';
import type { EventPayload } from '../../contract/events.ts';
import { fill, type Texts } from './texts.ts';

type State = EventPayload<'submission.changed'>['state'];

interface Counts {
  accepted: number;
  partially: number;
  rejected: number;
  other: number;
}

const noCounts: Counts = { accepted: 0, partially: 0, rejected: 0, other: 0 };

function countOf(state: State): keyof Counts | null {
  switch (state) {
    case 'accepted':
      return 'accepted';
    case 'partially_accepted':
      return 'partially';
    case 'rejected':
      return 'rejected';
    case 'failed':
    case 'unknown':
      return 'other';
    case 'queued':
    case 'sending':
    case 'cancelled':
      return null;
  }
}

/** Counts how submissions end while nobody looks at the window, and says it once when the last of them has. */
export class FinishedNotice {
  #counts: Counts = { ...noCounts };

  /** Takes a state that a submission has reached; true when it was an end. */
  note(state: State): boolean {
    const name = countOf(state);
    if (name !== null) this.#counts[name] += 1;
    return name !== null;
  }

  /** Shows what has been counted, if anything was, and begins anew. Nothing of a taxpayer is in it: it may show on a locked screen. */
  show(texts: Texts['finished'], onClick: () => void): void {
    const counts = this.#counts;
    this.forget();
    const total = counts.accepted + counts.partially + counts.rejected + counts.other;
    if (total === 0 || !Notification.isSupported()) return;
    const notification = new Notification({ title: texts.title, body: fill(texts.body, { ...counts }) });
    notification.on('click', onClick);
    notification.show();
  }

  forget(): void {
    this.#counts = { ...noCounts };
  }
}
