import { InvalidArgumentError, Option } from 'commander';
import type { Texts } from '../../platform/texts.ts';

/**
 * Makes options with a value of a kind, described by the sentence `help.<name>`; a wrong value is
 * refused with `usage.<kind>`.
 */
export function valueOptions(texts: Texts) {
  return (flags: string, name: string, kind: keyof typeof readers): Option =>
    new Option(flags, texts.say(`help.${name}`)).argParser((text) => {
      const value = readers[kind](text);
      if (value === null) throw new InvalidArgumentError(texts.say(`usage.${kind}`));
      return value;
    });
}

const readers = {
  count: (text: string) => readNumber(text, /^[1-9]\d{0,8}$/),
  day: (text: string) => (isDay(text) ? text : null),
  file: readPath,
  folder: readPath,
  port: (text: string) => readNumber(text, /^\d{1,5}$/, 65_535),
  status: (text: string) => readNumber(text, /^[1-5]\d\d$/),
};

function readNumber(text: string, form: RegExp, most = Number.POSITIVE_INFINITY): number | null {
  return form.test(text) && Number(text) <= most ? Number(text) : null;
}

/** Without a name it would be the folder of the terminal (`--data "$UNSET"`). */
function readPath(text: string): string | null {
  return text.trim() === '' ? null : text;
}

function isDay(text: string): boolean {
  const date = new Date(text);
  // 31 February would become 3 March.
  return !Number.isNaN(date.valueOf()) && date.toISOString().slice(0, 10) === text;
}
