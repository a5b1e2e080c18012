import { expect, it } from 'vitest';
import { writeReport } from '../../../main/features/reports/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { batch, file, hostile, issue } from './batch.ts';

type Json = { readonly [key: string]: unknown };
const object = (value: unknown): Json => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`no object: ${String(value)}`);
  return value as Json;
};
const list = (value: unknown): Json[] => {
  if (!Array.isArray(value)) throw new Error(`no list: ${String(value)}`);
  return value.map(object);
};
const only = (value: Json, names: string[]) =>
  expect(names).toEqual(expect.arrayContaining(Object.keys(value)));
const message = (value: unknown) => {
  expect(object(value).text).toEqual(expect.any(String));
  expect(object(value).text).not.toBe('');
};

/**
 * The rules of SARIF 2.1.0 (OASIS, section 3) for the parts that we write; its objects take no
 * other names.
 */
function checkLog(log: Json): Json {
  only(log, ['$schema', 'version', 'runs', 'inlineExternalProperties', 'properties']);
  expect(log.version).toBe('2.1.0');
  const [run = {}] = list(log.runs);
  only(run, [
    'tool',
    'artifacts',
    'results',
    'invocations',
    'language',
    'columnKind',
    'properties',
  ]);
  expect(run.language).toMatch(/^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/);
  expect(['utf16CodeUnits', 'unicodeCodePoints']).toContain(run.columnKind);
  for (const invocation of list(run.invocations)) {
    expect(invocation.executionSuccessful).toEqual(expect.any(Boolean));
    expect(invocation.endTimeUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  }
  const driver = object(object(run.tool).driver);
  only(driver, [
    'name',
    'version',
    'semanticVersion',
    'language',
    'rules',
    'informationUri',
    'properties',
  ]);
  expect(driver.name).toEqual(expect.any(String));
  const rules = list(driver.rules);
  for (const rule of rules) {
    only(rule, [
      'id',
      'name',
      'shortDescription',
      'fullDescription',
      'help',
      'helpUri',
      'defaultConfiguration',
      'properties',
    ]);
    for (const part of ['shortDescription', 'fullDescription', 'help']) message(rule[part]);
    expect(['none', 'note', 'warning', 'error']).toContain(object(rule.defaultConfiguration).level);
  }
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  const artifacts = list(run.artifacts);
  for (const result of list(run.results)) checkResult(result, rules, artifacts);
  return run;
}

function checkResult(result: Json, rules: readonly Json[], artifacts: readonly Json[]): void {
  only(result, [
    'ruleId',
    'ruleIndex',
    'level',
    'kind',
    'message',
    'locations',
    'partialFingerprints',
    'properties',
  ]);
  expect(rules[Number(result.ruleIndex)]?.id).toBe(result.ruleId);
  expect(['none', 'note', 'warning', 'error']).toContain(result.level);
  message(result.message);
  const [location = {}] = list(result.locations);
  only(location, ['physicalLocation', 'logicalLocations', 'id', 'message', 'properties']);
  const physical = object(location.physicalLocation);
  only(physical, ['artifactLocation', 'region', 'contextRegion', 'properties']);
  const artifact = object(physical.artifactLocation);
  expect(object(artifacts[Number(artifact.index)]?.location).uri).toBe(artifact.uri);
  // A URI reference: no space, no bracket, no byte beyond ASCII, every percent sign followed by two
  // digits.
  expect(artifact.uri).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]|%[0-9A-Fa-f]{2})+$/);
  if (physical.region === undefined) return;
  const { startLine, startColumn } = object(physical.region);
  for (const number of [startLine, startColumn])
    expect(Number.isInteger(number) && Number(number) >= 1).toBe(true);
}

const sarif = (language: 'es' | 'eu' | 'en', ...files: Parameters<typeof batch>[0]) =>
  checkLog(object(JSON.parse(writeReport('sarif', batch(files), loadTexts(language)))));

it.each(['es', 'eu', 'en'] as const)(
  'a SARIF report follows SARIF 2.1.0, with rules explained in %s',
  (language) => {
    const run = sarif(
      language,
      file(),
      file({
        file: 'b.xml',
        issues: [
          issue(),
          issue({ severity: 'warning', record: 3 }),
          issue({
            code: 'header_year',
            ledgerCode: 'B4_1000021',
            severity: 'info',
            line: null,
            path: null,
          }),
        ],
      }),
    );
    const rules = list(object(object(run.tool).driver).rules);
    expect(rules.map(({ id }) => id)).toEqual(['header_year', 'schema_decimal_comma']);
    expect(rules[0]?.properties).toEqual({ ledgerCode: 'B4_1000021' });
    expect(object(rules[1]?.shortDescription).text).not.toBe('schema_decimal_comma');
    const results = list(run.results);
    expect(results.map(({ level }) => level)).toEqual(['error', 'warning', 'note']);
    const [location = {}] = list(results[0]?.locations);
    expect(object(location.physicalLocation)).toEqual({
      artifactLocation: { uri: 'b.xml', index: 1 },
      region: { startLine: 70_001, startColumn: 12 },
    });
    expect(list(location.logicalLocations)[0]).toEqual({
      fullyQualifiedName: '/LROE/Gastos/Gasto[2]/Importe',
      kind: 'element',
    });
  },
);

it('a SARIF report identifies files by URIs, whatever their names', () => {
  const names = ['a b/ñ%.xml', '../up/x.xml', '-', '/tmp/absolute one.xml', hostile, 'c:d.xml'];
  const run = sarif('es', ...names.map((name) => file({ file: name, issues: [issue()] })));
  expect(
    list(run.artifacts)
      .map(({ location }) => object(location).uri)
      .slice(0, 4),
  ).toEqual(['a%20b/%C3%B1%25.xml', '../up/x.xml', 'stdin', 'file:///tmp/absolute%20one.xml']);
});
