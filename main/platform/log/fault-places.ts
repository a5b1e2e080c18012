import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What holds `main/`: the checkout, or what was built from it. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const maxPlaces = 12;
const frame = /^ {4}at .*?((?:file:\/\/)?\/?[^()\s]+\.[cm]?[jt]s):(\d+):\d+\)?$/;

/**
 * Where a fault came up, innermost first: `main/validator/validator.ts:33
 * main/validator/validator.ts:70`. Of the stack nothing else is kept: neither its message and the
 * names in it, which may quote anything, nor where on the machine the files lie. Only files of ours
 * that are there count, so that no line of a message passes for a place. Empty where none is known.
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
