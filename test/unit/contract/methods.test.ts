import { describe, expect, it } from 'vitest';
import { eventNames } from '../../../contract/events.ts';
import { isMethodName, methodNames, methods } from '../../../contract/methods.ts';

describe('the contract', () => {
  it('names methods noun.verb and events noun.pastTense', () => {
    for (const name of methodNames) expect(name).toMatch(/^[a-z]+\.[a-z][A-Za-z]+$/);
    for (const name of eventNames) expect(name).toMatch(/^[a-z]+\.[a-z]+ed$/);
  });

  it('takes one input object for each method', () => {
    for (const name of methodNames) {
      expect(methods[name].input.safeParse('text').success, name).toBe(false);
      expect(methods[name].input.safeParse([]).success, name).toBe(false);
    }
  });

  it('keeps the names that external scripts use', () => {
    for (const name of [
      'connection.get',
      'connection.set',
      'connection.test',
      'territories.list',
      'license.get',
      'companies.list',
      'companies.get',
      'companies.create',
      'companies.update',
      'authorizations.upload',
      'authorizations.list',
      'authorizations.decide',
      'submissions.check',
      'submissions.send',
      'submissions.list',
      'submissions.get',
      'submissions.resolve',
      'submissions.retry',
      'submissions.cancelJob',
      'schemas.list',
      'settings.get',
      'settings.set',
    ]) {
      expect(isMethodName(name), name).toBe(true);
    }
  });

  it('does not take properties of every object for methods', () => {
    for (const name of ['toString', '__proto__', 'constructor', 'hasOwnProperty'])
      expect(isMethodName(name)).toBe(false);
  });
});
