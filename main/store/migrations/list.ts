import { firstHistory } from './001-first-history.ts';
import { authorizations } from './002-authorizations.ts';
import { companies } from './003-companies.ts';
import { outbox } from './004-outbox.ts';
import { historyAtScale } from './005-history-at-scale.ts';
import { corrections } from './006-corrections.ts';
import { mendedFiles } from './007-mended-files.ts';
import { authorizationTemplate } from './008-authorization-template.ts';
import { batches } from './010-batches.ts';
import { dismissals } from './011-dismissals.ts';
import { whatWaits } from './012-what-waits.ts';
import { smallSearchPages } from './013-small-search-pages.ts';
import { dismissedInOrder } from './014-dismissed-in-order.ts';
import { wordsByPlace } from './015-words-by-place.ts';
import { clockSteps } from './016-clock-steps.ts';
import { wordsLater } from './017-words-later.ts';
import { wordsWhere } from './018-words-where.ts';
import { commonWords } from './019-common-words.ts';
import type { Migration } from './migration.ts';

/**
 * Every step, rising. To add one: a file beside this, a line here, a test in
 * `test/integration/store/`.
 */
export const migrations: readonly Migration[] = [
  firstHistory,
  authorizations,
  companies,
  outbox,
  historyAtScale,
  corrections,
  mendedFiles,
  authorizationTemplate,
  batches,
  dismissals,
  whatWaits,
  smallSearchPages,
  dismissedInOrder,
  wordsByPlace,
  clockSteps,
  wordsLater,
  wordsWhere,
  commonWords,
];
