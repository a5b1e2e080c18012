import { updateStatusSchema } from '../update.ts';
import { command, nothing, query } from './kinds.ts';

/** A newer Zubi: checked for, downloaded and verified, installed. */
export const updateMethods = {
  'updates.get': query(nothing, updateStatusSchema),
  /**
   * Checks for a newer version now; the download continues after the answer. Failures are in the
   * status. Error: `update_off`.
   */
  'updates.check': command(nothing, updateStatusSchema),
  /**
   * Hands the verified file to the system's installer, and Zubi closes. Errors: `update_none`,
   * `update_busy` while anything is queued or sent, `update_changed`, `update_failed`.
   */
  'updates.install': command(nothing, updateStatusSchema),
} as const;
