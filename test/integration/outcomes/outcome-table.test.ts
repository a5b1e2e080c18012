import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRecords } from '../../../main/features/history/corrections.ts';
import {
  type ClassifiedOutcome,
  classifyOutcome,
} from '../../../main/features/outbox/classify-outcome.ts';
import { insertRecordResults } from '../../../main/features/submissions/record-results-table.ts';
import { toRecordRow } from '../../../main/features/submissions/record-rows.ts';
import {
  findSharedRecords,
  insertSubmissionRecords,
} from '../../../main/features/submissions/submission-records-table.ts';
import { lastSubmission } from '../../../main/platform/db/chain-rows.ts';
import { openStore, type Store } from '../../../main/platform/db/store.ts';
import { readAnswer } from '../../../main/validator/extract/read-answer.ts';
import { insertSubmissionRow } from '../store/rows.ts';
import { answerOf, type Cell, envelopes, lists } from './cells.ts';
import { isTaken, keyOf, recordCount, truths, wordOf } from './ledger-truth.ts';
import { wrappings } from './wrappings.ts';

const file = Array.from({ length: recordCount }, (_, index) => ({
  record: index + 1,
  key: keyOf(index),
  counterparty: null,
  amount: null,
}));

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-outcomes-'));
  store = await openStore(folder, () => new Date(0));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function settleCell(cell: Cell): ClassifiedOutcome {
  const outcome = answerOf(cell);
  const refusals = outcome.kind === 'answered' ? outcome.refusals : [];
  const body = outcome.raw?.body ?? new Uint8Array();
  const reading = outcome.kind === 'answered' ? readAnswer({ body, refusals }) : null;
  return classifyOutcome(outcome, { records: file, recordCount, reading });
}

/** The records that a correction would send again. */
function corrected({ state, results }: ClassifiedOutcome): readonly number[] {
  if (state === 'unknown') return [];
  const told = results.flatMap(({ record, state: own }) =>
    record === null ? [] : [{ record, state: own }],
  );
  return chooseRecords({ state, record_count: recordCount }, told, []).rejected;
}

const asked = new Map<string, readonly number[]>();

/** The records whose second sending needs a confirmation; each kind of outcome is checked once. */
async function askedAbout({ state, results }: ClassifiedOutcome): Promise<readonly number[]> {
  const signature = JSON.stringify([state, results.map((each) => [each.record, each.state])]);
  const known = asked.get(signature);
  if (known) return known;
  const id = `s-${asked.size}`;
  const mark = asked.size.toString(16).padStart(31, '0');
  const identities = file.map(({ record }) => `${mark}${record}`);
  await insertSubmissionRow(store.queries, { id, state, records: recordCount });
  const sequence = await lastSubmission(store.queries);
  await insertSubmissionRecords(store.queries, sequence, identities);
  await store.queries.transaction().execute(async (transaction) => {
    const rows = results.map((result, index) => toRecordRow(id, index + 1, result));
    await insertRecordResults(transaction, rows);
  });
  const [shared] = await findSharedRecords(store.queries, identities);
  const records = shared?.records ?? [];
  asked.set(signature, records);
  return records;
}

/** Where a whole and honest answer leaves only one state. */
function onlyState({ truth, wrapping, envelope, list }: Cell): string | null {
  const isHonest = wrapping.isBare || ['true', 'nothing'].includes(envelope);
  const isListed = wrapping.isBare || list === 'all' || list === 'refused only' || list === 'none';
  if (!wrapping.isReadable || !isHonest || !isListed || wrapping.place === 'elsewhere') return null;
  const hasWord = envelope === 'true' && !wrapping.isBare;
  if (truth.isRefusedWhole) return hasWord ? 'rejected' : 'unknown';
  const word = wordOf(truth);
  if (word === 'correct') return 'accepted';
  return word === 'incorrect' ? 'rejected' : 'partially_accepted';
}

/** Every difference between a settlement and the ledger. */
async function faultsOf(cell: Cell): Promise<string[]> {
  const settlement = settleCell(cell);
  const { state, counts } = settlement;
  const { truth, list } = cell;
  const { fates } = truth;
  const count = (fate: string) => fates.filter((each) => each === fate).length;
  const refused = count('Incorrecto');
  const faults: string[] = [];
  const { isAbsent, isReadable } = cell.wrapping;
  if (state === 'accepted' && (refused > 0 || isAbsent)) faults.push('accepted without the ledger');
  if (state === 'rejected' && refused < recordCount && !isAbsent)
    faults.push('rejected, and the ledger took');
  const wanted = onlyState(cell);
  if (wanted !== null && state !== wanted) faults.push(`${state}, not ${wanted}`);
  const again = corrected(settlement);
  // Only the list tells, and it has the refused records alone.
  const isListed = isAbsent && list === 'refused only' && refused > 0 && !truth.isRefusedWhole;
  if (isReadable || isListed) {
    if (counts.correct > count('Correcto')) faults.push(`counts ${counts.correct} as correct`);
    if (counts.incorrect > refused) faults.push(`counts ${counts.incorrect} as refused`);
    if (again.some((record) => isTaken(fates[record - 1])))
      faults.push(`a correction sends ${again} again`);
    const told = await askedAbout(settlement);
    const unasked = file.filter(
      ({ record }) => isTaken(fates[record - 1]) && !told.includes(record),
    );
    if (unasked.length > 0) faults.push(`sends ${unasked.map(({ record }) => record)} unasked`);
  }
  if (state === 'unknown' && !settlement.event.data.code) faults.push('unknown without a reason');
  return faults.map((fault) => `${nameOf(cell)}: ${fault}`);
}

const nameOf = ({ truth, envelope, list, wrapping }: Cell): string =>
  `the ledger ${truth.name}, envelope ${envelope}, records ${list}, ${wrapping.name}`;

describe.each(wrappings)('T11: the response as $name', (wrapping) => {
  it('is never contradicted, whatever surrounds it', async () => {
    const faults: string[] = [];
    for (const truth of truths) {
      for (const envelope of wrapping.isBare ? (['nothing'] as const) : envelopes) {
        for (const list of wrapping.isBare ? (['none'] as const) : lists)
          faults.push(...(await faultsOf({ truth, wrapping, envelope, list })));
      }
    }
    expect(faults).toEqual([]);
  });
});
