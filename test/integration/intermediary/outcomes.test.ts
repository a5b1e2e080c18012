import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../../contract/methods.ts';
import type { Submission } from '../../../contract/submission.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { Kind, Operation } from '../../intermediary/document.ts';
import type { Presentation, Quality } from '../../intermediary/ledger.ts';
import type { Intermediary } from '../../intermediary/server.ts';
import type { Told } from '../../intermediary/way.ts';
import { ways } from '../../intermediary/ways.ts';
import { sampled } from '../../rounds.ts';
import type { Office } from '../core/office.ts';
import { connect, firm, person } from './connect.ts';

const kinds: readonly Kind[] = ['140-with-invoice', '140-without-invoice', '240-received'];
const operations: readonly Operation[] = ['creation', 'modification', 'cancellation'];
/** The ledger's results for a file's records; `refuse_whole` says nothing of its records. */
const mixes: readonly (readonly Quality[] | 'refuse_whole')[] = [
  ['fine', 'doubtful', 'wrong', 'fine'],
  'refuse_whole',
  ['fine', 'doubtful'],
  ['fine'],
  ['wrong'],
];
const tried = sampled(mixes, 2);
const recordsOfAFile = 4;

describe.each(ways)('a service that answers with $name', (way) => {
  it('is understood correctly, for every form and operation', async () => {
    const { office, service } = await connect(way);
    const faults: string[] = [];
    for (const operation of operations) {
      await sendAll(office, service, operation);
      for (const submission of await history(office)) {
        if (submission.form.operation !== operation) continue;
        faults.push(...(await validate(office, service, submission)));
        // The next file builds on a person's findings in the service's panel.
        if (submission.state === 'unknown') await lookUp(office, service, submission);
      }
    }
    expect(service.refused).toEqual([]);
    expect(service.ledger.presentations).toHaveLength(
      operations.length * kinds.length * tried.length,
    );
    expect(faults).toEqual([]);
  });
});

/** One file of each kind and mix; those of the same mix share their records over the operations. */
async function sendAll(
  office: Office,
  { ledger }: Intermediary,
  operation: Operation,
): Promise<void> {
  const fileIds: string[] = [];
  for (const kind of kinds) {
    for (const [index, mix] of tried.entries()) {
      const xml = write(kind, operation, index * 10);
      ledger.expect(createHash('sha256').update(xml).digest('hex'), mix);
      fileIds.push((await office.drop(`${kind}-${index}-${operation}.xml`, xml)).id);
    }
  }
  await office.call('submissions.send', { fileIds });
  await office.app.idle();
}

function write(kind: Kind, operation: Operation, firstRecord: number): string {
  const taxpayer = kind === '240-received' ? firm : person;
  const parts = { seed: 31, records: recordsOfAFile, firstRecord, taxpayer };
  if (operation === 'cancellation') return makeDocument(`${kind}-cancellation`, parts);
  return makeDocument(kind, { ...parts, operation: operation === 'creation' ? 'A00' : 'M00' });
}

async function history(office: Office): Promise<Submission[]> {
  return (await office.call('submissions.list', { limit: 500 })).submissions;
}

type Results = Output<'submissions.records'>['records'];

/** Every difference between Zubi's words and the truth. */
async function validate(
  office: Office,
  { ledger, way }: Intermediary,
  submission: Submission,
): Promise<string[]> {
  const { file, sha256, state } = submission;
  const [truth, again] = ledger.presentations.filter(({ document }) => document.sha256 === sha256);
  if (!truth || again) return [`${file} arrived ${again ? 'twice' : 'never'}`];
  const told = way.told(truth);
  const { records } = await office.call('submissions.records', { id: submission.id, limit: 500 });
  const { rejected } = await office.call('submissions.corrections', { id: submission.id });
  const refused = truth.rulings.filter(({ word }) => word === 'Incorrecto').length;
  return [
    ...(told.states.includes(state) ? [] : [`is ${state}, not ${told.states.join(' or ')}`]),
    ...(state === 'unknown' && !submission.answerCode ? ['is unknown without a reason'] : []),
    ...(rejected > refused ? [`a correction would hold ${rejected} records, not ${refused}`] : []),
    ...judgeCounts(submission, truth, told),
    ...judgeRecords(records, truth, told, state === 'unknown'),
  ].map((fault) => `${file} ${fault}`);
}

/** A count is never above the truth; it is the truth where the answer told all of it. */
function judgeCounts(
  { recordCounts: counts, state }: Submission,
  { rulings }: Presentation,
  told: Told,
): string[] {
  const words = rulings.map(({ word }) => word);
  const truth = {
    correct: words.filter((word) => word === 'Correcto' || word === 'Anulado').length,
    acceptedWithErrors: words.filter((word) => word === 'AceptadoConErrores').length,
    incorrect: words.filter((word) => word === 'Incorrecto').length,
  };
  const isTold = state !== 'unknown' && words.every((_, index) => told.tells(index));
  return (['correct', 'acceptedWithErrors', 'incorrect'] as const).flatMap((name) =>
    counts[name] > truth[name] || (isTold && counts[name] !== truth[name])
      ? [`counts ${counts[name]} as ${name}, not ${truth[name]}`]
      : [],
  );
}

const recordStates = {
  Correcto: ['correct', 'cancelled'],
  Anulado: ['correct', 'cancelled'],
  AceptadoConErrores: ['accepted_with_errors'],
  Incorrecto: ['incorrect'],
} as const;

function judgeRecords(
  records: Results,
  { rulings }: Presentation,
  told: Told,
  isUnknown: boolean,
): string[] {
  return records.flatMap(({ record, state, code }) => {
    const ruling = rulings[(record ?? 0) - 1];
    if (record === null || !ruling) return [`has the result of a record that is not in the file`];
    if (state === 'not_told')
      return told.tells(record - 1) && !isUnknown ? [`record ${record} is not told`] : [];
    const allowed: readonly string[] = recordStates[ruling.word];
    if (!allowed.includes(state)) return [`record ${record} is ${state}, not ${allowed[0]}`];
    return code === ruling.code ? [] : [`record ${record} has ${code}, not ${ruling.code}`];
  });
}

async function lookUp(
  office: Office,
  { ledger }: Intermediary,
  { id, sha256 }: Submission,
): Promise<void> {
  const truth = ledger.presentations.find(({ document }) => document.sha256 === sha256);
  const decision = truth?.word === 'Incorrecto' ? 'rejected' : 'accepted';
  await office.call('submissions.resolve', { id, decision });
}
