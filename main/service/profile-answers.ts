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
  /** Whether they come as a list, or as an object whose keys are the records' numbers. */
  recordsAs: z.enum(['list', 'map']).default('list'),
  /**
   * `refused_only`: a record that is not listed was taken, where the result says that the file was
   * taken whole or in part.
   */
  recordsListed: z.enum(['all', 'refused_only']).default('all'),
  record: recordAnswer,
  /** The ledger's own response, in whatever wrapping. */
  ledgerResponse: optionalPath,
});

export const answers = z.strictObject({
  territories: z.strictObject({
    ...{ list: listPath, id: writtenPath, name: writtenPath },
    /** Names by identifier, where the service calls `Bizkaia` or `Araba` something else. */
    names: z.record(word, word).default({}),
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
    /** Where `fields` is a list: each entry's name of a field and its text. */
    fieldList: z.strictObject({ field: writtenPath, text: writtenPath }).nullable().default(null),
    /**
     * Statuses with which the service says no before it does anything: the request surely had no
     * effect. Of those from 500 on only 501 and 503 can mean so: behind the others something had
     * begun.
     */
    notDeliveredStatuses: z.array(
      z
        .number()
        .int()
        .min(400)
        .refine((status) => status < 500 || status === 501 || status === 503),
    ),
    /**
     * A refusal inside an answer of success: what lies at `path` is one of `is`. It means that
     * nothing was done (`not_delivered`), or that the ledger refused the file (`rejected`).
     */
    refusedWhen: z
      .strictObject({
        path: writtenPath,
        is: z.array(z.union([z.string().max(100), z.number(), z.boolean(), z.null()])).min(1),
        means: z.enum(['not_delivered', 'rejected']),
      })
      .nullable()
      .default(null),
  }),
  authorization: z
    .strictObject({
      /** Statuses that confirm receipt; the specification names 200 alone. */
      receivedStatuses: z.array(z.number().int().min(200).max(299)).min(1),
    })
    .default({ receivedStatuses: [200] }),
});
