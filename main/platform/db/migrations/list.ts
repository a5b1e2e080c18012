import { firstShape } from './037-first-shape.ts';
import type { Migration } from './migration.ts';

/**
 * Every step, rising. To add one: a file beside this, a line here, a test in
 * `test/integration/store/`.
 */
export const migrations: readonly Migration[] = [firstShape];
