import { isDefiniteRefusal } from '../../../contract/answer.ts';
import { sumAmounts } from '../../../contract/money.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

/** A file's state for the person: the possible next step. */
export type Standing =
  | 'judging'
  | 'ready'
  | 'warnings'
  | 'undelivered'
  | 'newCompany'
  | 'noAuthorization'
  | 'blocked'
  | 'errors'
  | 'notSendable'
  | 'sent';

const sendableAgain: readonly string[] = ['failed', 'cancelled'];

const isRefused = ({ submission }: WorklistFile): boolean =>
  submission?.state === 'failed' && isDefiniteRefusal(submission.code);

/**
 * A file's state. A form waits where its taxpayer is not a company of the office, or nothing may be
 * sent for that company. A withdrawn file counts as not sent. A failed one can be sent again
 * (`undelivered`), unless the service refused its content: then it must be corrected first.
 */
export function standingOf(file: WorklistFile): Standing {
  if (file.submission !== null && !sendableAgain.includes(file.submission.state)) return 'sent';
  const { judged } = file;
  if (judged === null) return 'judging';
  if (judged.verdict === 'unreadable' || judged.kind !== 'ledger_form') return 'notSendable';
  if (judged.verdict === 'invalid' || isRefused(file)) return 'errors';
  if (file.company === null) return 'newCompany';
  if (file.obstacle !== null)
    return file.obstacle.startsWith('authorization_') ? 'noAuthorization' : 'blocked';
  if (file.submission?.state === 'failed') return 'undelivered';
  return judged.verdict === 'warnings' ? 'warnings' : 'ready';
}

export type Tab = 'all' | Exclude<Standing, 'judging'> | 'onTheWay';

const isOnTheWay = ({ submission }: WorklistFile): boolean =>
  submission?.state === 'queued' || submission?.state === 'sending';

/** Sent and no longer on its way: it can leave the list. */
export const isAnswered = (file: WorklistFile): boolean =>
  standingOf(file) === 'sent' && !isOnTheWay(file);

/**
 * A queued file can still be stopped: it is not sent. One that the service refused is where its
 * pill says, undelivered.
 */
function tabOf(file: WorklistFile): Tab | 'judging' {
  if (isOnTheWay(file)) return 'onTheWay';
  return isRefused(file) ? 'undelivered' : standingOf(file);
}

/** Always shown, in this order; the others only when they have files. */
const tabs: readonly Tab[] = [
  'all',
  'ready',
  'warnings',
  'undelivered',
  'errors',
  'noAuthorization',
  'blocked',
  'newCompany',
  'notSendable',
  'onTheWay',
  'sent',
];
const onlyWhenFilled: readonly Tab[] = [
  'warnings',
  'undelivered',
  'noAuthorization',
  'blocked',
  'newCompany',
  'notSendable',
  'onTheWay',
  'sent',
];

/** The filters of the table with their counts. */
export function countTabs(
  files: readonly WorklistFile[],
): readonly { readonly tab: Tab; readonly count: number }[] {
  const filed = files.map(tabOf);
  return tabs
    .map((tab) => ({
      tab,
      count: tab === 'all' ? files.length : filed.filter((one) => one === tab).length,
    }))
    .filter(({ tab, count }) => count > 0 || !onlyWhenFilled.includes(tab));
}

/** Files of one tab. */
export function filesOfTab(files: readonly WorklistFile[], tab: Tab): readonly WorklistFile[] {
  return tab === 'all' ? files : files.filter((file) => tabOf(file) === tab);
}

/** The files that the send button would send, and the rest. */
export interface SendSummary {
  readonly fileIds: readonly string[];
  /** Of these, sent before and not delivered. */
  readonly undelivered: number;
  readonly companies: number;
  /** Decimal string; null where no file has an amount. */
  readonly amount: string | null;
  /** The quarters of their records, in order. */
  readonly periods: readonly string[];
  /** Checked, not sent and not sendable as they are. */
  readonly left: number;
  readonly judging: number;
  readonly sent: number;
  /** Files that wait for their company. */
  readonly newCompanies: readonly WorklistFile[];
}

/** The sums of a worklist for its foot. */
export function summarize(files: readonly WorklistFile[]): SendSummary {
  const withStanding = files.map((file) => ({ file, standing: standingOf(file) }));
  const of = (...wanted: readonly Standing[]) =>
    withStanding.filter(({ standing }) => wanted.includes(standing)).map(({ file }) => file);
  const sendable = of('ready', 'warnings', 'undelivered');
  return {
    fileIds: sendable.map((file) => file.id),
    undelivered: of('undelivered').length,
    companies: new Set(sendable.map((file) => file.company?.id)).size,
    amount: sumAmounts(sendable.map((file) => file.judged?.totals.amount ?? null)),
    periods: [...new Set(sendable.flatMap(({ judged }) => judged?.period ?? []))].toSorted(),
    left: of('errors', 'notSendable', 'newCompany', 'noAuthorization', 'blocked').length,
    judging: of('judging').length,
    sent: of('sent').length,
    newCompanies: of('newCompany'),
  };
}

const attentionStates: readonly string[] = ['unknown', 'rejected', 'partially_accepted'];

/** A submission's urgency for a person, 0 the highest; -1 where it needs no attention. */
export function pressingRank({ submission }: WorklistFile): number {
  if (submission === null || submission.isAsked === true || submission.waits === false) return -1;
  return attentionStates.indexOf(submission.state);
}

/** Files of this list whose submission needs attention. */
export function countAttention(files: readonly WorklistFile[]): number {
  return files.filter((file) => pressingRank(file) >= 0).length;
}

/** Submissions of this list that were refused or partly accepted, and are to be corrected. */
export function toCorrect(files: readonly WorklistFile[]): string[] {
  return files.flatMap(({ submission }) =>
    submission?.waits && ['rejected', 'partially_accepted'].includes(submission.state)
      ? [submission.id]
      : [],
  );
}

/** The queue's progress with files of the worklist. */
export interface SendingProgress {
  readonly done: number;
  /** Of these, not delivered or withdrawn. */
  readonly undelivered: number;
  readonly total: number;
  /** Their submissions that are queued or being sent. */
  readonly onTheWay: readonly string[];
}

/**
 * The queue's progress with the files of this list: of the running batches, the finished and all.
 */
export function sendingProgress(files: readonly WorklistFile[]): SendingProgress {
  const sent = files.filter((file) => standingOf(file) === 'sent');
  const onTheWay = sent.flatMap((file) =>
    file.submission !== null && isOnTheWay(file) ? [file.submission] : [],
  );
  const batches = new Set(onTheWay.map(({ batchId }) => batchId));
  // All of them, also undelivered ones: the total stays while the batch runs.
  const all = files.filter(({ submission }) => submission && batches.has(submission.batchId));
  const undelivered = all.filter(
    ({ submission }) => submission && sendableAgain.includes(submission.state),
  ).length;
  return {
    done: all.length - onTheWay.length,
    undelivered,
    total: all.length,
    onTheWay: onTheWay.map(({ id }) => id),
  };
}

/** The newest batch with files of this list; null before anything was sent. */
export function lastBatch(files: readonly WorklistFile[]): string | null {
  // Ids of batches rise with time; the list is in the order of arrival.
  const batchIds = files.flatMap(({ submission }) => submission?.batchId ?? []);
  return batchIds.toSorted().at(-1) ?? null;
}

/** Whether a file was refused, whole or in part, and needs no more attention. */
export function isSettled({ submission }: WorklistFile): boolean {
  return (
    submission?.waits === false && ['rejected', 'partially_accepted'].includes(submission.state)
  );
}

/** The maximum number of records of a submission. */
const maxRecords = 10_000;

/** The number of files for a form's records; 1 for a form that fits, and for other documents. */
export function partsOf({ judged, submission }: WorklistFile): number {
  if (judged === null || judged.form === null || submission !== null) return 1;
  return Math.max(1, Math.ceil(judged.records / maxRecords));
}
