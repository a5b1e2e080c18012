import { z } from 'zod';
import { companyTexts, mapTexts } from '../../contract/company-texts.ts';
import { documentFormatSchema } from '../../contract/document-format.ts';
import { ZubiError } from '../../contract/errors.ts';
import { expenseTypeSchema } from '../../contract/form.ts';
import { findPathClash, type JsonPath } from './json-path.ts';
import defaultProfileJson from './profiles/default.json' with { type: 'json' };

const forbiddenSteps = ['__proto__', 'constructor', 'prototype'];
const pathPattern = /^[^.\s]+(\.[^.\s]+)*$/;
const safePath = z
  .string()
  .max(200)
  .refine((path) => path.split('.').every((step) => !forbiddenSteps.includes(step)));

/** Where a value is put in a request: a dotted path, never empty. */
const writtenPath = safePath.regex(pathPattern);
/** Where a value is found in an answer; `null` when the service does not give it. */
const foundPath = safePath.regex(pathPattern).nullable();
/**
 * The same; with a question mark at its end the part may be absent from an answer that tells of
 * every record.
 */
const optionalPath = safePath.regex(/^[^.\s?]+(\.[^.\s?]+)*\??$/).nullable();
/** Where a list is found in an answer; the empty path means that the answer itself is the list. */
const listPath = z.union([z.literal(''), safePath.regex(pathPattern)]);

const credential = z.enum(['user', 'client']);
export type Credential = z.infer<typeof credential>;

const reservedHeaders = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
];
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/)
  .refine((name) => !reservedHeaders.includes(name.toLowerCase()));

const endpointPath = z
  .string()
  .regex(/^(\/[A-Za-z0-9_{}~-][A-Za-z0-9._{}~-]*)+$/)
  .max(200);
const endpoint = z.strictObject({ path: endpointPath, credential });

const word = z.string().min(1).max(100);
const milliseconds = z.number().int().min(1).max(3_600_000);

const submissionRequest = z.strictObject({
  xml: writtenPath,
  operation: writtenPath,
  operationWords: z.strictObject({ creation: word, modification: word, cancellation: word }),
  expenseType: writtenPath,
  /** The wire's word for an expense type; where there is none, the type's own name. */
  expenseTypeWords: z.partialRecord(expenseTypeSchema, word),
  fiscalYear: writtenPath,
  fiscalYearAs: z.enum(['number', 'text']),
  taxpayer: z.strictObject({ taxId: writtenPath, name: writtenPath }),
  softwareGarante: z.strictObject({
    taxId: writtenPath,
    license: writtenPath,
    name: writtenPath,
    version: writtenPath,
  }),
  certificateKey: writtenPath,
});

const companyRequest = z.strictObject({
  isIndividual: writtenPath,
  fullName: writtenPath,
  taxId: writtenPath,
  territoryId: writtenPath,
  territoryIdAs: z.enum(['number', 'text']),
  // A profile from before there was one of them has it as the default one does.
  ...mapTexts((name) => writtenPath.default(companyTexts[name].wirePath)),
});

const authorizationRequest = z.strictObject({
  /** How a document is given: as a file in a form, or as Base64 in a JSON body. */
  as: z.enum(['multipart', 'json']),
  /** Name of the form's part, and of the JSON's field. */
  file: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/),
  format: writtenPath,
  /** The wire's word for a format; where there is none, the format's own name. */
  formatWords: z.partialRecord(documentFormatSchema, word),
});

const recordAnswer = z.strictObject({
  key: z.strictObject({
    issuer: foundPath,
    series: foundPath,
    number: foundPath,
    date: foundPath,
    epigraph: foundPath,
    concept: foundPath,
    line: foundPath,
  }),
  state: foundPath,
  /** The wire's word to ours. */
  stateWords: z.record(word, z.enum(['correct', 'accepted_with_errors', 'incorrect', 'cancelled'])),
  code: foundPath,
  messageEs: foundPath,
  messageEu: foundPath,
});

/**
 * `result`, `records`, `record.state` and `ledgerResponse` decide how a submission ended: where one
 * of them has a place and an answer has nothing there, that answer is never taken for an
 * acceptance. `null` says that the service does not give it.
 */
const submissionAnswer = z.strictObject({
  result: foundPath,
  /** The wire's word to ours. */
  resultWords: z.record(word, z.enum(['correct', 'partially_correct', 'incorrect'])),
  identifier: foundPath,
  registrationNumber: foundPath,
  code: foundPath,
  message: foundPath,
  /** Null when the service names no records. */
  records: listPath.nullable(),
  record: recordAnswer,
  /** The ledger's own response, in whatever wrapping. */
  ledgerResponse: optionalPath,
});

const answers = z.strictObject({
  territories: z.strictObject({ list: listPath, id: writtenPath, name: writtenPath }),
  license: z.strictObject({
    developer: foundPath,
    software: foundPath,
    version: foundPath,
    license: foundPath,
  }),
  company: z.strictObject({
    id: writtenPath,
    apiKey: writtenPath,
    territoryName: foundPath,
    /**
     * The tax id that the service has saved; compared with what was sent. Profiles from before it
     * may leave it out.
     */
    taxId: foundPath.default(null),
  }),
  submission: submissionAnswer,
  error: z.strictObject({
    message: foundPath,
    fields: foundPath,
    /**
     * Statuses with which the service says no before it does anything: the request surely had no
     * effect.
     */
    notDeliveredStatuses: z.array(z.number().int().min(400).max(499)),
  }),
});

const shape = z.strictObject({
  name: z.string().trim().min(1).max(60),
  version: z.string().trim().min(1).max(30),
  headers: z.strictObject({ user: headerName, client: headerName }),
  endpoints: z.strictObject({
    territories: endpoint,
    license: endpoint,
    createCompany: endpoint,
    updateCompany: endpoint.extend({
      path: endpointPath.refine((path) => path.includes('{clientCompany}')),
    }),
    expenses: endpoint,
    receivedInvoices: endpoint,
    // A profile from before there were authorizations has these as the default one has them.
    authorizationMultipart: endpoint.prefault(() =>
      endpoint.parse(defaultProfileJson.endpoints.authorizationMultipart),
    ),
    authorizationJson: endpoint.prefault(() =>
      endpoint.parse(defaultProfileJson.endpoints.authorizationJson),
    ),
  }),
  requests: z.strictObject({
    submission: submissionRequest,
    company: companyRequest,
    authorization: authorizationRequest.prefault(() =>
      authorizationRequest.parse(defaultProfileJson.requests.authorization),
    ),
  }),
  answers,
  /** Bodies of at least `minimumBytes` are sent gzipped where the service is known to take them. */
  compression: z.strictObject({ gzipRequests: z.boolean(), minimumBytes: z.number().int().min(0) }),
  timeouts: z.strictObject({
    /** Name, connection, proxy and TLS together. */
    connectMs: milliseconds,
    /** From the last byte sent to the answer's headers. */
    headersMs: milliseconds,
    /** Between two parts of the answer's body. */
    bodyMs: milliseconds,
    /** A whole submission, or the upload of an authorization, whatever its parts took. */
    submissionTotalMs: milliseconds,
    /** Readings and companies; for readings this spans all tries and the waits between them. */
    otherTotalMs: milliseconds,
  }),
  /** Requests under way at once. */
  concurrency: z.number().int().min(1).max(32),
  /**
   * At most so many submissions in any stretch of so many milliseconds; null where only
   * `concurrency` bounds them.
   */
  rate: z
    .strictObject({ requests: z.number().int().min(1).max(10_000), intervalMs: milliseconds })
    .nullable()
    .default(null),
  limits: z.strictObject({
    maxAnswerBytes: z.number().int().min(1024).max(104_857_600),
    maxRequestBytes: z.number().int().min(1024).max(536_870_912),
    /** Largest authorization document, before any encoding. */
    maxAuthorizationBytes: z
      .number()
      .int()
      .min(1024)
      .max(104_857_600)
      .default(defaultProfileJson.limits.maxAuthorizationBytes),
  }),
});

/**
 * The service profile: everything the specification leaves open about the wire, in one JSON
 * document that can be replaced in Settings. Fields that are written into one request must not lead
 * through each other.
 */
const serviceProfileSchema = shape.superRefine((profile, context) => {
  const { submission, company, authorization } = profile.requests;
  const requests: readonly (readonly [string, readonly JsonPath[]])[] = [
    ['submission', submissionPaths(submission)],
    ['company', companyPaths(company)],
    ['authorization', [authorization.file, authorization.format]],
  ];
  for (const [name, paths] of requests) {
    const clash = findPathClash(paths);
    if (!clash) continue;
    const message = `clash: ${clash.join(', ')}`;
    context.addIssue({ code: 'custom', path: ['requests', name], message });
  }
});
export type ServiceProfile = z.infer<typeof serviceProfileSchema>;

function submissionPaths(fields: z.infer<typeof submissionRequest>): JsonPath[] {
  const { xml, operation, expenseType, fiscalYear, certificateKey, taxpayer, softwareGarante } =
    fields;
  const nested = [...Object.values(taxpayer), ...Object.values(softwareGarante)];
  return [xml, operation, expenseType, fiscalYear, certificateKey, ...nested];
}

function companyPaths(fields: z.infer<typeof companyRequest>): JsonPath[] {
  const { territoryIdAs: _, ...paths } = fields;
  return Object.values(paths);
}

/**
 * Reads a profile out of a JSON value, or out of JSON text. Throws `ZubiError('invalid_input',
 * {what: 'service_profile', places})` with at most 20 places at fault as dotted paths and what is
 * wrong there.
 */
export function parseServiceProfile(input: unknown): ServiceProfile {
  const parsed = serviceProfileSchema.safeParse(
    typeof input === 'string' ? parseText(input) : input,
  );
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.flatMap((issue) => {
    const place = issue.path.map(String);
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [null];
    return names.map((name) => ({
      path: [...place, ...(name === null ? [] : [name])].join('.').slice(0, 200),
      fault:
        issue.code === 'custom' && issue.message.startsWith('clash')
          ? issue.message.slice(0, 200)
          : issue.code.replace(/^custom$/, 'refused'),
    }));
  });
  throw new ZubiError('invalid_input', { what: 'service_profile', places: places.slice(0, 20) });
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ZubiError('invalid_input', {
      what: 'service_profile',
      places: [{ path: '', fault: 'not_json' }],
    });
  }
}

/**
 * The profile in force until another is chosen: our assumptions, see
 * `docs/decisions/0004-service-profile.md`.
 */
export function defaultServiceProfile(): ServiceProfile {
  return parseServiceProfile(defaultProfileJson);
}
