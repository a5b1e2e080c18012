import { z } from 'zod';
import type { Territory } from '../../contract/company.ts';
import type { License } from '../../contract/connection.ts';
import { ZubiError } from '../../contract/errors.ts';
import { isMasked } from '../platform/secrets/secret.ts';
import { isXmlAnswer, notUnderstood, parseJsonAnswer } from './answer-body.ts';
import { collect, keyOf, listAt, type Places, recordsAt, rowsOf } from './answered-records.ts';
import type { AnswerPart, RawAnswer, SendOutcome } from './client-port.ts';
import { kindOf, readPath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import { headerKeyPattern } from './requests.ts';

type Answered = Extract<SendOutcome, { kind: 'answered' }>;
type SubmissionProfile = ServiceProfile['answers']['submission'];

/**
 * A text from the service: numbers count as text, other values as absent; cut, so that no answer
 * can flood a screen.
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
  row: z.number().optional(),
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
});

function givenParts(key: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(key).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function parseOr<Schema extends z.ZodType>(
  schema: Schema,
  value: Record<string, unknown>,
  places: Places,
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [name = ''] = issue?.path.map(String) ?? [];
  const place = places[name] ?? name;
  const misfit = { place, expected: 'text', found: kindOf(value[name]) ?? 'nothing' };
  throw notUnderstood(`shape: ${issue?.path.join('.') ?? ''}`.slice(0, 100), misfit);
}

/** The territories that a company can belong to, without entries that are none. */
export function readTerritories(raw: RawAnswer, profile: ServiceProfile): readonly Territory[] {
  const { list: path, names, ...places } = profile.answers.territories;
  const document = parseJsonAnswer(raw);
  const list = listAt(document, path);
  if (list === null || list.length === 0) {
    const found = kindOf(readPath(document, path)) ?? 'nothing';
    throw notUnderstood('list', { place: path, expected: 'list', found });
  }
  const territory = z.object({ id, name: z.string().min(1).max(200) });
  const entries = list.map((entry) => collect(entry, places));
  const known = entries.filter((entry) => territory.safeParse(entry).success);
  return (known.length > 0 ? known : entries).map((entry) => {
    const { id: own, name } = parseOr(territory, entry, places);
    return { id: own, name: (Object.hasOwn(names, own) ? names[own] : null) ?? name };
  });
}

/** Developer, software and version as the service knows them. */
export function readLicense(raw: RawAnswer, profile: ServiceProfile): License {
  const part = text(200);
  const license = z.object({ developer: part, software: part, version: part, license: part });
  const places = profile.answers.license;
  return parseOr(license, collect(parseJsonAnswer(raw), places), places);
}

/**
 * A saved company. Without identifier and usable key nothing can be done with it. An answer with an
 * identifier only fails too, and gives the identifier (`serviceId`), with which the key can be
 * requested, and the tax id that it names. The key, which is sealed, is that of `uncleaned`, the
 * answer with the keys of its request. An identifier that holds one of them is none.
 */
export function readCompany(raw: RawAnswer, profile: ServiceProfile, uncleaned = raw) {
  // A dot segment as identifier would lead the update to another path.
  const serviceId = id.refine((value) => value !== '.' && value !== '..' && !isMasked(value));
  const apiKey = z.string().max(4096).regex(headerKeyPattern);
  const places = profile.answers.company;
  const { apiKey: wholeKey } = collect(parseJsonAnswer(uncleaned), { apiKey: places.apiKey });
  const cleaned = collect(parseJsonAnswer(raw), places);
  const found: Record<string, unknown> = { ...cleaned, apiKey: wholeKey };
  const known = serviceId.safeParse(found.id);
  if (known.success && !apiKey.safeParse(found.apiKey).success) {
    const { data: taxId = null } = text(200).safeParse(found.taxId);
    const details = { reason: 'api_key', serviceId: known.data, taxId };
    throw new ZubiError('answer_not_understood', details);
  }
  return parseOr(
    z.object({ id: serviceId, apiKey, territoryName: text(200), taxId: text(200) }),
    found,
    places,
  );
}

/** A submission's answer as the profile reads it; `classifyAnswer` weighs it. */
export interface ReadSubmission extends Omit<Answered, 'kind' | 'raw' | 'refusals' | 'fields'> {
  /** The value at the place of the texts by field, unchanged. */
  readonly fields: unknown;
}

const nothingSaid: ReadSubmission = {
  result: null,
  absent: [],
  absentUnlessTold: [],
  fields: null,
  records: [],
  identifier: null,
  registrationNumber: null,
  code: null,
  message: null,
  carriesResponse: true,
};

/**
 * Reads the envelope of a submission's answer: its result, its records, and the deciding parts that
 * the profile names and the answer lacks. A word unknown to the profile is `answer_not_understood`.
 * XML has no envelope: the ledger's response in it says everything.
 */
export function readSubmission(raw: RawAnswer, profile: ServiceProfile): ReadSubmission {
  if (isXmlAnswer(raw)) return nothingSaid;
  const document = parseJsonAnswer(raw);
  const { submission, error } = profile.answers;
  const { resultWords, records: path, record, ledgerResponse, ...rest } = submission;
  const { recordsAs: _as, recordsListed, queued: _, ...places } = rest;
  const { key, stateWords, dateAs, joined, row, rowsFrom, ...recordPlaces } = record;
  const list = path === null ? [] : recordsAt(document, path, submission);
  const entries = list ?? [];
  const { rows, isOpen } = rowsOf(entries, record);
  const found = parseOr(
    submissionSchema,
    {
      ...collect(document, places),
      records: entries.map((entry, index) => ({
        ...collect(entry, recordPlaces),
        key: keyOf(entry, record),
        row: rows[index],
      })),
    },
    { ...places, records: path },
  );
  const isRefusedByList = recordsListed === 'refused_only' && record.state === null;
  const unstated = isRefusedByList ? ('incorrect' as const) : ('not_told' as const);
  const statePlace = { what: 'state', place: record.state };
  const records = found.records.map((each) => ({
    ...each,
    state: toOurWord(each.state, stateWords, statePlace) ?? unstated,
  }));
  const result = toOurWord(found.result, resultWords, { what: 'result', place: places.result });
  const carriesResponse =
    ledgerResponse !== null && !isNothing(readPath(document, ledgerResponse.replace('?', '')));
  const told = { ...found, result, records, carriesResponse };
  return {
    ...told,
    ...lackingParts(submission, { ...told, hasList: list !== null }),
    fields: error.fields === null ? null : (readPath(document, error.fields) ?? null),
    ...(isOpen ? { areRowsOpen: true } : {}),
    ...(recordsListed === 'refused_only' ? { unlisted: 'correct' as const } : {}),
  };
}

/**
 * The deciding parts that the profile names and an answer lacks. A ledger's response that the
 * profile marks with `?` may be lacking where something else says as much.
 */
function lackingParts(
  { result: place, record, recordsListed, ledgerResponse }: SubmissionProfile,
  answer: Pick<ReadSubmission, 'result' | 'records' | 'carriesResponse'> & { hasList: boolean },
): Pick<ReadSubmission, 'absent' | 'absentUnlessTold'> {
  const lacksResponse = ledgerResponse !== null && !answer.carriesResponse;
  const mayLackIt = ledgerResponse?.endsWith('?') === true;
  const absent: AnswerPart[] = [];
  if (place !== null && answer.result === null) absent.push('result');
  if (!answer.hasList) absent.push('records');
  if (record.state !== null && answer.records.some(({ state }) => state === 'not_told'))
    absent.push('state');
  if (lacksResponse && !mayLackIt) absent.push('ledger_response');
  const listsAll = recordsListed === 'all' && answer.records.length > 0;
  if (listsAll && (ledgerResponse === null || (lacksResponse && mayLackIt)))
    return { absent, absentUnlessTold: ['every_record'] };
  return { absent, absentUnlessTold: lacksResponse && mayLackIt ? ['ledger_response'] : [] };
}

/** Whether a place is empty; services also fill it with 0, `false` or an empty list. */
const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length === 0
    : `${value || ''}`.trim() === '';

/** Null for an absent word. Throws `answer_not_understood` for one unknown to the profile. */
function toOurWord<Ours>(
  wire: unknown,
  words: Readonly<Record<string, Ours>>,
  { what, place }: { readonly what: string; readonly place: string | null },
): Ours | null {
  if (wire === null) return null;
  const word = ['string', 'number', 'boolean'].includes(typeof wire) ? String(wire) : '';
  const ours = Object.hasOwn(words, word) ? words[word] : undefined;
  if (ours !== undefined) return ours;
  const expected = `one of ${Object.keys(words).join(', ')}`.slice(0, 200);
  throw notUnderstood(what, { place: place ?? '', expected, found: kindOf(wire) ?? 'nothing' });
}

/** The profile's words for a full or partial refusal. */
export function refusalWords(profile: ServiceProfile): readonly string[] {
  const { resultWords, record } = profile.answers.submission;
  const ours: readonly string[] = ['incorrect', 'partially_correct'];
  const words = [...Object.entries(resultWords), ...Object.entries(record.stateWords)];
  return [...new Set(words.filter(([, word]) => ours.includes(word)).map(([wire]) => wire))];
}
