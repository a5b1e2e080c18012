import { describe, expect, it } from 'vitest';
import type { SubmissionState } from '../../../contract/submission.ts';
import { exitCodeOfSending, exitCodes } from '../../../main/hosts/cli/exit-codes.ts';

type Case = readonly [string, number, readonly SubmissionState[], readonly string[]];

const cases: readonly Case[] = [
  ['all was accepted', 0, ['accepted', 'accepted'], []],
  ['nothing was sent', 1, [], ['file_not_valid']],
  ['nothing was delivered', 1, ['failed', 'cancelled'], []],
  ['a file was accepted in part', 3, ['partially_accepted'], []],
  ['a file was accepted and another refused', 3, ['accepted', 'rejected'], []],
  ['a file was accepted and another not sent', 3, ['accepted'], ['company_unknown']],
  ['all was refused', 4, ['rejected'], ['file_not_valid']],
  ['the end of one is not known', 5, ['accepted', 'rejected', 'unknown'], []],
  ['one has not left yet', 5, ['accepted', 'queued'], []],
  ['another Zubi has the folder', 6, [], ['data_folder_in_use']],
];

describe('the exit code of `zubi submit`', () => {
  it.each(cases)('means that %s: %i', (_, code, states, notSent) => {
    expect(exitCodeOfSending(states, notSent)).toBe(code);
  });

  it('differs for each kind of end', () => {
    const codes = Object.values(exitCodes);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
