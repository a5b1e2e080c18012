export { batchHandlers, requireBatch } from './batches.ts';
export { chainHandlers } from './chain-handlers.ts';
export { correctionHandlers } from './corrections.ts';
export { decisionHandlers } from './decisions.ts';
export { historyHandlers } from './history.ts';
export { listSubmissions } from './history-pages.ts';
export { modificationHandlers } from './modifications.ts';
export { overviewHandlers } from './overview.ts';
export { statusHandlers } from './status.ts';
