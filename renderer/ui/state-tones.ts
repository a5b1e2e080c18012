import type { Sign, Tone } from './pill.tsx';

/** Tones of a submission's states. */
const stateTones = {
  queued: 'grey',
  sending: 'accent',
  accepted: 'green',
  partially_accepted: 'amber',
  rejected: 'red',
  failed: 'red',
  unknown: 'violet',
  cancelled: 'grey',
} as const satisfies Record<string, Tone>;

type StateName = keyof typeof stateTones;

/** Two shown states besides: fully recorded, with errors; queued by the service. */
export const shownTones = {
  ...stateTones,
  accepted_with_errors: 'amber',
  queued_there: 'accent',
} as const;

/** The states in the order of a submission's life. */
export const stateNames = Object.keys(stateTones) as readonly StateName[];

/** Whether a text names a state; the worklist carries it as plain text. */
export function isSubmissionState(text: string): text is StateName {
  return Object.hasOwn(stateTones, text);
}

export function isShownState(text: string): text is keyof typeof shownTones {
  return Object.hasOwn(shownTones, text);
}

/** The sign of each state, without its colour. */
export const shownSigns: Readonly<Record<keyof typeof shownTones, Sign>> = {
  queued: '○',
  sending: '●',
  accepted: '✓',
  partially_accepted: '▲',
  accepted_with_errors: '▲',
  rejected: '✕',
  failed: '✕',
  unknown: '?',
  queued_there: '●',
  cancelled: '—',
};

/** Tones of a record's result. */
export const recordTones = {
  correct: 'green',
  accepted_with_errors: 'amber',
  incorrect: 'red',
  cancelled: 'grey',
  not_told: 'grey',
} as const satisfies Record<string, Tone>;
