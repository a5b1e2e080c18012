import { z } from 'zod';
import { foundPath, listPath, optionalPath, word, writtenPath } from './profile-places.ts';

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
  dateAs: z
    .enum(['ledger', 'iso', 'slashes'])
    .default('ledger')
    .describe('How a date is written: `25-10-2026`, `2026-10-25` or `25/10/2026`.'),
  joined: z
    .strictObject({ path: writtenPath, separator: z.string().min(1).max(5) })
    .nullable()
    .default(null)
    .describe('Where series and number stand in one text; the last separator parts them.'),
  row: foundPath
    .default(null)
    .describe('The record’s number in the document, where the service names it so.'),
  rowsFrom: z
    .union([z.literal(0), z.literal(1)])
    .nullable()
    .default(null)
    .describe(
      'The number of the first record; null where it is not known. Then numbers count where they, or keys beside them, show it.',
    ),
  state: foundPath,
  stateWords: z
    .record(word, z.enum(['correct', 'accepted_with_errors', 'incorrect', 'cancelled']))
    .describe('The wire’s word for a record’s state, to ours.'),
  code: foundPath,
  messageEs: foundPath,
  messageEu: foundPath,
});

const queuedAnswer = z.strictObject({
  statuses: z
    .array(z.number().int().min(200).max(299))
    .default([202])
    .describe('Used when `path` is null. 200 is not allowed: the final answer has it too.'),
  path: foundPath.default(null),
  is: z.array(z.union([z.string().max(100), z.number(), z.boolean()])).default([]),
  identifier: foundPath.describe('What the service is asked with; null where it cannot be asked.'),
  askEveryMs: z
    .number()
    .int()
    .min(1000)
    .max(86_400_000)
    .default(30_000)
    .describe('Where the service names no time itself (`Retry-After`).'),
  askForMs: z
    .number()
    .int()
    .min(1000)
    .max(2_592_000_000)
    .default(86_400_000)
    .describe('After that a person asks, or decides.'),
});

/**
 * `result`, `records`, `record.state` and `ledgerResponse` decide how a submission ended: when one
 * of them has a place and an answer has nothing there, the answer is never taken for an acceptance.
 * `null` says that the service does not give it.
 */
const submissionAnswer = z.strictObject({
  result: foundPath,
  resultWords: z
    .record(word, z.enum(['correct', 'partially_correct', 'incorrect']))
    .describe('The wire’s word for the file’s result, to ours.'),
  queued: queuedAnswer
    .refine(({ path, statuses }) => path !== null || !statuses.includes(200), {
      path: ['statuses'],
    })
    .nullable()
    .default(null)
    .describe(
      'The service has the file and will say later how it ended: one of `statuses`, or what lies at `path` is one of `is`. It is asked at `endpoints.submissionResult`; that answer is read as any answer to a submission.',
    ),
  identifier: foundPath,
  registrationNumber: foundPath,
  code: foundPath,
  message: foundPath,
  records: listPath.nullable().describe('Where the records are; null when the service names none.'),
  recordsAs: z
    .enum(['list', 'map'])
    .default('list')
    .describe('Whether they come as a list, or as an object whose keys are the records’ numbers.'),
  recordsListed: z
    .enum(['all', 'refused_only'])
    .default('all')
    .describe(
      'With `refused_only` a record that is not listed was taken, where the result says that the file was taken whole or in part.',
    ),
  record: recordAnswer,
  ledgerResponse: optionalPath.describe(
    'The ledger’s own response, in whatever wrapping. With a question mark at its end it may be absent from an answer that tells of every record.',
  ),
});

export const answers = z.strictObject({
  territories: z.strictObject({
    list: listPath,
    id: writtenPath,
    name: writtenPath,
    names: z
      .record(word, word)
      .default({})
      .describe(
        'Names by identifier, where the service calls `Bizkaia` or `Araba` something else.',
      ),
  }),
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
    taxId: foundPath
      .default(null)
      .describe('The tax id that the service has saved; compared with what was sent.'),
  }),
  submission: submissionAnswer,
  error: z.strictObject({
    message: foundPath,
    fields: foundPath,
    fieldList: z
      .strictObject({ field: writtenPath, text: writtenPath })
      .nullable()
      .default(null)
      .describe('Where `fields` is a list: each entry’s name of a field and its text.'),
    notDeliveredStatuses: z
      .array(
        z
          .number()
          .int()
          .min(400)
          .refine((status) => status < 500 || status === 501 || status === 503),
      )
      .describe(
        'Statuses with which the service says no before it does anything. From 500 on only 501 and 503 can mean so: behind the others something had begun. A 409 to a submission leaves it in doubt all the same.',
      ),
    refusedWhen: z
      .strictObject({
        path: writtenPath,
        is: z.array(z.union([z.string().max(100), z.number(), z.boolean(), z.null()])).min(1),
        means: z.enum(['not_delivered', 'rejected']),
      })
      .nullable()
      .default(null)
      .describe(
        'A refusal inside an answer of success: what lies at `path` is one of `is`. Nothing was done (`not_delivered`), or the ledger refused the file (`rejected`).',
      ),
  }),
  authorization: z
    .strictObject({
      receivedStatuses: z
        .array(z.number().int().min(200).max(299))
        .min(1)
        .describe(
          'Statuses that confirm receipt; the specification names 200 alone. An answer that says `success: false` is a refusal all the same; one that names an error in another way, or that is cut off, leaves the upload in doubt.',
        ),
    })
    .default({ receivedStatuses: [200] }),
});
