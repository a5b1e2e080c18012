import { afterAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { createCore } from './core.ts';

const core = createCore();
afterAll(() => core.dispose());
const whole = Buffer.from(makeDocument('240-received', { seed: 3, records: 1 }).trimEnd());
const oneLine = Buffer.from(whole.toString().replaceAll(/>\s+</g, '><'));

describe.each([
  ['in lines', whole],
  ['in one line', oneLine],
])('a document %s that is cut off', (_, document) => {
  it('is reported as cut off, wherever it ends', () => {
    const root = document.indexOf('<', 40) + 1;
    const others = new Set<string>();
    for (let end = root + 40; end < document.length; end += 3)
      others.add(core.firstIssue(document.subarray(0, end)).code);
    expect([...others].toSorted()).toEqual(['xml_cut_off', 'xml_truncated']);
  });
});

describe('a complete document', () => {
  it.each([
    ['with a lone <', '<NumFactura>', '<NumFactura>a < b', 'xml_unescaped_less_than'],
    ['with a lone &', '<NumFactura>', '<NumFactura>a & b', 'xml_unescaped_ampersand'],
  ])('%s is reported with that fault', (_, search, instead, code) => {
    const broken = whole.toString().replace(search, instead);
    expect(core.firstIssue(broken).code).toBe(code);
    // The slip comes before the end, and a person fixes it first.
    expect(core.firstIssue(broken.slice(0, -30)).code).toBe(code);
  });
});
