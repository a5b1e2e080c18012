import { parseOrNull } from './answer-body.ts';
import type { RawAnswer } from './client-port.ts';
import { readPath, valuesIn } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import { isSuccess } from './refusal-error.ts';

/** Whether a status says that the service refused before it did anything. */
export function isSurelyNotDelivered(status: number, profile: ServiceProfile): boolean {
  return profile.answers.error.notDeliveredStatuses.includes(status);
}

/** Whether the body of an answer of success says that the service refused. */
export function isRefused(raw: RawAnswer, { answers }: ServiceProfile): boolean {
  const { refusedWhen } = answers.error;
  if (refusedWhen === null || !isSuccess(raw.status)) return false;
  const found = readPath(parseOrNull(raw), refusedWhen.path);
  return refusedWhen.is.some((value) => value === found);
}

/**
 * The names by which an answer of success denies it in any profile (`success: false`, `error: …`),
 * down to `depth` levels, the uppermost first. Names that the profile reads do not count; those
 * that `also` matches deny by `false` or “no”.
 */
export function denialsIn(
  raw: RawAnswer,
  profile: ServiceProfile,
  { also, depth = Infinity }: { readonly also?: RegExp; readonly depth?: number } = {},
): readonly string[] {
  if (!isSuccess(raw.status)) return [];
  const document = parseOrNull(raw);
  const known = readNames(document, profile);
  const denials = new Set<string>();
  const parts: (readonly [part: unknown, level: number])[] = [[document, 1]];
  for (const [part, level] of parts) {
    for (const [name, value] of membersOf(part)) {
      const isRead = known.get(part)?.has(name) === true;
      const isDenied = also?.test(name) === true && /^(?:false|no|ez)$/i.test(textOf(value));
      // A text of the service is not quoted: it may hold anything.
      if (!isRead && (isDenied || denies(name, value)))
        denials.add(value === false ? `${name}: false` : name);
      if (level < depth) parts.push([value, level + 1]);
    }
  }
  return [...denials];
}

/** The names that the profile reads of a submission's answer, by the part that has them. */
function readNames(document: unknown, { answers }: ServiceProfile) {
  const known = new Map<unknown, Set<string>>();
  const note = (part: unknown, paths: readonly (string | null)[]) => {
    for (const path of paths) {
      const steps = path?.split('.') ?? [];
      const name = steps.pop();
      if (name === undefined) continue;
      const holder = readPath(part, steps.join('.'));
      known.set(holder, (known.get(holder) ?? new Set()).add(name));
    }
  };
  const { result, code, message, records, record } = answers.submission;
  note(document, [result, code, message]);
  const entries = records === null ? [] : membersOf(readPath(document, records));
  for (const [, entry] of entries)
    note(entry, [record.state, record.code, record.messageEs, record.messageEu]);
  return known;
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function denies(name: string, value: unknown): boolean {
  switch (name.toLowerCase().replaceAll(/[_-]/g, '')) {
    case 'success':
    case 'issuccess':
    case 'ok':
    case 'exito':
    case 'éxito':
      return typeof value !== 'object' && /^(?:false|0|no)$/i.test(String(value).trim());
    case 'error':
    case 'errors':
    case 'errores':
    case 'iserror':
    case 'haserror':
    case 'haserrors':
      return !saysNo(value);
    case 'status':
    case 'estado':
    case 'statuscode':
      return /^(?:[45]\d\d|error|ko|fail(?:ed|ure)?|rejected|refused|rechazad[oa])$/i.test(
        textOf(value),
      );
    default:
      return false;
  }
}

/**
 * The service has read the file before it refuses with these, and may have asked the ledger: such
 * an answer, or its lost rest, may tell what the ledger took.
 */
export const contentRefusals: ReadonlySet<number> = new Set([400, 409, 422]);

/** A simple value as a text; '' for any other. */
export const textOf = (value: unknown) => (typeof value === 'object' ? '' : String(value).trim());

const noError =
  /^(?:|0+|-+|false|no|none|null|ok|ningun[oa]?|ningún|(?:no|sin|no hay) error(?:e?s)?)\.?$/i;

/** Whether an error is none: an object or a list by its content, however deep. */
function saysNo(error: unknown): boolean {
  return [...valuesIn(error)].every(
    (value) => typeof value === 'object' || noError.test(String(value).trim()),
  );
}

/**
 * The identifier and the registration number of an answer, also of one whose other parts are not
 * understood: with them a person finds the file.
 */
export function numbersIn(raw: RawAnswer, { answers }: ServiceProfile) {
  const document = parseOrNull(raw);
  const { identifier, registrationNumber } = answers.submission;
  const numbers: { identifier?: string; registrationNumber?: string } = {};
  for (const [name, path] of Object.entries({ identifier, registrationNumber })) {
    const found = path === null ? null : readPath(document, path);
    const text = typeof found === 'string' || typeof found === 'number' ? String(found) : '';
    // Some services fill what they lack with a zero or a dash.
    if (/[^0\s-]/.test(text)) numbers[name as keyof typeof numbers] = text.slice(0, 200);
  }
  return numbers;
}

/** Whether an answer of success says that the outcome comes later. */
export function isQueued(raw: RawAnswer, profile: ServiceProfile): boolean {
  const { queued } = profile.answers.submission;
  if (queued === null || !isSuccess(raw.status)) return false;
  if (queued.path === null) return queued.statuses.includes(raw.status);
  return queuedWordIn(raw, profile) !== null;
}

/** The word by which an answer of any status says that the service has queued the file. */
export function queuedWordIn(raw: RawAnswer, { answers }: ServiceProfile): string | null {
  const { queued } = answers.submission;
  if (queued === null || queued.path === null) return null;
  const found = readPath(parseOrNull(raw), queued.path);
  return queued.is.some((value) => value === found) ? String(found) : null;
}

/** The identifier to ask for the outcome with; null when the answer has none. */
export function queuedIdentifier(raw: RawAnswer, { answers }: ServiceProfile): string | null {
  const path = answers.submission.queued?.identifier ?? null;
  const found = path === null ? null : readPath(parseOrNull(raw), path);
  // A larger number comes as its digits.
  const text = Number.isSafeInteger(found) ? String(found) : found;
  const isUsable = typeof text === 'string' && /^[^\s/]{1,200}$/.test(text) && !/^\.+$/.test(text);
  return isUsable ? text : null;
}
