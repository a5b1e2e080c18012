import type { CallError } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { AnswersTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { readLicense, readTerritories } from '../../service/answers.ts';
import { toUploadOutcome } from '../../service/authorizations.ts';
import { readCompanyAnswer, reading } from '../../service/client.ts';
import type { RawAnswer } from '../../service/client-port.ts';
import { expectReading } from '../../service/link.ts';
import {
  defaultServiceProfile,
  parseServiceProfile,
  type ServiceProfile,
} from '../../service/profile.ts';
import { createRedactor } from '../../service/redaction.ts';
import { listAnswers, readAnswer } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import { classifyRaw } from '../outbox/public.ts';
import { findAnswer, findNewestAnswer, requireSubmission } from '../submissions/public.ts';
import { findPlaces } from './places.ts';
import { shapeOf } from './shape.ts';

/** A service profile, tried on stored answers or on one that a person has. Nothing is sent. */
export function profileHandlers(core: Core) {
  return {
    'profile.get': async () => {
      const inForce = core.connection.profile();
      const standard = defaultServiceProfile();
      const isDefault = JSON.stringify(inForce) === JSON.stringify(standard);
      return { name: inForce.name, isDefault, inForce, default: standard };
    },
    'profile.try': (input) => tryProfile(core, input),
    'profile.answers': async () => {
      const { environment } = core.connection.configured();
      const kept = environment === 'none' ? [] : await listAnswers(core.store.queries, environment);
      return {
        answers: kept.map(({ tax_id, content_type, size_bytes, ...rest }) => ({
          ...rest,
          taxId: tax_id === '' ? null : tax_id,
          contentType: content_type,
          sizeBytes: size_bytes,
        })),
      };
    },
  } satisfies Partial<Handlers>;
}

type Trial = ParsedInput<'profile.try'>;
type Outcome = NonNullable<Output<'profile.try'>['outcome']>;

async function tryProfile(core: Core, trial: Trial): Promise<Output<'profile.try'>> {
  const profile = profileOf(core, trial.profile);
  const raw = trial.answer ? toRaw(trial.answer) : await findKept(core, trial);
  if (raw === null) return { answer: null, places: [], outcome: null };
  const { status, contentType } = raw;
  return {
    answer: { status, contentType, shape: shapeOf(raw) },
    places: findPlaces(trial.call, raw, profile),
    outcome: await readOutcome(core, trial.call, raw, profile),
  };
}

function profileOf(core: Core, given: Trial['profile']): ServiceProfile {
  if (given === undefined) return core.connection.profile();
  return given === null ? defaultServiceProfile() : parseServiceProfile(given);
}

function toRaw({ status, contentType, text }: NonNullable<Trial['answer']>): RawAnswer {
  return { status, contentType, body: Buffer.from(text), latencyMs: 0 };
}

async function findKept(
  core: Core,
  { call, submissionId, taxId }: Trial,
): Promise<RawAnswer | null> {
  const { queries } = core.store;
  const { environment } = core.connection.configured();
  if (call === 'submission' && submissionId !== undefined) {
    await requireSubmission(core, submissionId);
    return open(await findAnswer(queries, submissionId));
  }
  if (environment === 'none') return null;
  if (call === 'submission') return open(await findNewestAnswer(queries, environment));
  const all = await listAnswers(queries, environment);
  const newest = all.find(
    (kept) => kept.call === call && (taxId === undefined || kept.tax_id === taxId),
  );
  if (!newest) return null;
  const place = { environment, call: newest.call, tax_id: newest.tax_id };
  return readAnswer({ queries, vault: core.vault }, place);
}

async function open(kept: AnswersTable | undefined): Promise<RawAnswer | null> {
  if (!kept) return null;
  const { status, content_type: contentType, latency_ms: latencyMs } = kept;
  return { status, contentType, latencyMs, body: await gunzip(kept.body_gzip) };
}

/** Largest file whose answer may list refused records alone. */
const unlistedRecords = 10_000;

/** A pasted answer has no document, so no records of a file are looked for in it. */
const noFile = {
  xml: new Uint8Array(),
  header: null,
  readRecords: () => Promise.resolve([]),
};

async function readOutcome(
  core: Core,
  call: Trial['call'],
  raw: RawAnswer,
  profile: ServiceProfile,
): Promise<Outcome> {
  if (call === 'submission') {
    const isListedWhole = profile.answers.submission.recordsListed === 'all';
    const answer = { raw, profile, recordCount: isListedWhole ? 0 : unlistedRecords };
    const { state, code, event } = await classifyRaw(core, answer, noFile);
    return { state, code, details: event.data };
  }
  if (call === 'createCompany' || call === 'updateCompany') {
    const answer = readCompanyAnswer(raw, profile);
    return answer.kind === 'saved'
      ? understood
      : notUnderstood(answer.kind === 'refused', toCallError(answer.error));
  }
  if (call === 'authorization') {
    const answered = { kind: 'answered', raw, retryAfter: null } as const;
    const end = toUploadOutcome(answered, profile, createRedactor([]));
    return end.kind === 'received' ? understood : notUnderstood(end.kind === 'refused', end.error);
  }
  return readReference(call, raw, profile);
}

const understood: Outcome = { state: 'understood', code: null, details: {} };

function notUnderstood(isRefused: boolean, { code, details }: CallError): Outcome {
  return { state: isRefused ? 'refused' : 'not_understood', code, details };
}

function readReference(
  call: 'territories' | 'license',
  raw: RawAnswer,
  profile: ServiceProfile,
): Outcome {
  try {
    const answered = { kind: 'answered', raw, retryAfter: null } as const;
    const whole = expectReading(answered, profile, createRedactor([]));
    reading(() =>
      call === 'territories' ? readTerritories(whole, profile) : readLicense(whole, profile),
    );
    return understood;
  } catch (error) {
    return notUnderstood(false, toCallError(error));
  }
}
