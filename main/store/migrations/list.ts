import { firstHistory } from './001-first-history.ts';
import { authorizations } from './002-authorizations.ts';
import type { Migration } from './migration.ts';

/** Every step, rising. To add one: a file beside this, a line here, a test in `test/integration/store/`. */
export const migrations: readonly Migration[] = [firstHistory, authorizations];
