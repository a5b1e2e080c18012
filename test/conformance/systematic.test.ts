import { describe, expect, it } from 'vitest';
import { forms } from '../fixtures/validator/forms.ts';
import { rounds } from '../rounds.ts';
import { compare, summary } from './comparison.ts';
import { systematicTrials, type Trial } from './systematic.ts';
import {
  hasOfficial,
  judgeOfficial,
  judgeOurs,
  modelOfOfficial,
  modelOfOurs,
} from './validators.ts';

/** One of this many trials is made. */
const part = rounds(24, 1);

/**
 * The trials of the ledger's schema and those of ours: a facet of only one of them is tried too.
 */
function* trialsOfBoth(name: (typeof forms)[number]['name'], namespace: string): Generator<Trial> {
  const seen = new Set<string>();
  for (const model of [modelOfOfficial(name), modelOfOurs(name)]) {
    for (const trial of systematicTrials(model, namespace)) {
      if (seen.has(trial.xml)) continue;
      seen.add(trial.xml);
      if (seen.size % part === 0) yield trial;
    }
  }
}

describe.skipIf(!hasOfficial())('every element, at the limits of its schema', () => {
  it.each(forms)(
    '$name gets the same verdict as from the ledger’s schema',
    ({ name, namespace }) => {
      using ours = judgeOurs(name);
      using official = judgeOfficial(name);
      const comparison = compare(ours, official, trialsOfBoth(name, namespace));
      console.log(summary(`${name}, element by element`, comparison));
      expect(comparison.differences).toEqual([]);
      expect(comparison.valid).toBeGreaterThan(300 / part);
      expect(comparison.invalid).toBeGreaterThan(500 / part);
    },
    60_000,
  );
});
