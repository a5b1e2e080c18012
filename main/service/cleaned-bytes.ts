import { gunzipSync, gzipSync } from 'node:zlib';
import type { LiveSecrets } from '../platform/secrets/live-secrets.ts';
import { namedReferences } from '../validator/xml/references.ts';

/** Most wrappings inside each other; a service that nests deeper hides on purpose. */
const maxDepth = 5;
/**
 * Most bytes inflated in one search: two layers of the largest size that a reader opens. A gzip
 * beyond that is not searched, and so not kept.
 */
const maxInflatedBytes = 64 * 1024 * 1024;
const mask = '"[secret]"';

/** The secrets searched for, and the number of wrappings around the current text. */
interface Search {
  readonly secrets: LiveSecrets;
  readonly depth: number;
  /** How much may still be inflated; shared by the whole search. */
  readonly room: { bytes: number };
}

/**
 * Removes secrets from bytes: in UTF-8, Latin-1 or UTF-16, in gzip, in strict or wrapped Base64, in
 * a JSON text, and in these inside each other. A changed wrapping is wrapped again in the same way;
 * without a find the same bytes are returned.
 */
export function cleanBytes(body: Uint8Array, secrets: LiveSecrets): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return clean(bytes, { secrets, depth: 0, room: { bytes: maxInflatedBytes } }) ?? body;
}

/** Null when nothing was found. */
function clean(bytes: Buffer, search: Search): Buffer | null {
  if (search.depth > maxDepth) return null;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const cleaned = cleanGzip(bytes, deeper(search));
    if (cleaned) return cleaned;
  }
  return (bytes.includes(0) ? cleanWide(bytes, search) : null) ?? cleanNarrow(bytes, search);
}

const deeper = (search: Search): Search => ({ ...search, depth: search.depth + 1 });

function cleanGzip(bytes: Buffer, search: Search): Buffer | null {
  const { room } = search;
  let inflated: Buffer;
  try {
    // zlib takes no limit of 0.
    inflated = gunzipSync(bytes, { maxOutputLength: Math.max(1, room.bytes) });
  } catch (error) {
    if (!(error instanceof RangeError)) return null;
    room.bytes = 0;
    return Buffer.from(mask);
  }
  room.bytes -= inflated.length;
  const cleaned = clean(inflated, search);
  return cleaned && gzipSync(cleaned);
}

/** UTF-16 in both byte orders, with or without its mark: such a text is full of zeros. */
function cleanWide(bytes: Buffer, search: Search): Buffer | null {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const rest = bytes.subarray(even.length);
  for (const isBigEndian of [false, true]) {
    const text = (isBigEndian ? Buffer.from(even).swap16() : even).toString('utf16le');
    const cleaned = cleanText(text, search);
    if (cleaned === text) continue;
    const encoded = Buffer.from(cleaned, 'utf16le');
    return Buffer.concat([isBigEndian ? encoded.swap16() : encoded, rest]);
  }
  return null;
}

/** Invalid UTF-8 is read byte by byte: all but the secrets stays as it was. */
function cleanNarrow(bytes: Buffer, search: Search): Buffer | null {
  const text = bytes.toString('utf8');
  const encoding = text.includes('\uFFFD') ? 'latin1' : 'utf8';
  const read = encoding === 'utf8' ? text : bytes.toString('latin1');
  const cleaned = cleanText(read, search);
  return cleaned === read ? null : Buffer.from(cleaned, encoding);
}

function cleanText(text: string, search: Search): string {
  let cleaned = search.secrets.mask(text);
  if (search.depth < maxDepth) cleaned = cleanBase64(cleanLiterals(cleaned, search), search);
  return hidesSecret(cleaned, search.secrets) ? mask : cleaned;
}

/** Each JSON string is decoded by itself, so that the rest stays as it is. */
function cleanLiterals(text: string, search: Search): string {
  if (!text.includes('\\')) return text;
  let cleaned = '';
  let kept = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfLiteral(text, start);
    if (end < 0) break;
    const literal = text.slice(start, end);
    const said = literal.includes('\\') ? parseLiteral(literal) : null;
    const safe = said === null ? null : cleanText(said, deeper(search));
    if (safe !== said) {
      cleaned += text.slice(kept, start) + JSON.stringify(safe);
      kept = end;
    }
    start = text.indexOf('"', end);
  }
  return cleaned + text.slice(kept);
}

/** Offset after the closing quotation mark; -1 when there is none. */
function endOfLiteral(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
    at = text.indexOf('"', at + 1);
  }
  return -1;
}

function parseLiteral(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}

function cleanBase64(text: string, search: Search): string {
  let cleaned = '';
  let kept = 0;
  for (const { start, end, isBroken } of runsOfBase64(text)) {
    const run = text.slice(start, end);
    // The forms searched for cover shorter ones and whole ones anyway.
    if (!isBroken && run.length < 64 && !run.startsWith(gzipInBase64)) continue;
    const inner = clean(Buffer.from(run, 'base64'), deeper(search));
    if (inner === null) continue;
    const isUrlSafe = run.includes('-') || run.includes('_');
    cleaned += text.slice(kept, start) + inner.toString(isUrlSafe ? 'base64url' : 'base64');
    kept = end;
  }
  return cleaned + text.slice(kept);
}

const gzipInBase64 = 'H4sI';
const shortestRun = 24;
/** Lines of Base64 are longer, words are shorter. */
const shortestLine = 16;

interface Run {
  readonly start: number;
  readonly end: number;
  /** Whether white space lies inside. */
  readonly isBroken: boolean;
}

/** Without a pattern: over megabytes it overflows the stack. */
function* runsOfBase64(text: string): Generator<Run> {
  let at = 0;
  while (at < text.length) {
    const start = at;
    let end = endOfLine(text, at);
    let isBroken = false;
    for (let line = start; end - line >= shortestLine; ) {
      const next = skipSpace(text, end);
      if (next === end || endOfLine(text, next) === next) break;
      isBroken = true;
      line = next;
      end = endOfLine(text, next);
    }
    if (end - start >= shortestRun) {
      while (text[end] === '=') end += 1;
      yield { start, end, isBroken };
    }
    at = end + 1;
  }
}

const base64Signs = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  base64Signs[sign.charCodeAt(0)] = 1;

function endOfLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && base64Signs[text.charCodeAt(at)] === 1) at += 1;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
}

/**
 * JSON and XML can write any letter by its number; a text that hides a key in this way is not kept.
 */
function hidesSecret(text: string, secrets: LiveSecrets): boolean {
  if (!text.includes('\\u') && !text.includes('&')) return false;
  const pattern = /\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});|&(amp|lt|gt|quot|apos);/gi;
  const plain = text.replace(pattern, (whole, ...found: (string | undefined)[]) => {
    const [json, hex, decimal, name] = found;
    if (name !== undefined) return namedReferences[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(json ?? hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return secrets.mask(plain) !== plain;
}
