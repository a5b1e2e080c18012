export { sweepDrafts } from './copies.ts';
export { describeHistoryAccess } from './history-access.ts';
export { type BackupKeeper, createBackupKeeper } from './keeper.ts';
export { missingHandlers } from './missing-from-copies.ts';
export type { BackupHandlers, Backups, Context, Mode } from './mode.ts';
export { createRecovery, type RecoveryCause, toDamage, toRecoveryCause } from './recovery.ts';
export { finishRestore } from './restore.ts';
export { backupHandlers, type HistoryHolder } from './service.ts';
