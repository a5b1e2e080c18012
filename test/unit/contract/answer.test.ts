import { describe, expect, it } from 'vitest';
import { doubtOf, fieldTextsOf, untoldRecords } from '../../../contract/answer.ts';
import type { Submission } from '../../../contract/submission.ts';

describe('why an answer does not prove how a file ended', () => {
  it.each([
    [{ code: 'answer_incomplete', part: 'records', reason: 'absent' }, 'answer_incomplete.records'],
    [
      { code: 'answer_incomplete', part: 'ledger_response', reason: 'unreadable' },
      'answer_incomplete.unreadable',
    ],
    [
      { code: 'answer_incomplete', part: 'ledger_response', reason: 'untold' },
      'answer_incomplete.untold',
    ],
    [
      { code: 'answer_incomplete', part: 'every_record', reason: 'others' },
      'answer_incomplete.others',
    ],
    [{ code: 'answer_not_understood', reason: 'other_file' }, 'answer_not_understood.other_file'],
    [
      { code: 'answer_contradictory', said: 'accepted', word: 'Incorrecto' },
      'answer_contradictory.accepted',
    ],
    [{ code: 'answer_contradictory', said: 'refused' }, 'answer_contradictory.refusedRecords'],
    [{ code: 'answer_not_understood', reason: 'state' }, 'answer_not_understood.word'],
    [{ code: 'answer_not_understood', reason: 'json' }, 'answer_not_understood.json'],
  ])('%j has its own text', (data, key) => {
    expect(doubtOf(data)).toEqual({
      key: `answer.${key}`,
      word: 'word' in data ? data.word : '',
    });
  });

  it.each([
    {},
    { code: 'connection_lost', reason: 'json' },
    { code: 'answer_not_understood', reason: 'shape: id' },
    { code: 'answer_incomplete', part: 'else', reason: 'absent' },
  ])('%j has none', (data) => {
    expect(doubtOf(data)).toBeNull();
  });
});

it('texts by field are reported one by one', () => {
  expect(fieldTextsOf({ fields: { xml_contents: ['No.', 'Never.'] } })).toEqual([
    { field: 'xml_contents', text: 'No.' },
    { field: 'xml_contents', text: 'Never.' },
  ]);
  expect(fieldTextsOf({ code: 'x' })).toEqual([]);
});

describe('records without a result', () => {
  const untold = (state: Submission['state'], correct: number, incorrect: number) =>
    untoldRecords({
      ...({ state, records: 4 } as Submission),
      recordCounts: { correct, acceptedWithErrors: 0, incorrect },
    });

  it('are those that an answer leaves out', () => {
    expect(untold('partially_accepted', 0, 1)).toBe(3);
    expect(untold('partially_accepted', 0, 0)).toBe(4);
    expect(untold('rejected', 0, 1)).toBe(3);
    expect(untold('accepted', 4, 0)).toBe(0);
  });

  it('do not exist where nothing was answered, or a person recorded the end', () => {
    expect(untold('unknown', 0, 0)).toBe(0);
    expect(untold('accepted', 0, 0)).toBe(0);
  });
});
