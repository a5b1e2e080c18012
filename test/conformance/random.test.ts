import { describe, expect, it } from 'vitest';
import { type FormName, forms } from '../fixtures/validator/forms.ts';
import { type Comparison, compare, summary, total } from './comparison.ts';
import { generateDocuments, seeds, vocabulary, wordsOf } from './generated-documents.ts';
import {
  hasOfficial,
  judgeOfficial,
  judgeOurs,
  modelOfOfficial,
  modelOfOurs,
} from './validators.ts';

const isOfficialThere = hasOfficial();
const documents = generateDocuments();
const documentsOf = (name: FormName) => documents.filter(({ form }) => form === name);
const modelOf = isOfficialThere ? modelOfOfficial : modelOfOurs;

describe.skipIf(!isOfficialThere)(
  'generated documents get the same verdict from our schemas and the ledger’s',
  () => {
    const found: Comparison[] = [];

    it.each(forms)('$name', ({ name }) => {
      using ours = judgeOurs(name);
      using official = judgeOfficial(name);
      const comparison = compare(ours, official, documentsOf(name));
      found.push(comparison);
      console.log(summary(name, comparison));
      expect(comparison.differences).toEqual([]);
    });

    it('includes at least 1,000 documents, 35 % or more valid and 35 % or more invalid', () => {
      const { valid, invalid } = total(found);
      console.log(summary(`seeds ${seeds.join(', ')}, all forms`, total(found)));
      expect(valid + invalid).toBeGreaterThanOrEqual(1000);
      expect(valid / (valid + invalid)).toBeGreaterThanOrEqual(0.35);
      expect(invalid / (valid + invalid)).toBeGreaterThanOrEqual(0.35);
    });
  },
);

describe('the generator', () => {
  const wordsOfForms = new Map(forms.map(({ name }) => [name, new Set<string>()]));

  it.each(forms)('makes documents without faults that our schema of $name accepts', ({ name }) => {
    using ours = judgeOurs(name);
    const words = wordsOfForms.get(name);
    for (const { xml, slips, what } of documentsOf(name)) {
      if (slips.length > 0) continue;
      expect(ours.faults(xml), what).toEqual([]);
      for (const word of wordsOf(xml)) words?.add(word);
    }
  });

  it.each(forms)('uses every element and every code of $name', ({ name }) => {
    const wanted = [...vocabulary(modelOf(name))].filter((word) => !word.startsWith('CodigoPais='));
    expect(wanted.filter((word) => !wordsOfForms.get(name)?.has(word))).toEqual([]);
  });

  it('uses every country', () => {
    const seen = new Set([...wordsOfForms.values()].flatMap((words) => [...words]));
    const wanted = forms.flatMap(({ name }) => [...vocabulary(modelOf(name))]);
    expect(wanted.filter((word) => !seen.has(word))).toEqual([]);
    console.log(`the generator covers ${new Set(wanted).size} element names and codes`);
  });

  it('gives the same documents for the same seed', () => {
    expect(generateDocuments()).toEqual(documents);
  });
});
