import type { ProfileCall } from '../../../contract/choices.ts';
import type { ProfilePlace } from '../../../contract/methods/profile.ts';
import { parseJsonAnswer } from '../../service/answer-body.ts';
import type { RawAnswer } from '../../service/client-port.ts';
import { kindOf, readPath } from '../../service/json-path.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { isSuccess } from '../../service/refusal-error.ts';
import { isRefused } from '../../service/refusals.ts';

type Paths = Readonly<Record<string, string | null>>;

/** Places of a profile that are found from the same value. */
interface Group {
  readonly prefix: string;
  readonly from: unknown;
  readonly paths: Paths;
}

/**
 * Where the profile looks in an answer, and what is there. Empty for an answer that is not JSON.
 */
export function findPlaces(
  call: ProfileCall,
  raw: RawAnswer,
  profile: ServiceProfile,
): ProfilePlace[] {
  const document = parseOrUndefined(raw);
  if (document === undefined) return [];
  const isGood = isSuccess(raw.status) && !isRefused(raw, profile);
  const groups = isGood ? groupsOf(call, document, profile) : [errorGroup(document, profile)];
  return groups.flatMap(({ prefix, from, paths }) =>
    Object.entries(paths).map(([name, path]) => ({
      place: `answers.${prefix}.${name}`,
      path,
      found: path === null ? null : kindOf(readPath(from, path.replace(/\?$/, ''))),
    })),
  );
}

function parseOrUndefined(raw: RawAnswer): unknown {
  try {
    return parseJsonAnswer(raw);
  } catch {
    return undefined;
  }
}

function errorGroup(from: unknown, { answers }: ServiceProfile): Group {
  const { message, fields } = answers.error;
  return { prefix: 'error', from, paths: { message, fields } };
}

function groupsOf(call: ProfileCall, from: unknown, { answers }: ServiceProfile): Group[] {
  switch (call) {
    case 'license':
      return [{ prefix: 'license', from, paths: answers.license }];
    case 'territories': {
      const { list, id, name } = answers.territories;
      return [
        { prefix: 'territories', from, paths: { list } },
        { prefix: 'territories', from: firstOf(from, list), paths: { id, name } },
      ];
    }
    case 'createCompany':
    case 'updateCompany':
      return [{ prefix: 'company', from, paths: answers.company }];
    case 'authorization':
      return [];
    case 'submission':
      return submissionGroups(from, answers.submission);
  }
}

function submissionGroups(
  from: unknown,
  submission: ServiceProfile['answers']['submission'],
): Group[] {
  const { result, identifier, registrationNumber, code, message } = submission;
  const { records, ledgerResponse, queued, record } = submission;
  const { key, row, state, code: recordCode, messageEs, messageEu } = record;
  const envelope = { result, identifier, registrationNumber, code, message };
  const places = queued && { path: queued.path, identifier: queued.identifier };
  const entry = records === null ? undefined : firstOf(from, records);
  const entryPlaces = { row, state, code: recordCode, messageEs, messageEu };
  return [
    { prefix: 'submission', from, paths: { ...envelope, records, ledgerResponse } },
    ...(places ? [{ prefix: 'submission.queued', from, paths: places }] : []),
    { prefix: 'submission.record.key', from: entry, paths: key },
    { prefix: 'submission.record', from: entry, paths: entryPlaces },
  ];
}

function firstOf(document: unknown, path: string): unknown {
  const list = readPath(document, path);
  return typeof list === 'object' && list !== null ? Object.values(list)[0] : undefined;
}
