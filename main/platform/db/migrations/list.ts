import { firstShape } from './020-first-shape.ts';
import { serviceAnswers } from './021-service-answers.ts';
import { connections } from './022-connections.ts';
import { officeFields } from './023-office-fields.ts';
import { worklistOriginals } from './024-worklist-originals.ts';
import { filingMarks } from './025-filing-marks.ts';
import { laterAnswers } from './026-later-answers.ts';
import { accountingTotals } from './027-accounting-totals.ts';
import { watchedFiles } from './028-watched-files.ts';
import { waitingWhileAsked } from './029-waiting-while-asked.ts';
import { modifiedRecords } from './030-modified-records.ts';
import { waitingForModifications } from './031-waiting-for-modifications.ts';
import { amountsInSearch } from './032-amounts-in-search.ts';
import { joinedCorrections } from './033-joined-corrections.ts';
import { replacedFiles } from './034-replaced-files.ts';
import { modifiedIsNoCorrection } from './035-modified-is-no-correction.ts';
import { waitingByRecords } from './036-waiting-by-records.ts';
import { waitingToTheLastRecord } from './037-waiting-to-the-last-record.ts';
import type { Migration } from './migration.ts';

/**
 * Every step, rising. To add one: a file beside this, a line here, a test in
 * `test/integration/store/`.
 */
export const migrations: readonly Migration[] = [
  firstShape,
  serviceAnswers,
  connections,
  officeFields,
  worklistOriginals,
  filingMarks,
  laterAnswers,
  accountingTotals,
  watchedFiles,
  waitingWhileAsked,
  modifiedRecords,
  waitingForModifications,
  amountsInSearch,
  joinedCorrections,
  replacedFiles,
  modifiedIsNoCorrection,
  waitingByRecords,
  waitingToTheLastRecord,
];
