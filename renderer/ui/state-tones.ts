import type { Tone } from './pill.tsx';

/** Tones of a submission's states. */
export const stateTones = {
  queued: 'grey',
  sending: 'accent',
  accepted: 'green',
  partially_accepted: 'amber',
  rejected: 'red',
  failed: 'red',
  unknown: 'violet',
  cancelled: 'grey',
} as const satisfies Record<string, Tone>;

/** Tones of a record's result. */
export const recordTones = {
  correct: 'green',
  accepted_with_errors: 'amber',
  incorrect: 'red',
  cancelled: 'grey',
  not_told: 'grey',
} as const satisfies Record<string, Tone>;
