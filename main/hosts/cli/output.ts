import type { CallError } from '../../../contract/errors.ts';
import { bidiControls, toJsonText } from '../../features/reports/bidi-controls.ts';
import type { Texts } from '../../platform/texts.ts';

/**
 * Writes text to standard output and waits until it is taken, or lost: with a slow reader nothing
 * is cut at the end.
 */
export function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/**
 * Text for a terminal, in one line. File names and contents are foreign: control characters could
 * move the cursor over a verdict, and invisible ones reorder it. They are shown as `\u{9b}`.
 */
export function printable(text: string): string {
  const shown = (sign: string) => `\\u{${sign.charCodeAt(0).toString(16)}}`;
  return text.replaceAll(/[^\P{Cc}\t]/gu, shown).replaceAll(bidiControls, shown);
}

/** Writes a line to standard output. */
export function writeLine(text: string): Promise<void> {
  return write(`${printable(text)}\n`);
}

/** Writes a value as JSON with a line end. */
export function writeJson(value: unknown): Promise<void> {
  return write(toJsonText(value));
}

/** Writes a line for the person to standard error, apart from the output itself. */
export function complain(text: string): void {
  process.stderr.write(`zubi: ${printable(text)}\n`);
}

/** What a person does about some failures with the command line. */
const remedies: Readonly<Partial<Record<CallError['code'], string>>> = {
  already_sent: 'usage.allowDuplicates',
  file_not_valid: 'usage.seeFaults',
  secrets_locked: 'usage.passphrase',
  wrong_passphrase: 'usage.passphrase',
};

/** Writes each remedy of these failures once. */
export function complainRemedies(codes: readonly CallError['code'][], texts: Texts): void {
  for (const remedy of new Set(codes.flatMap((code) => remedies[code] ?? [])))
    complain(texts.say(remedy));
}

/**
 * Lets a command finish when its output is not taken (`zubi submit FOLDER | head`): what it does
 * and its exit code do not depend on a reader. Returns the code with which a disk refused the
 * output; null where all was taken, or the reader has gone.
 */
export function outliveReaders(): () => string | null {
  let refused: string | null = null;
  process.stdout.on('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') refused ??= code;
  });
  process.stderr.on('error', () => undefined);
  return () => refused;
}
