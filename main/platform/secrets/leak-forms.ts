import { Buffer } from 'node:buffer';

/** Shorter ones would match ordinary words and make a log unreadable. */
export const shortestSought = 4;

/**
 * Lower case for ASCII only: every character keeps its place, which `toLowerCase` does not promise.
 */
export function lowerAscii(text: string): string {
  // In a text of ASCII and of Latin letters that are small already it does promise it, and is
  // much faster.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the first range is all of ASCII
  if (/^[\x00-\x7f\xa0-\xbf\xdf-\xff]*$/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/** Every form in which a secret can leak, in lower case. */
export function leakForms(bytes: Buffer): Set<string> {
  const text = bytes.toString('utf8');
  const json = JSON.stringify(text).slice(1, -1);
  const percent = encodeURIComponent(text.toWellFormed());
  // PHP and Go encode these too; Python then leaves the slash.
  const strict = percent.replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURI(text.toWellFormed()),
    percent,
    strict,
    strict.replaceAll('%2F', '/'),
    encodeURIComponent(percent),
    new URLSearchParams([['', text]]).toString().slice(1),
    bytes.toString('hex'),
    ...base64Forms(bytes),
    ...base64Forms(Buffer.from(text, 'utf16le')),
    ...base64Forms(Buffer.from(text, 'utf16le').swap16()),
  ];
  return new Set(forms.map(lowerAscii).filter((form) => form.length >= shortestSought));
}

/**
 * The part of a Base64 text that these bytes alone decide, for each of the three positions in a
 * group of three: it is found also with other bytes before and after, as in an `Authorization:
 * Basic` header.
 */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const certain = encoded.slice(start, end);
    const urlSafe = certain.replaceAll('+', '-').replaceAll('/', '_');
    forms.push(certain, urlSafe, encodeURIComponent(certain), JSON.stringify(certain).slice(1, -1));
  }
  return forms;
}
