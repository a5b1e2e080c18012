export { Asking, askHandlers } from './asking.ts';
export { Outbox } from './outbox.ts';
export { recoverEarlier, recoverInterrupted } from './outcome-rows.ts';
export { type QueuePace, realQueuePace } from './pace.ts';
export { queueHandlers } from './queue-handlers.ts';
export { isMoving, shareDone } from './queue-motion.ts';
export { classifyRaw, readAgainHandlers } from './read-again.ts';
export { resendHandlers } from './resend.ts';
export { sendingHandlers } from './sending.ts';
