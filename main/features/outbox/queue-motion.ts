import type { QueueSummary } from '../../../contract/queue.ts';

/** Whether files are sent or answered now, without a person and without a wait. */
export function isMoving({ sending, queued, held, paused, waitingUntil }: QueueSummary): boolean {
  return sending > 0 || (queued > held && !paused && waitingUntil === null);
}

/** The finished part of the queue, from 0 to 1; null where nothing is left to wait for. */
export function shareDone({ files, queued, held, sending }: QueueSummary): number | null {
  const left = queued - held + sending;
  return left > 0 ? (files - queued - sending) / (files - held) : null;
}
