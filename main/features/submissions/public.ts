export {
  findAnswer,
  findNewestAnswer,
  insertAnswer,
  insertLaterAnswer,
  listAnswers,
} from './answers-table.ts';
export { addUp, countFiles, toBatch } from './batch-sums.ts';
export {
  type BatchRow,
  type BatchSums,
  findBatch,
  insertBatch,
  isBatchMoving,
  isWithErrors,
  listBatches,
  listBatchSubmissions,
  sumBatches,
} from './batches-table.ts';
export { type EarlierSubmission, earlierColumns, toEarlier } from './earlier.ts';
export { addEvent, findLastEventAt, listEvents } from './events-table.ts';
export { headerOf } from './foreign-response.ts';
export {
  readIdentities,
  toIdentities,
} from './record-identities.ts';
export { insertRecordResults, listRecordResults } from './record-results-table.ts';
export { fromRecordRow, toRecordRow } from './record-rows.ts';
export { ReplacedHistories } from './replaced-histories.ts';
export { shownStateSql } from './shown-state-sql.ts';
export {
  emitChange,
  requireSameConnection,
  requireSubmission,
  toSubmission,
} from './submission.ts';
export {
  type Book,
  copySubmissionRecords,
  findSharedRecords,
  hasEntered,
  hasKept,
  insertSubmissionRecords,
  isCancelledSince,
  isEnteredSince,
  mayHaveTaken,
  type SharedRecords,
  wasLostBefore,
} from './submission-records-table.ts';
export { writeWords } from './submission-words-table.ts';
export {
  countByState,
  findEarlierOf,
  findSubmission,
  findSubmissions,
  insertSubmission,
  listAskedAbout,
  listInState,
  maybeRecorded,
  moveSubmission,
  noteAsking,
  setDismissed,
  toDocumentColumns,
} from './submissions-table.ts';
export { waitingRows } from './waiting-rows.ts';
export { readResponse, readWholeAnswer, type SentFile, type WholeAnswer } from './whole-answer.ts';
