import { z } from 'zod';
import { ZubiError } from '../../contract/errors.ts';
import { expectedOf } from '../../contract/input-fault.ts';
import { findPathClash, type JsonPath } from './json-path.ts';
import { answers } from './profile-answers.ts';
import { headerName } from './profile-places.ts';
import { authorizationRequest, companyRequest, submissionRequest } from './profile-requests.ts';
import defaultProfileJson from './profiles/default.json' with { type: 'json' };

const credential = z.enum(['user', 'client', 'both']);
export type Credential = z.infer<typeof credential>;

const endpointPath = z
  .string()
  .regex(/^(\/[A-Za-z0-9_{}~-][A-Za-z0-9._{}~-]*)+$/)
  .max(200);
const endpoint = z.strictObject({ path: endpointPath, credential });

const milliseconds = z.number().int().min(1).max(3_600_000);

const shape = z.strictObject({
  name: z.string().trim().min(1).max(60),
  version: z.string().trim().min(1).max(30),
  headers: z.strictObject({
    user: headerName,
    client: headerName,
    certificateKey: headerName
      .nullable()
      .default(null)
      .describe('For the certificate’s key in a submission; null where it goes in the body.'),
    extra: z
      .record(headerName, z.string().regex(/^[\x20-\x7e]{0,200}$/))
      .default({})
      .describe(
        'Sent with each request as they are: no place for a key, nor for headers that Zubi sets.',
      ),
  }),
  endpoints: z.strictObject({
    territories: endpoint,
    license: endpoint,
    createCompany: endpoint,
    updateCompany: endpoint.extend({
      path: endpointPath.refine((path) => path.includes('{clientCompany}')),
    }),
    expenses: endpoint,
    receivedInvoices: endpoint,
    submissionResult: endpoint
      .extend({ path: endpointPath.refine((path) => path.includes('{identifier}')) })
      .nullable()
      .default(null)
      .describe('Asked for the end of a submission that is queued; null where there is none.'),
    authorizationMultipart: endpoint,
    authorizationJson: endpoint,
  }),
  requests: z.strictObject({
    submission: submissionRequest,
    company: companyRequest,
    wrongCheckDigit: z
      .enum(['refused', 'asked'])
      .default('refused')
      .describe(
        'Whether the service takes a tax id whose check digit is wrong, as some test hosts do: with `asked` it is a warning and wants a yes. Never in production.',
      ),
    authorization: authorizationRequest,
  }),
  answers,
  compression: z
    .strictObject({ gzipRequests: z.boolean(), minimumBytes: z.number().int().min(0) })
    .describe(
      'Bodies of at least `minimumBytes` are sent gzipped where the service is known to take them.',
    ),
  timeouts: z.strictObject({
    connectMs: milliseconds.describe('Name, connection, proxy and TLS together.'),
    headersMs: milliseconds.describe('From the last byte sent to the answer’s headers.'),
    bodyMs: milliseconds.describe('Between two parts of the answer’s body.'),
    submissionTotalMs: milliseconds.describe(
      'A whole submission, or the upload of an authorization, whatever its parts took.',
    ),
    otherTotalMs: milliseconds.describe(
      'Readings and companies; for readings this spans all tries and the waits between them.',
    ),
  }),
  concurrency: z.number().int().min(1).max(32).describe('Requests under way at once.'),
  rate: z
    .strictObject({ requests: z.number().int().min(1).max(10_000), intervalMs: milliseconds })
    .nullable()
    .default(null)
    .describe(
      'At most so many submissions in any stretch of so many milliseconds; null where only `concurrency` bounds them.',
    ),
  limits: z.strictObject({
    maxAnswerBytes: z.number().int().min(1024).max(104_857_600),
    maxRequestBytes: z.number().int().min(1024).max(536_870_912),
    maxAuthorizationBytes: z
      .number()
      .int()
      .min(1024)
      .max(104_857_600)
      .describe('Largest authorization document, before any encoding.'),
  }),
});

/**
 * The service profile: everything that the specification leaves open, in one JSON document that can
 * be replaced in Settings. Fields of one request must not lead through each other.
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
  // The key needs one place, or the service would never receive it.
  if ((submission.certificateKey === null) === (profile.headers.certificateKey === null)) {
    const path = ['requests', 'submission', 'certificateKey'];
    context.addIssue({ code: 'custom', path, message: 'one place' });
  }
  const clash = findHeaderClash(profile);
  if (clash) {
    const message = `clash: ${clash.join(', ')}`;
    context.addIssue({ code: 'custom', path: ['headers'], message });
  }
});

/**
 * Two names of one header in a request, where only one value would arrive or both: capitals do not
 * tell headers apart. The two API keys may share a header where no endpoint takes `both`.
 */
function findHeaderClash({ headers, endpoints }: z.infer<typeof shape>) {
  const { user, client, certificateKey, extra } = headers;
  const isShared = user.toLowerCase() === client.toLowerCase();
  const areTogether = Object.values(endpoints).some((each) => each?.credential === 'both');
  const keys = isShared && !areTogether ? [user] : [user, client];
  const known = new Map<string, string>();
  for (const name of [...keys, certificateKey ?? [], Object.keys(extra)].flat()) {
    const same = known.get(name.toLowerCase());
    if (same !== undefined) return [same, name];
    known.set(name.toLowerCase(), name);
  }
  return null;
}

/** The same as JSON Schema, for its reference. */
export function profileJsonSchema() {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
}

export type ServiceProfile = z.infer<typeof serviceProfileSchema>;

function submissionPaths(fields: z.infer<typeof submissionRequest>): JsonPath[] {
  const { xml, operation, expenseType, fiscalYear, certificateKey, taxpayer, softwareGarante } =
    fields;
  const named = Object.values(taxpayer).filter((path) => path !== null);
  const nested = [...named, ...Object.values(softwareGarante)];
  const keyed = certificateKey === null ? [] : [certificateKey];
  const constants = Object.keys(fields.constants);
  return [xml, operation, expenseType, fiscalYear, ...keyed, ...nested, ...constants];
}

function companyPaths(fields: z.infer<typeof companyRequest>): JsonPath[] {
  const { territoryIdAs: _, ...paths } = fields;
  return Object.values(paths).filter((path) => path !== null);
}

/**
 * Reads a profile from a JSON value or text: whole, or a name and what differs from the default
 * profile. Throws `invalid_input` (details: `what: 'service_profile'`) with at most 20 faulty
 * `places`, as dotted paths, and what is wrong there.
 */
export function parseServiceProfile(input: unknown): ServiceProfile {
  const given = typeof input === 'string' ? parseText(input) : input;
  const { name: _, ...standard } = defaultProfileJson;
  const parsed = serviceProfileSchema.safeParse(overDefault(given, standard, shape));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.flatMap((issue) => {
    const place = issue.path.map(String);
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [null];
    const clash = /^clash: (.*)$/.exec(issue.message)?.[1];
    const expected = clash !== undefined ? { kind: 'apart', values: clash } : expectedOf(issue);
    return names.map((name) => ({
      path: [...place, ...(name === null ? [] : [name])].join('.').slice(0, 200),
      fault:
        clash === undefined
          ? issue.code.replace(/^custom$/, 'refused')
          : issue.message.slice(0, 200),
      expected: issue.message === 'one place' ? { kind: 'onePlace' } : expected,
    }));
  });
  throw new ZubiError('invalid_input', { what: 'service_profile', places: places.slice(0, 20) });
}

/** Words, lists and constants are replaced as a whole. */
function overDefault(given: unknown, standard: unknown, schema: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || !isRecord(given) || !isRecord(standard)) return given;
  const own = Object.entries(given).map(([name, value]) => [
    name,
    overDefault(value, standard[name], schema.shape[name]),
  ]);
  return { ...standard, ...Object.fromEntries(own) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ZubiError('invalid_input', {
      what: 'service_profile',
      places: [{ path: '', fault: 'not_json', expected: { kind: 'json' } }],
    });
  }
}

/**
 * The profile in force until another is chosen: our assumptions, see
 * `docs/decisions/0004-service-profile.md`.
 */
export const defaultServiceProfile = (): ServiceProfile => defaultProfile;
const defaultProfile = parseServiceProfile(defaultProfileJson);
