export {
  findFileOrigin,
  listCorrectedHere,
  listMadeFiles,
} from './file-origins.ts';
export { fixHandlers } from './fixes.ts';
export { intakeHandlers, requireFile, takeLedgerFiles } from './intake.ts';
export { addMadeFiles, type MadeFile } from './made-files.ts';
export { madeName, madeWord } from './made-name.ts';
export { createRemovals } from './removals.ts';
export { sampleHandlers } from './samples.ts';
export { sourceHandlers, validateMade } from './sources.ts';
export { listUnsentFiles, type UnsentFile } from './unsent-files.ts';
export { parseHeadline, readHeadline, readIssues, readWorklist } from './worklist.ts';
export { WorklistRevalidator } from './worklist-revalidator.ts';
export { findWorklistFile } from './worklist-table.ts';
