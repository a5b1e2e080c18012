import { z } from 'zod';
import { companyInputSchema, companySchema, territorySchema } from './company.ts';
import { connectionInputSchema, connectionSchema, licenseSchema } from './connection.ts';
import { protectionSchema, settingsInputSchema, settingsSchema, statusSchema } from './settings.ts';
import {
  recordResultSchema,
  submissionEventSchema,
  submissionFilterSchema,
  submissionSchema,
} from './submission.ts';
import { issueSchema } from './verdict.ts';
import { fileIdSchema, worklistFileSchema } from './worklist.ts';

const nothing = z.object({});
const id = z.string().min(1).max(64);
const limit = z.number().int().min(1).max(1000).default(100);

/** A reading: may be repeated, changes nothing, allowed to a process that does not own the data folder. */
const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ kind: 'query', input, output }) as const;

/** A change: carries a request id on the faces where a message may arrive twice. */
const command = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ kind: 'command', input, output }) as const;

/**
 * Every method that crosses a border: `noun.verb`, one input object, one output. Handlers, clients, the bridge, the browser's routes and
 * `zubi call` are all derived from this one list.
 */
export const methods = {
  'app.status': query(nothing, statusSchema),

  'connection.get': query(nothing, connectionSchema),
  'connection.set': command(connectionInputSchema, connectionSchema),
  /** Asks the service for its territories; the territories are kept. Fails with the reason. */
  'connection.test': command(nothing, z.object({ latencyMs: z.number(), territories: z.number().int() })),
  /** Starts this application's own sandbox and connects to it with made-up keys: nothing leaves the machine. */
  'connection.useSandbox': command(nothing, connectionSchema),

  'territories.list': query(nothing, z.array(territorySchema)),
  'license.get': query(nothing, licenseSchema),

  'companies.list': query(
    z.object({ text: z.string().max(200).optional() }),
    z.object({ companies: z.array(companySchema) }),
  ),
  'companies.get': query(z.object({ id }), companySchema),
  'companies.create': command(companyInputSchema, companySchema),
  'companies.update': command(companyInputSchema.extend({ id }), companySchema),

  'submissions.worklist': query(nothing, z.object({ files: z.array(worklistFileSchema) })),
  /** Judges files that were taken in; waits for the verdicts. */
  'submissions.check': command(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
    z.object({ files: z.array(worklistFileSchema) }),
  ),
  'submissions.addSamples': command(nothing, z.object({ files: z.array(worklistFileSchema) })),
  'submissions.issues': query(
    z.object({ fileId: fileIdSchema, offset: z.number().int().min(0).default(0), limit }),
    z.object({ issues: z.array(issueSchema), total: z.number().int() }),
  ),
  /** Lines of the file's text around a place; long lines are cut around `column`. */
  'submissions.excerpt': query(
    z.object({
      fileId: fileIdSchema,
      line: z.number().int().min(1),
      column: z.number().int().min(1).default(1),
      around: z.number().int().min(0).max(50).default(3),
    }),
    z.object({
      lines: z.array(
        z.object({ line: z.number().int(), text: z.string(), cutStart: z.boolean(), cutEnd: z.boolean() }),
      ),
      /** Position of the mark in its (perhaps cut) line, from 1; null when the place is not in the file. */
      markColumn: z.number().int().nullable(),
    }),
  ),
  'submissions.discard': command(z.object({ fileIds: z.array(fileIdSchema).max(5000) }), nothing),
  /** Queues valid files; gives back at once, the queue sends. `confirmDuplicates` is the explicit yes to send a document that is already in the history. */
  'submissions.send': command(
    z.object({
      fileIds: z.array(fileIdSchema).min(1).max(5000),
      confirmDuplicates: z.boolean().default(false),
    }),
    z.object({ submissions: z.array(submissionSchema) }),
  ),
  'submissions.list': query(
    z.object({ filter: submissionFilterSchema.default({}), cursor: z.string().max(200).nullish(), limit }),
    z.object({
      submissions: z.array(submissionSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  ),
  'submissions.get': query(
    z.object({ id }),
    z.object({
      submission: submissionSchema,
      events: z.array(submissionEventSchema),
      hasAnswer: z.boolean(),
      /** Whether the answer brought the ledger's own response document. */
      hasLedgerResponse: z.boolean(),
    }),
  ),
  'submissions.records': query(
    z.object({
      id,
      states: z.array(recordResultSchema.shape.state).optional(),
      offset: z.number().int().min(0).default(0),
      limit,
    }),
    z.object({ records: z.array(recordResultSchema), total: z.number().int() }),
  ),
  /** What was sent, or what came back, as it was. */
  'submissions.document': query(
    z.object({ id, part: z.enum(['sent', 'answer', 'ledger_response']) }),
    z.object({ name: z.string(), mediaType: z.string(), contentBase64: z.string() }),
  ),
  /** A person's decision on an `unknown` outcome: it arrived (accepted or rejected, as the panel says), or it did not. */
  'submissions.resolve': command(
    z.object({
      id,
      decision: z.enum(['accepted', 'rejected', 'not_delivered']),
      note: z.string().trim().max(500).default(''),
    }),
    submissionSchema,
  ),
  /** Queues a `failed` or `rejected` submission's document again, as a new submission. */
  'submissions.retry': command(
    z.object({ id, confirmDuplicates: z.boolean().default(false) }),
    submissionSchema,
  ),
  /** Takes back what has not left yet; all of it when no ids are given. */
  'submissions.cancelJob': command(
    z.object({ ids: z.array(id).optional() }),
    z.object({ cancelled: z.array(id) }),
  ),

  'schemas.list': query(
    nothing,
    z.object({
      schemas: z.array(
        z.object({
          id: z.string(),
          version: z.string(),
          root: z.string(),
          namespace: z.string(),
          validFrom: z.string(),
          sha256: z.string(),
        }),
      ),
    }),
  ),
  'settings.get': query(nothing, settingsSchema),
  'settings.set': command(settingsInputSchema, settingsSchema),
  /** Keeps keys under a passphrase from now on (where the system offers no keychain), or opens them with it. */
  'secrets.protect': command(z.object({ passphrase: z.string().min(8).max(1024) }), protectionSchema),
  'secrets.unlock': command(z.object({ passphrase: z.string().min(1).max(1024) }), protectionSchema),
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
/** What a caller gives: fields with defaults may be left out. */
export type Input<Name extends MethodName> = z.input<Methods[Name]['input']>;
/** What a handler receives: parsed, defaults filled in. */
export type ParsedInput<Name extends MethodName> = z.output<Methods[Name]['input']>;
export type Output<Name extends MethodName> = z.output<Methods[Name]['output']>;

export const methodNames = Object.keys(methods) as MethodName[];

/** Whether a text that came over a border names a method. */
export function isMethodName(text: string): text is MethodName {
  return Object.hasOwn(methods, text);
}
