import type { Migration } from './migration.ts';
import { otherWaitingTriggers, unlessAsked, waitingRule } from './waiting-list.ts';

const waitsForAPerson = waitingRule(
  unlessAsked,
  `later.previous_id = submissions.id and later.state not in ('failed', 'cancelled')
        and (later.operation = submissions.operation
          or (later.operation = 'modification' and submissions.incorrect_count = (
          select count(*) from record_results as told where told.submission_id = submissions.id
            and told.state = 'incorrect' and told.code = 'B4_2000003')))`,
);

/** Records that the ledger had already no longer wait once they were sent as a modification. */
export const waitingForModifications: Migration = {
  version: 31,
  sql: `
${otherWaitingTriggers(waitsForAPerson)}
delete from waiting_submissions where sequence not in (
  select sequence from submissions where ${waitsForAPerson});
`,
};
