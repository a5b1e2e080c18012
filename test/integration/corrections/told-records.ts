import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, notDelivered, withAnswers } from './sending.ts';

/** What the ledger says of a record: of one that it has already, or that it lacks. */
const results = {
  correct: ['correct', null],
  incorrect: ['incorrect', 'B4_1000001'],
  withErrors: ['accepted_with_errors', 'B4_3000001'],
  alreadyThere: ['incorrect', 'B4_2000003'],
  notThere: ['incorrect', 'B4_2000004'],
} as const;

/**
 * The results of a file's records, the rest correct; an `untold` one is left out of the answer. Or
 * that the file gets lost on its way or back.
 */
export type Told = readonly (keyof typeof results | 'untold')[] | 'undelivered' | 'unknown';

const unknown = {
  kind: 'unknown',
  error: { code: 'connection_lost', details: {} },
  raw: null,
} as const;

/** An office whose service answers each file in turn so; then as the sandbox does. */
export function openTold(...answers: Told[]): Promise<Office> {
  return openPractisingOffice(
    withAnswers((answer) => {
      const told = answers.shift();
      if (told === undefined) return answer;
      if (told === 'undelivered') return notDelivered;
      if (told === 'unknown') return unknown;
      const records = (answer.records ?? []).flatMap((record, index) => {
        const result = told[index] ?? 'correct';
        if (result === 'untold') return [];
        const [state, code] = results[result];
        return [{ ...record, state, code }];
      });
      const all = (wanted: string) => records.every(({ state }) => state === wanted);
      const whole = all('correct') ? 'correct' : 'partially_correct';
      const result = all('incorrect') ? 'incorrect' : whole;
      return { result, ledger_response_xml: null, records };
    }),
  );
}

const common = { seed: 9, taxpayer: company, ...dueDays() };

/** Received invoices of the company, always the same ones for the same numbers. */
export const invoices = (records: number, firstRecord = 0, operation: 'A00' | 'M00' = 'A00') =>
  makeDocument('240-received', { ...common, records, firstRecord, operation });

/** The cancellation of the first of them. */
export const cancellation = (records: number) =>
  makeDocument('240-received-cancellation', { ...common, records });

/** The same records in other bytes. */
export const otherBytes = (xml: string): string => `${xml}<!-- again -->`;

export const waits = async (office: Office, id: string): Promise<boolean> =>
  (await office.call('submissions.get', { id })).waits;

/** What a quarter has of a taxpayer: of the company in the quarter of now, unless named. */
export async function readOwn(office: Office, taxId = company.taxId, period?: string) {
  const { companies } = await office.call('quarter.get', period ? { period } : {});
  const found = companies.find((each) => each.taxId === taxId);
  const cells = found?.cells.map(({ standing, count }) => `${standing} ${count}`).join() ?? '';
  const { id = '', records = null, amount = null, standing = null } = found ?? {};
  return { id, records: records ?? 0, amount, standing, cells };
}
