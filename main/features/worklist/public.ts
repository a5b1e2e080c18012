export {
  findFileOrigin,
  joinCorrected,
  listCorrectedBy,
  listCorrectedHere,
  listJoinedSources,
  listMadeFiles,
} from './file-origins.ts';
export { fixHandlers } from './fixes.ts';
export { forgetForeignPlaces } from './foreign-places.ts';
export {
  discardFiles,
  hasNotEnded,
  intakeHandlers,
  requireFile,
  takeLedgerFiles,
} from './intake.ts';
export { invoiceHandlers } from './invoice-search.ts';
export { addMadeFile, addMadeFiles, type MadeFile } from './made-files.ts';
export { nameMade } from './made-name.ts';
export { createRemovals } from './removals.ts';
export { sampleHandlers } from './samples.ts';
export { sourceHandlers, validateMade } from './sources.ts';
export { parseHeadline, readHeadline, readIssues } from './stored-verdict.ts';
export { listUnsentChanges, listUnsentFiles, type UnsentFile } from './unsent-files.ts';
export { readWorklist } from './worklist.ts';
export { WorklistRevalidator } from './worklist-revalidator.ts';
export { findWorklistFile } from './worklist-table.ts';
