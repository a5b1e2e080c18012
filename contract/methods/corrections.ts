import { z } from 'zod';
import { callErrorSchema } from '../call-error.ts';
import { formSchema, operationSchema, recordKeySchema } from '../form.ts';
import { recordFieldSchema, recordValueSchema } from '../record-form.ts';
import { recordResultSchema, recordStateSchema, submissionSchema } from '../submission.ts';
import { issueSchema, validationResultSchema } from '../verdict.ts';
import { companyReferenceSchema, fileIdSchema, worklistFileSchema } from '../worklist.ts';
import { command, id, query } from './kinds.ts';

const text = z.string().nullable();

/** The ledger's own answer. Times are as written: `25-04-2025 10:15:30`, on Bizkaia's clock. */
export const ledgerResponseSchema = z.object({
  header: z.object({
    model: text,
    chapter: text,
    subchapter: text,
    operation: text,
    fiscalYear: text,
    taxId: text,
    name: text,
  }),
  presentedAt: text,
  /** Tax id of the presenter. */
  presenter: text,
  /** The number of named records, by their state there. */
  recordStates: z.partialRecord(recordStateSchema, z.number().int()),
});
export type ShownResponse = z.infer<typeof ledgerResponseSchema>;

/** A record of a submission: its position in the file, from 1. */
const oneRecord = z.object({ id, record: z.number().int().min(1) });

/** A record with its new values; a field without a value is left out. */
const changedRecord = oneRecord.extend({ values: z.array(recordValueSchema).min(1).max(20_000) });

/** The largest number of submissions corrected at once. */
const maxCorrected = 5000;

/** The named ones, or those of a batch. */
const correctedSchema = z.union([
  z.object({ ids: z.array(id).min(1).max(maxCorrected) }),
  z.object({ batchId: id }),
]);

/**
 * Files made from a submission. Each becomes a checked file of the worklist with its `origin`;
 * sending it links the new submission to the old one (`previousId`). The original's bytes stay,
 * without the removed records and with another letter of the operation.
 */
export const correctionMethods = {
  /**
   * The refused records alone, to be fixed and sent again (`rejected`), or those accepted with
   * errors as a modification (`accepted_with_errors`). Of the refused records: those of a creation
   * that the LROE has already, as a modification (`recorded`); those of a modification that it does
   * not have, as a creation (`missing`); or the others (`not_recorded`). Of a file that the service
   * refused for its content, all records are refused. Errors: `correction_empty`,
   * `correction_not_possible`, `submission_state`.
   */
  'submissions.extractRejected': command(
    z.object({
      id,
      which: z
        .enum(['rejected', 'accepted_with_errors', 'not_recorded', 'recorded', 'missing'])
        .default('rejected'),
    }),
    z.object({ file: worklistFileSchema }),
  ),
  /**
   * What `submissions.makeCorrections` would make for submissions that wait for a person and have
   * no correction on the worklist, with the number of records of each. `others` counts the rest of
   * the named ones.
   */
  'submissions.planCorrections': query(
    correctedSchema,
    z.object({
      submissions: z.array(
        z.object({
          id,
          file: z.string(),
          company: companyReferenceSchema,
          form: formSchema,
          fiscalYear: z.number().int(),
          /** Refused for another reason than the two below. */
          refused: z.number().int(),
          /** Refused because the LROE has them already (`B4_2000003`). */
          recorded: z.number().int(),
          /** A modification refused because the LROE does not have them (`B4_2000004`). */
          missing: z.number().int(),
          withErrors: z.number().int(),
        }),
      ),
      others: z.number().int(),
    }),
  ),
  /**
   * Corrects many submissions: makes a file of the refused records of each as they were sent. One
   * file for each company, form and year, as far as a file may hold them, takes the modification of
   * the records accepted with errors and, with `modify`, of those that the LROE has already;
   * another one the creation of those that it does not have. With `leave_out` a submission with no
   * other records is closed. `notMade` are those
   * whose kept document could not be read (`file_not_valid`, `check_failed`).
   */
  'submissions.makeCorrections': command(
    z.object({
      ids: z.array(id).min(1).max(maxCorrected),
      recorded: z.enum(['leave_out', 'modify']),
    }),
    z.object({
      files: z.array(worklistFileSchema),
      closed: z.array(id),
      notMade: z.array(z.object({ id, file: z.string(), error: callErrorSchema })),
    }),
  ),
  /**
   * The cancellation of everything that the ledger has of this submission, or of chosen records
   * (positions in the file, from 1). Errors: `correction_empty`, `correction_not_possible`,
   * `correction_record_unknown`.
   */
  'submissions.buildCancellation': command(
    z.object({ id, records: z.array(z.number().int().min(1)).min(1).max(10_000).optional() }),
    z.object({ file: worklistFileSchema }),
  ),
  /**
   * Several files with at most so many records each. The file itself stays on the worklist. Errors:
   * `split_not_needed`.
   */
  'submissions.split': command(
    z.object({ fileId: fileIdSchema, most: z.number().int().min(1).max(10_000).default(10_000) }),
    z.object({ files: z.array(worklistFileSchema) }),
  ),
  /**
   * The possible corrections of a submission (the number of records of each; 0: not offered), and
   * the existing ones. Records that a later submission entered, changed or cancelled are not
   * counted again.
   */
  'submissions.corrections': query(
    z.object({ id }),
    z.object({
      rejected: z.number().int(),
      /** Of the rejected: those that the LROE has already (`B4_2000003`). */
      recorded: z.number().int(),
      /** Of the rejected of a modification: those that the LROE does not have (`B4_2000004`). */
      missing: z.number().int(),
      acceptedWithErrors: z.number().int(),
      cancellable: z.number().int(),
      /** Files of the worklist made from it. */
      files: z.array(worklistFileSchema),
      /** Submissions made from it, oldest first. */
      submissions: z.array(submissionSchema),
    }),
  ),
  /** The contents of the ledger's document beside the records; null without a readable one. */
  'submissions.ledgerResponse': query(
    z.object({ id }),
    z.object({ response: ledgerResponseSchema.nullable() }),
  ),
  /**
   * A record that the LROE has, as a form: its fields as the schema describes them and its values.
   * They are those of the last submission that changed it (`source`). Errors: `submission_state`,
   * `correction_not_possible`, `correction_record_unknown`, `record_not_there` (refused, or
   * cancelled since), `record_form_unreadable`.
   */
  'submissions.recordForm': query(
    oneRecord,
    z.object({
      source: z.object({
        submissionId: z.string(),
        record: z.number().int(),
        file: z.string(),
        sentAt: z.iso.datetime().nullable(),
      }),
      form: formSchema,
      key: recordKeySchema,
      /** The message of the ledger; null when its answer has none for the record. */
      told: recordResultSchema
        .pick({ state: true, code: true, messageEs: true, messageEu: true })
        .nullable(),
      fields: z.array(recordFieldSchema),
      values: z.array(recordValueSchema),
      /** Other modifications or cancellations of it that wait on Submit, or are on their way. */
      pending: z.array(
        z.object({
          operation: operationSchema,
          file: z.string(),
          /** Of the worklist; null for a submission. */
          fileId: z.string().nullable(),
          submissionId: z.string().nullable(),
        }),
      ),
      /** The file with modified records that waits on Submit, and that this one will join. */
      joins: z
        .object({ fileId: z.string(), file: z.string(), records: z.number().int() })
        .nullable(),
    }),
  ),
  /**
   * Checks the modification (M00) that these values make, like a file; stores nothing. `field` is
   * the path of the value or group that an issue is about. Errors as before, and
   * `record_field_unknown`, `record_identity_changed` (details: `path`).
   */
  'submissions.checkModification': query(
    changedRecord,
    z.object({
      verdict: validationResultSchema.shape.verdict,
      issueCounts: validationResultSchema.shape.issueCounts,
      issues: z.array(issueSchema.extend({ field: z.string().nullable() })),
    }),
  ),
  /**
   * The modification (M00) that these values make, as a file of the worklist (`origin.kind`
   * `modified`). It joins the modified records of the same company, form and year that wait there,
   * unless it is to be `alone`. Errors as before.
   */
  'submissions.buildModification': command(
    changedRecord.extend({ alone: z.boolean().default(false) }),
    z.object({ file: worklistFileSchema }),
  ),
} as const;
