import { describe, expect, it } from 'vitest';
import type { AuthorizationMatch } from '../../../contract/authorization.ts';
import {
  addDocuments,
  type BulkDocument,
  choiceOf,
  matchAgain,
  problemsFirst,
  rivalsOf,
  sendableOf,
} from '../../../renderer/shared/authorizations/bulk-documents.ts';

const company = (id: string) => ({
  id,
  fullName: id,
  taxId: 'B00000034',
  territoryName: 'Bizkaia',
  hasKey: true,
});

function match(fileId: string, parts: Partial<AuthorizationMatch> = {}): AuthorizationMatch {
  return {
    fileId,
    name: `${fileId}.pdf`,
    sizeBytes: 1,
    taxIds: [],
    outcome: 'matched',
    state: 'none',
    company: company('one'),
    check: { kind: 'good', format: 'pdf', sizeBytes: 1, sha256: fileId, pixels: null },
    ...parts,
  };
}

const ids = (documents: readonly BulkDocument[]) => documents.map((one) => one.match.fileId);

describe('documents dropped for many companies', () => {
  it('wait for a person where the company has no key', () => {
    const documents = addDocuments(
      [],
      [match('a', { company: { ...company('one'), hasKey: false } })],
    );
    expect(documents).toMatchObject([{ companyId: null }]);
    expect(sendableOf(documents)).toEqual(new Set());
  });

  it('are listed with those that need a person first, and those that have gone last', () => {
    const made = addDocuments(
      [],
      [
        match('gone'),
        match('ready', { company: company('two') }),
        match('keyless', { company: { ...company('three'), hasKey: false } }),
        match('nameless', { outcome: 'no_tax_id', company: null }),
        match('twin', { outcome: 'same_company', company: company('four') }),
      ],
    );
    const documents = made.map(
      (one, index): BulkDocument => (index === 0 ? { ...one, result: 'received' } : one),
    );
    const order = ['keyless', 'nameless', 'twin', 'ready', 'gone'];
    expect(ids(problemsFirst(documents))).toEqual(order);
    const chosen = documents.map((one) =>
      one.match.fileId === 'nameless' ? { ...one, ...choiceOf('five') } : one,
    );
    expect(ids(problemsFirst(chosen))).toEqual(order);
  });

  it('are one for each company: of two neither is sent until one is left out', () => {
    const two = addDocuments(addDocuments([], [match('a')]), [
      match('b'),
      match('c', { company: company('x') }),
    ]);
    expect(ids(two)).toEqual(['a', 'b', 'c']);
    expect([...sendableOf(two)]).toEqual(['c']);
    expect(ids([...rivalsOf(two)])).toEqual(['a', 'b']);
    expect([...sendableOf(two.slice(1))]).toEqual(['b', 'c']);
  });

  it('appear once when the same file is dropped twice, and twice with its bytes under two names', () => {
    const again = match('b', { name: 'a.pdf', check: match('a').check });
    const renamed = match('c', { name: 'otra.pdf', check: match('a').check });
    expect(ids(addDocuments([], [match('a'), again, renamed]))).toEqual(['a', 'c']);
  });

  it('stay unchanged once sent, take no part, and may be followed by another', () => {
    const [first] = addDocuments([], [match('a')]);
    if (first === undefined) throw new Error('none');
    for (const result of ['received', 'unknown'] as const) {
      const all = addDocuments(
        [{ ...first, result }],
        [match('b', { name: 'a.pdf', check: first.match.check })],
      );
      expect(all.map((one) => one.result)).toEqual([result, 'waiting']);
      expect([...sendableOf(all)]).toEqual(['b']);
    }
  });

  it('are matched again with the companies that exist later; a choice stays while its company does', () => {
    const unknown = { outcome: 'company_unknown', company: null } as const;
    const [a, b, c, gone] = addDocuments(
      [],
      ['a', 'b', 'c', 'd'].map((id) => match(id, unknown)),
    );
    const [f] = addDocuments([], [match('f')]);
    if (
      a === undefined ||
      b === undefined ||
      c === undefined ||
      gone === undefined ||
      f === undefined
    )
      throw new Error('none');
    const forNone = { ...f, ...choiceOf(null) };
    const chosen = { ...b, ...choiceOf('two') };
    const lost = { ...c, ...choiceOf('left') };
    const over = { ...gone, companyId: 'left', result: 'received' as const };
    const failed = { ...match('e'), fileId: 'e' };
    const refused = { ...a, match: failed, companyId: 'one', result: 'failed' as const };
    const again = matchAgain(
      [a, chosen, lost, over, refused, forNone],
      [match('a'), match('b'), match('c', unknown), match('d'), failed, match('f')],
      new Set(['one', 'two']),
      new Set(),
    );
    expect(again.map(({ companyId, isChosen, result }) => [companyId, isChosen, result])).toEqual([
      ['one', false, 'waiting'],
      ['two', true, 'waiting'],
      [null, false, 'waiting'],
      ['left', false, 'received'],
      ['one', false, 'failed'],
      [null, true, 'waiting'],
    ]);
  });

  it('are marked when the core no longer has them, take no part, and are replaced by new ones', () => {
    const all = addDocuments([], [match('a'), match('b'), match('c', { company: company('two') })]);
    const again = matchAgain(all, [match('b')], new Set(['one', 'two']), new Set(['a', 'c']));
    expect(again.map(({ result, error }) => [result, error?.code ?? null])).toEqual([
      ['failed', 'file_unknown'],
      ['waiting', null],
      ['failed', 'file_unknown'],
    ]);
    // Of two for one company the remaining one goes.
    expect([...sendableOf(again)]).toEqual(['b']);
    expect(rivalsOf(again).size).toBe(0);
    const anew = match('d', { name: 'c.pdf', check: match('c').check, company: company('two') });
    const dropped = addDocuments(again, [anew]);
    expect(ids(dropped)).toEqual(['a', 'b', 'd']);
    expect([...sendableOf(dropped)]).toEqual(['b', 'd']);
  });

  it('are not sent with the others when they were refused and need confirmation', () => {
    const [first] = addDocuments([], [match('a')]);
    if (first === undefined) throw new Error('none');
    const failed = (code: 'authorization_other_company' | 'service_refused') =>
      sendableOf([{ ...first, result: 'failed', error: { code, details: {} } }]).size;
    expect([failed('authorization_other_company'), failed('service_refused')]).toEqual([0, 1]);
  });

  it('are not sent without a company, or when they are no document', () => {
    const refused = { kind: 'refused', error: { code: 'document_damaged', details: {} } } as const;
    const all = addDocuments(
      [],
      [match('a', { outcome: 'no_tax_id', company: null }), match('b', { check: refused })],
    );
    expect(sendableOf(all).size).toBe(0);
  });
});
