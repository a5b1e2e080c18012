import { InvalidArgumentError } from 'commander';
import type { Texts } from '../../platform/texts.ts';

/** Reads the value of an option; a wrong one is refused with the sentence `usage.<name>`. */
export function optionParser<Name extends keyof typeof readers>(texts: Texts, name: Name) {
  return (text: string) => {
    const value = readers[name](text);
    if (value === null) throw new InvalidArgumentError(texts.say(`usage.${name}`));
    return value;
  };
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
