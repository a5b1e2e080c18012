import { describe, expect, it } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
import { fileWith } from '../../fixtures/answers.ts';
import { outcomeOf, profileWith, raw, standard } from '../../fixtures/read-by-profile.ts';

const { submission } = standard.answers;

/** A file with a record for each invoice's number. */
const fileOf = (numbers: readonly string[], date: string | null = null) =>
  fileWith(
    numbers.map((number, index) => ({
      ...{ record: index + 1, counterparty: null, amount: null },
      key: { ...emptyKey, number, date },
    })),
  );

const fileOfTwo = fileOf(['1', '2']);

/** What a partial acceptance means whose records have their number at `line`. */
function classifyByLine(records: readonly object[], file = fileOfTwo) {
  const record = { ...submission.record, row: 'line' };
  const profile = profileWith({ record, ledgerResponse: null });
  return classifyOutcome(outcomeOf(raw({ result: 'partially_correct', records }), profile), file);
}

describe('the records of an answer, by a profile', () => {
  it('a record by its number in the document', () => {
    const record = { ...submission.record, row: 'line' };
    const profile = profileWith({ record, records: 'refused', ledgerResponse: null });
    const refused = [{ line: '2', state: 'incorrect', code: 'B4_1' }];
    const outcome = outcomeOf(raw({ result: 'partially_correct', refused }), profile);
    const { results } = classifyOutcome(outcome, fileOfTwo);
    expect(results.map(({ record: place, state }) => [place, state])).toEqual([
      [1, 'not_told'],
      [2, 'incorrect'],
    ]);
  });

  it('records as an object, with the profile’s own names', () => {
    const key = { ...submission.record.key, number: 'numero' };
    const record = { ...submission.record, key, state: 'estado' };
    const profile = profileWith({ recordsAs: 'map', ledgerResponse: null, record });
    const records = { 'A-1': { estado: 'correct' }, 'A-2': 'incorrect' };
    expect(outcomeOf(raw({ result: 'partially_correct', records }), profile)).toMatchObject({
      records: [
        { key: { number: 'A-1' }, state: 'correct' },
        { key: { number: 'A-2' }, state: 'incorrect' },
      ],
    });
  });

  it('records as an object, with nested places for their parts', () => {
    const record = { ...submission.record, row: 'number', state: 'estado.codigo' };
    const profile = profileWith({ recordsAs: 'map', ledgerResponse: null, record });
    const own = { key: { series: 'B', number: 'B-7' }, estado: { codigo: 'correct' } };
    const records = {
      1: 'incorrect',
      2: { key: { series: 'A' }, estado: { codigo: 'correct' } },
      3: own,
    };
    expect(outcomeOf(raw({ result: 'partially_correct', records }), profile)).toMatchObject({
      records: [
        { key: { number: '1' }, row: 1, state: 'incorrect' },
        { key: { series: 'A', number: '2' }, row: 2, state: 'correct' },
        { key: own.key, row: 3, state: 'correct' },
      ],
    });
  });

  it.each([
    ['of one record, as a 0 alone may mean none', null, [0], ['not_told', 'not_told', 'not_told']],
    ['from 0 as one is 0', null, [0, 1], ['incorrect', 'incorrect', 'correct']],
    ['from 1 as one is the last', null, [1, 3], ['incorrect', 'correct', 'incorrect']],
    ['from 1 by the profile', 1, [1], ['incorrect', 'correct', 'correct']],
    ['from 0 by the profile', 0, [1], ['correct', 'incorrect', 'correct']],
    ['from 0 or 1', null, [1], ['not_told', 'not_told', 'not_told']],
    ['from 0 or 1, two of three', null, [1, 2], ['not_told', 'not_told', 'not_told']],
  ])('the numbers of refused records alone, %s', (_, rowsFrom, lines, states) => {
    const record = {
      ...submission.record,
      row: 'line',
      rowsFrom: rowsFrom as 0 | 1 | null,
      state: null,
    };
    const profile = profileWith({ record, recordsListed: 'refused_only', ledgerResponse: null });
    const records = lines.map((line) => ({ line, code: 'B4_2000003' }));
    const outcome = outcomeOf(raw({ result: 'partially_correct', records }), profile);
    const { state, results } = classifyOutcome(outcome, fileOf(['A', 'B', 'C']));
    expect([state, results.map((each) => each.state)]).toEqual(['partially_accepted', states]);
  });

  it('the number of a refused record counts from 1 where the key beside it says so', () => {
    const records = [{ line: 2, key: { number: 'B' }, state: 'incorrect' }];
    const { results } = classifyByLine(records, fileOf(['A', 'B', 'C']));
    expect(results.map(({ state }) => state)).toEqual(['not_told', 'incorrect', 'not_told']);
  });

  it('refused records that could be others are in doubt beside an acceptance', () => {
    const record = { ...submission.record, row: 'line', state: null };
    const profile = profileWith({ record, recordsListed: 'refused_only', ledgerResponse: null });
    const outcome = outcomeOf(raw({ result: 'correct', records: [{ line: 1 }] }), profile);
    expect(classifyOutcome(outcome, fileOf(['A', 'B', 'C'])).state).toBe('unknown');
  });

  it('a record’s number with a fraction names no record at all', () => {
    const record = { ...submission.record, row: 'line' };
    const profile = profileWith({ record, ledgerResponse: null });
    const records = [1, 1.5].map((line) => ({ line, state: 'correct' }));
    const outcome = outcomeOf(raw({ result: 'correct', records }), profile);
    expect(outcome).toMatchObject({ records: [{ row: undefined }, { row: undefined }] });
    expect(classifyOutcome(outcome, fileOfTwo)).toMatchObject({ state: 'unknown' });
  });

  it('a record’s number that contradicts its key names no record at all', () => {
    const records = [
      { line: 1, key: { number: '2' }, state: 'incorrect' },
      { line: 2, key: { number: '1' }, state: 'correct' },
    ];
    const { results } = classifyByLine(records);
    expect(results.map(({ state }) => state)).toEqual(['correct', 'incorrect']);
  });

  it('a whole key counts also where its invoice’s number is the record’s number', () => {
    const records = [
      { line: 1, key: { number: '1' }, state: 'incorrect' },
      { line: 2, key: { number: '2' }, state: 'correct' },
    ];
    const { results } = classifyByLine(records, fileOf(['2', '1']));
    expect(results.map(({ state }) => state)).toEqual(['correct', 'incorrect']);
  });

  it('a record’s number that contradicts a part of its key names no record', () => {
    const record = { ...submission.record, row: 'line' };
    const profile = profileWith({ record, recordsListed: 'refused_only', ledgerResponse: null });
    const file = fileOf(['A', 'B'], '01-02-2026');
    const records = [{ line: 1, key: { number: 'B' }, state: 'incorrect' }];
    const outcome = outcomeOf(raw({ result: 'partially_correct', records }), profile);
    const { results } = classifyOutcome(outcome, file);
    expect(results.map(({ state }) => state)).toEqual(['correct', 'incorrect']);
  });

  it('a record’s number that is given as the invoice’s too names the record', () => {
    const record = { ...submission.record, row: 'key.number' };
    const profile = profileWith({ record, recordsAs: 'map', ledgerResponse: null });
    const file = fileOf(['2', '1'], '01-02-2026');
    const records = { 1: 'incorrect', 2: 'correct' };
    const outcome = outcomeOf(raw({ result: 'partially_correct', records }), profile);
    const { results } = classifyOutcome(outcome, file);
    expect(results.map(({ state }) => state)).toEqual(['incorrect', 'correct']);
  });

  it('a record’s number beyond the file names no record at all', () => {
    const records = [
      { line: 1, state: 'incorrect' },
      { line: 3, state: 'correct' },
    ];
    expect(classifyByLine(records)).toMatchObject({ state: 'unknown' });
  });

  it('an empty list says nothing of the records: some services list refusals alone', () => {
    const outcome = outcomeOf(
      raw({ result: 'correct', records: [] }),
      profileWith({ ledgerResponse: null }),
    );
    expect(classifyOutcome(outcome, fileOfTwo).state).toBe('accepted');
  });

  it.each([
    ['of one record of two', ['1']],
    ['of another file', ['7', '8']],
  ])('a list %s proves no acceptance', (_, numbers) => {
    const records = numbers.map((number) => ({ key: { number }, state: 'correct' }));
    for (const profile of [profileWith({ ledgerResponse: null }), standard]) {
      const outcome = outcomeOf(raw({ result: 'correct', records }), profile);
      expect(classifyOutcome(outcome, fileOfTwo)).toMatchObject({
        state: 'unknown',
        event: { data: { code: 'answer_incomplete', part: 'every_record' } },
      });
    }
  });

  it.each([
    ['accepts the file', 'correct', [], 'accepted', []],
    [
      'refuses one',
      'partially_correct',
      [{ key: { number: '1' } }],
      null,
      ['incorrect', 'correct'],
    ],
    ['names none', 'partially_correct', [], null, ['not_told', 'not_told']],
    ['refuses another file’s', 'partially_correct', [{ key: { number: '7' } }], 'unknown', []],
  ])('a list of refused records alone, without states, %s', (_, result, records, state, states) => {
    const record = { ...submission.record, state: null };
    const profile = profileWith({ record, recordsListed: 'refused_only', ledgerResponse: null });
    const classified = classifyOutcome(outcomeOf(raw({ result, records }), profile), fileOfTwo);
    expect(classified.state).toBe(state ?? 'partially_accepted');
    const told = classified.results.map((each) => each.state);
    expect(state === null ? told : []).toEqual(states);
  });
});
