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
  record: recordAnswer,
  /** The ledger's own response, in whatever wrapping. */
  ledgerResponse: optionalPath,
});

export const answers = z.strictObject({
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
