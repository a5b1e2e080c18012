import { followedAtFirst } from './020-waiting.ts';
import type { Migration } from './migration.ts';
import { otherWaitingTriggers, unlessAsked, waitingRule } from './waiting-list.ts';

/** A submission that the service has queued needs no person while Zubi asks automatically. */
export const waitingWhileAsked: Migration = {
  version: 29,
  sql: `
${otherWaitingTriggers(waitingRule(unlessAsked, followedAtFirst))}
delete from waiting_submissions where sequence in (select sequence from submissions
  where state = 'unknown' and answer_code = 'answer_queued' and next_attempt_at is not null);
`,
};
