import { followsByOperation } from './033-joined-corrections.ts';
import { isModified } from './035-modified-is-no-correction.ts';
import { hasAll, isLeftWithErrors, others } from './036-waiting-by-records.ts';
import type { Migration } from './migration.ts';
import { lookAgainBy, otherWaitingTriggers, unlessAsked, waitingRule } from './waiting-list.ts';

/** Whether a later file was made from the records with errors, and not from the refused ones. */
const isOnlyOfErrors = `(submissions.operation = 'modification' and submissions.incorrect_count > 0
          and submissions.accepted_with_errors_count > 0 and later.worklist_file_id in (
            select file_id from file_origins where kind = 'accepted_with_errors'))`;

/**
 * Whether a row of `submissions` still waits for a person.
 *
 * - An unknown outcome waits until a person has recorded how it ended, but not while the service
 *   has it queued and Zubi asks for it.
 * - A refused, partly accepted or failed one waits until a person closes it, or until a follower
 *   was received or is being sent. A refused follower waits in its place; a failed or withdrawn
 *   one changes nothing.
 * - A follower is the same document again, another one of the same origin, or one made from the
 *   refused records, alone or joined with others. That one has the same operation; a modification
 *   when no record was refused or the ledger has all of them already; a creation when the ledger
 *   has none of the records to modify.
 * - A file made from a submission follows it also when it is sent again by another submission.
 * - Each record accepted with errors must be in a later modification or cancellation too: its file
 *   may be another one than that of the refused records.
 * - A modification may have refused records and records with errors. A file of only the latter
 *   follows it once the refused ones are in a follower.
 * - Of two changes of one origin, the later counts for both only with all records of the earlier.
 * - Records that a person modified in their form may be others than those to correct: their file
 *   follows those of which it has all records to correct (`corrects`), and its origin where no
 *   record was refused.
 *
 * A changed rule needs a new step.
 */
export const waitsForAPerson = waitingRule(
  unlessAsked,
  `((later.previous_id = submissions.id and (not ${isModified} or (
            submissions.incorrect_count = 0 and submissions.accepted_with_errors_count > 0)))
          or later.worklist_file_id in (
            select file_id from joined_sources as joined
            where joined.submission_id = submissions.id and joined.corrects = 1)
          or later.worklist_file_id in (
            select file_id from file_origins as origin
            where origin.submission_id = submissions.id and origin.kind <> 'modified'))
        and later.state not in ('failed', 'cancelled')
        and ${followsByOperation}
        and not ${isLeftWithErrors}
        and not ${isOnlyOfErrors}`,
  `
        and not ${isModified} and (later.operation = 'creation' or ${hasAll})`,
);

/** The two files of a modification's correction have the same operation: each needs the other. */
export const waitingForBothFiles: Migration = {
  version: 37,
  sql: `
${otherWaitingTriggers(waitsForAPerson, others)}
drop trigger submissions_wait_records;
create trigger submissions_wait_records after update of records_indexed on submissions begin
${lookAgainBy(waitsForAPerson, others)}
end;
insert or ignore into waiting_submissions (sequence, environment, company_id, period, form, state,
    created_at)
  select sequence, environment, company_id, period, form, state, created_at from submissions
  where ${waitsForAPerson};
`,
};
