import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../../main/validator/rules/rule.ts';
import { rules } from '../../../../main/validator/rules/table.ts';
import { rulesElsewhere } from '../../../fixtures/validator/rules/elsewhere.ts';

interface PublishedRule {
  readonly id: string;
  readonly code?: string;
  readonly models: readonly string[];
  readonly operations?: readonly string[];
  readonly offline?: 'full' | 'partial' | 'no';
  readonly app_severity: string;
}

const path = new URL('../../../../../shared/lroe/rules.json', import.meta.url);
const present = existsSync(path);
if (!present)
  console.log('official-rules: ../shared/lroe/rules.json is not there; the comparison is left out');

const published: { official: PublishedRule[]; app_rules: PublishedRule[] } = present
  ? JSON.parse(readFileSync(path, 'utf8'))
  : { official: [], app_rules: [] };

const withoutNumber = (id: string) => id.split('.')[0] ?? id;
const elsewhere = new Set(rulesElsewhere.map(({ id }) => id));
const decidable = published.official.filter(({ offline }) => offline !== 'no');
const codes = [...new Set(decidable.map(({ id }) => withoutNumber(id)))];

/** Chapter and kind of operation, each pair that a rule is for. */
function scopes(chapters: readonly string[], operations: readonly string[]): string[] {
  return chapters.flatMap((chapter) => operations.map((operation) => `${chapter} ${operation}`));
}

function ourScopes(code: string): string[] {
  const own = rules.filter(({ id }) => withoutNumber(id) === code);
  const kinds = ({ operations }: Rule) =>
    operations === 'all' ? ['entries', 'cancellations'] : [operations];
  return own.flatMap((rule) => scopes(rule.chapters, kinds(rule)));
}

function publishedScopes(code: string): string[] {
  const kindOf = (operation: string) => (operation === 'AN0' ? 'cancellations' : 'entries');
  return decidable
    .filter(({ id }) => withoutNumber(id) === code)
    .flatMap(({ models, operations = [] }) =>
      scopes(models, operations.filter((operation) => operation !== 'C00').map(kindOf)),
    );
}

const sorted = (values: readonly string[]) => [...new Set(values)].toSorted();

describe.skipIf(!present)('the published rules', () => {
  it.each(codes.filter((code) => !elsewhere.has(code)))(
    '%s is in the table, for the same chapters and operations',
    (code) => {
      expect(sorted(ourScopes(code))).toEqual(sorted(publishedScopes(code)));
    },
  );

  it('are each in the table or checked elsewhere', () => {
    const ours = new Set([...rules.map(({ id }) => withoutNumber(id)), ...elsewhere]);
    for (const { id } of [...decidable, ...published.app_rules])
      expect(ours).toContain(withoutNumber(id));
  });

  it('have the severity that was proposed for them', () => {
    const proposed = new Map(
      [...decidable, ...published.app_rules].map((rule) => [rule.id, rule.app_severity]),
    );
    // An unknown rate is an error by its own note; only one that is not in force is a warning.
    const exceptions = new Set(['B4_2000031']);
    for (const { id, severity } of rules) {
      const wanted = proposed.get(id);
      if (wanted !== undefined && !exceptions.has(id))
        expect(`${id} ${severity}`).toBe(`${id} ${wanted}`);
    }
  });
});

describe('the table', () => {
  it('has no rule twice, and none that is checked elsewhere', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => elsewhere.has(id))).toEqual([]);
  });
});
