import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that contains `main/`: the checkout, or its build. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const maxPlaces = 12;
const frame = /^ {4}at .*?((?:file:\/\/)?\/?[^()\s]+\.[cm]?[jt]s):(\d+):\d+\)?$/;

/**
 * The source places of a fault, innermost first: `main/validator/validator.ts:33
 * main/validator/validator.ts:70`. Nothing else of the stack is kept: its message and names may
 * quote anything, and paths tell where the files are. Only existing files of ours count, so that no
 * line of a message passes for a place. Empty when none is known.
 */
export function faultPlaces(error: unknown): string {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  const places = stack.split('\n').flatMap((line) => {
    const [, file, at] = frame.exec(line) ?? [];
    const place = file === undefined ? null : placeOf(file);
    return place === null ? [] : [`${place}:${at}`];
  });
  return places.slice(0, maxPlaces).join(' ');
}

function placeOf(file: string): string | null {
  try {
    const path = file.startsWith('file://') ? fileURLToPath(file) : file;
    const inside = relative(root, path).split(sep).join('/');
    return !inside.startsWith('..') && existsSync(path) ? inside : null;
  } catch {
    return null;
  }
}
