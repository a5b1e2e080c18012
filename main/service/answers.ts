import { z } from 'zod';
import type { Territory } from '../../contract/company.ts';
import type { License } from '../../contract/connection.ts';
import { ZubiError } from '../../contract/errors.ts';
import type { RawAnswer, SendOutcome } from '../ports.ts';
import { readPath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';

type Answered = Extract<SendOutcome, { kind: 'answered' }>;
type Places = Readonly<Record<string, string | null>>;

/**
 * Text as a service may give it: numbers count as text, everything else as not given; cut so that
 * no answer can flood a screen.
 */
const text = (maxLength: number) =>
  z
    .union([z.string(), z.number().transform(String)])
    .transform((value) => value.slice(0, maxLength))
    .nullable()
    .catch(null);
const id = z.union([z.string().min(1).max(200), z.number().int().transform(String)]);

const keyPart = text(200);
const recordSchema = z.object({
  key: z.record(z.string(), keyPart).transform(givenParts),
  state: z.unknown(),
  code: text(100),
  messageEs: text(2000),
  messageEu: text(2000),
});
const submissionSchema = z.object({
  result: z.unknown(),
  identifier: text(200),
  registrationNumber: text(200),
  code: text(100),
  message: text(2000),
  records: z.array(recordSchema).max(100_000),
  ledgerResponse: z.string().nullable().catch(null),
});

function givenParts(key: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(key).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

const notUnderstood = (reason: string) => new ZubiError('answer_not_understood', { reason });

/**
 * The JSON of an answer. Throws `answer_not_understood` when its content type is not JSON, its
 * bytes no UTF-8 or its text no JSON.
 */
export function parseJsonAnswer(raw: Pick<RawAnswer, 'contentType' | 'body'>): unknown {
  const type = raw.contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type)) throw notUnderstood('content_type');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw.body));
  } catch {
    throw notUnderstood('json');
  }
}

/** What lies at each of the profile's places. */
function collect(document: unknown, places: Places): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(places).map(([name, path]) => [
      name,
      path === null ? null : (readPath(document, path) ?? null),
    ]),
  );
}

function listAt(document: unknown, path: string): readonly unknown[] | null {
  const list = readPath(document, path);
  return Array.isArray(list) ? list : null;
}

function parseOr<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notUnderstood(`shape: ${parsed.error.issues[0]?.path.join('.') ?? ''}`.slice(0, 100));
}

/** The territories a company can belong to. */
export function readTerritories(raw: RawAnswer, profile: ServiceProfile): readonly Territory[] {
  const { list: path, ...places } = profile.answers.territories;
  const list = listAt(parseJsonAnswer(raw), path);
  if (list === null) throw notUnderstood('list');
  const territory = z.object({ id, name: z.string().min(1).max(200) });
  return list.map((entry) => parseOr(territory, collect(entry, places)));
}

/** Developer, software and version as the service knows them. */
export function readLicense(raw: RawAnswer, profile: ServiceProfile): License {
  const part = text(200);
  const license = z.object({ developer: part, software: part, version: part, license: part });
  return parseOr(license, collect(parseJsonAnswer(raw), profile.answers.license));
}

/**
 * A saved company: identifier and key must be there, or nothing can be done with it. An answer with
 * an identifier and no key fails too, and tells the identifier (`serviceId`): with it the key can
 * be asked for.
 */
export function readCompany(raw: RawAnswer, profile: ServiceProfile) {
  // A dot segment as an identifier would lead the update to another path.
  const serviceId = id.refine((value) => value !== '.' && value !== '..');
  const apiKey = z.string().min(1).max(4096);
  const found = collect(parseJsonAnswer(raw), profile.answers.company);
  const known = serviceId.safeParse(found.id);
  if (known.success && !apiKey.safeParse(found.apiKey).success) {
    throw new ZubiError('answer_not_understood', { reason: 'api_key', serviceId: known.data });
  }
  return parseOr(
    z.object({ id: serviceId, apiKey, territoryName: text(200), taxId: text(200) }),
    found,
  );
}

/**
 * What a submission's answer says, without the raw bytes. `ledgerResponseBroken` when there was one
 * that is no strict Base64.
 */
export interface ReadSubmission extends Omit<Answered, 'kind' | 'raw' | 'result'> {
  /** Null when only the ledger's own document can tell. */
  readonly result: Answered['result'] | null;
  readonly ledgerResponseBroken: boolean;
}

/**
 * Reads a submission's answer. A refused record outweighs an outer "correct" and stands in for a
 * missing result; a missing result without a refusal and without the ledger's document, or a word
 * that the profile does not know, is `answer_not_understood`: nobody may be told that something was
 * accepted which was not.
 */
export function readSubmission(raw: RawAnswer, profile: ServiceProfile): ReadSubmission {
  const document = parseJsonAnswer(raw);
  const { resultWords, records: path, record, ...places } = profile.answers.submission;
  const { key, stateWords, ...recordPlaces } = record;
  const found = parseOr(submissionSchema, {
    ...collect(document, places),
    records: (listAt(document, path) ?? []).map((entry) => ({
      ...collect(entry, recordPlaces),
      key: collect(entry, key),
    })),
  });
  const records = found.records.map((each) => ({
    ...each,
    state: each.state === null ? ('not_told' as const) : toOurWord(each.state, stateWords, 'state'),
  }));
  const told = found.result === null ? null : toOurWord(found.result, resultWords, 'result');
  const ledgerResponse =
    found.ledgerResponse === null ? null : decodeStrictly(found.ledgerResponse);
  const result =
    told === null && ledgerResponse !== null ? weighUntold(records) : weigh(told, records);
  const ledgerResponseBroken = ledgerResponse === null && found.ledgerResponse !== null;
  return { ...found, result, records, ledgerResponse, ledgerResponseBroken };
}

function toOurWord<Ours>(wire: unknown, words: Readonly<Record<string, Ours>>, what: string): Ours {
  const ours = typeof wire === 'string' && Object.hasOwn(words, wire) ? words[wire] : undefined;
  if (ours === undefined) throw notUnderstood(what);
  return ours;
}

function weigh(told: Answered['result'] | null, records: Answered['records']): Answered['result'] {
  const refused = records.some(({ state }) => state === 'incorrect');
  if (refused && (told === null || told === 'correct')) {
    const accepted = records.some(({ state }) => state !== 'incorrect' && state !== 'not_told');
    return accepted ? 'partially_correct' : 'incorrect';
  }
  if (told === null) throw notUnderstood('result');
  return told;
}

function weighUntold(records: Answered['records']): Answered['result'] | null {
  return records.some(({ state }) => state === 'incorrect') ? weigh(null, records) : null;
}

/**
 * Base64 that is exactly what an encoder makes, else null; by a round trip, because a pattern over
 * megabytes overflows the stack.
 */
function decodeStrictly(base64: string): Uint8Array | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === base64 ? bytes : null;
}
