import type { CallError } from '../../contract/errors.ts';
import type { CallFailure } from './bridge.ts';

/** A command of a card, with the time of its last press; 0 without any. */
interface Command {
  readonly submittedAt: number;
  readonly error: CallFailure | null;
}

/** The refusal of the last of these commands: one that follows a refusal removes it. */
export function latestError(...commands: readonly Command[]): CallError | null {
  const last = Math.max(...commands.map(({ submittedAt }) => submittedAt));
  return commands.find(({ submittedAt }) => submittedAt === last)?.error?.error ?? null;
}
