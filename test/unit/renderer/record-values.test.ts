import { describe, expect, it } from 'vitest';
import type { RecordField } from '../../../contract/record-form.ts';
import { fromDay, parseAmount, toDay } from '../../../renderer/format/record-values.ts';
import { withLabels } from '../../../renderer/screens/modification/issue-words.ts';
import {
  addableIn,
  changedPaths,
  pathsByCount,
  placesOf,
  toValues,
  withField,
  withoutPlace,
} from '../../../renderer/screens/modification/record-values.ts';
import {
  issuesByPlace,
  type RecordIssue,
} from '../../../renderer/screens/modification/use-modification.ts';

const base = { min: 1, max: 1, codes: [], maxLength: null, isIdentity: false, alternative: null };
const fields: readonly RecordField[] = [
  { ...base, path: 'Who', kind: 'group', min: 0 },
  { ...base, path: 'Who/NIF', kind: 'text', min: 0, alternative: 1 },
  { ...base, path: 'Who/Other', kind: 'group', min: 0, alternative: 1 },
  { ...base, path: 'Who/Other/ID', kind: 'text' },
  { ...base, path: 'Who/Name', kind: 'text' },
  { ...base, path: 'Series', kind: 'text', min: 0, isIdentity: true },
  { ...base, path: 'Lines', kind: 'group' },
  { ...base, path: 'Lines/Line', kind: 'group', max: 3 },
  { ...base, path: 'Lines/Line/Base', kind: 'amount' },
  { ...base, path: 'Lines/Line/Rate', kind: 'percentage', min: 0 },
];
const fieldOf = (path: string) => fields.find((field) => field.path === path) ?? fields[0];
const need = (path: string): RecordField => {
  const field = fieldOf(path);
  if (field === undefined) throw new Error(path);
  return field;
};
const lines = toValues([
  { path: 'Lines/Line[1]/Base', value: '1.00' },
  { path: 'Lines/Line[2]/Base', value: '2.00' },
]);

describe('the values of a record', () => {
  it('have a group with all its required values, and only one of alternatives', () => {
    const withWho = withField(fields, lines, need('Who'), '');
    expect(changedPaths(lines, withWho)).toEqual(['Who/NIF', 'Who/Name']);
    const foreign = withField(fields, withWho, need('Who/Other'), 'Who');
    expect(foreign.has('Who/NIF')).toBe(false);
    expect(foreign.get('Who/Other/ID')).toBe('');
    expect(foreign.has('Who/Name')).toBe(true);
  });

  it('offer missing values, but none that identifies the record', () => {
    expect(addableIn(fields, lines, '', '').map(({ path }) => path)).toEqual(['Who']);
    const paths = addableIn(fields, lines, 'Lines/Line', 'Lines/Line[2]');
    expect(paths.map(({ path }) => path)).toEqual(['Lines/Line/Rate']);
  });

  it('have the issues of a check at the lines that it was about, without removed ones', () => {
    const issue: Omit<RecordIssue, 'field'> = {
      code: 'APP_07',
      ledgerCode: null,
      params: {},
      record: 1,
      recordKey: null,
      path: null,
      layer: 'rule',
      severity: 'error',
      line: 1,
      column: 1,
      value: null,
    };
    const checked = {
      issues: [1, 2].map((line) => ({ ...issue, field: `Lines/Line[${line}]/Base` })),
    };
    const places = (of: typeof lines, values: typeof lines) => [
      ...issuesByPlace({ checked, of }, fields, values).keys(),
    ];
    const left = withoutPlace(lines, 'Lines/Line[1]');
    expect(places(lines, lines)).toEqual(['Lines/Line[1]/Base', 'Lines/Line[2]/Base']);
    expect(places(lines, left)).toEqual(['Lines/Line[2]/Base']);
    const more = withField(fields, left, need('Lines/Line'), 'Lines');
    expect(places(more, more)).toEqual(['Lines/Line[2]/Base', 'Lines/Line[3]/Base']);
  });

  it('keep the number of a line when another is removed, and its number in the core', () => {
    const left = withoutPlace(lines, 'Lines/Line[1]');
    expect(placesOf(left, need('Lines/Line'), 'Lines')).toEqual(['Lines/Line[2]']);
    expect(pathsByCount(fields, left).get('Lines/Line[1]/Base')).toBe('Lines/Line[2]/Base');
    const more = withField(fields, left, need('Lines/Line'), 'Lines');
    expect(placesOf(more, need('Lines/Line'), 'Lines')).toEqual(['Lines/Line[2]', 'Lines/Line[3]']);
    expect(pathsByCount(fields, more).get('Lines/Line[2]')).toBe('Lines/Line[3]');
    expect(changedPaths(lines, more)).toEqual(['Lines/Line[1]/Base', 'Lines/Line[3]/Base']);
  });
});

it('an amount is read in the language’s format, with either decimal sign', () => {
  const read = (language: 'es' | 'eu' | 'en') => (text: string) => parseAmount(language, text);
  expect(
    ['1.234,5', '1234,5', '1234.50', ' 1 234,50 €', '\u22121.000', '5', '0,'].map(read('es')),
  ).toEqual(['1234.50', '1234.50', '1234.50', '1234.50', '-1000.00', '5.00', '0.00']);
  expect(['1,234.5', '€1,234.50', '1,234', '12,5'].map(read('en'))).toEqual([
    '1234.50',
    '1234.50',
    '1234.00',
    '12.50',
  ]);
  expect(['', 'doce', '1,2345', '1.23.4', '1.2345', '--1'].map(read('eu'))).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});

it('a calendar date is read and written', () => {
  expect(toDay('29-02-2024')).toBe('2024-02-29');
  expect(fromDay('2024-02-29')).toBe('29-02-2024');
  expect(['31-02-2026', '2026-01-01', '99-99-9999', ''].map(toDay)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('an issue calls the fields as the form does, and leaves other words alone', () => {
  const labels: Record<string, string> = { FechaRecepcion: 'Fecha de recepción', Tipo: 'Tipo' };
  const say = (text: string) => withLabels(text, (name) => labels[name] ?? null, ['«', '»']);
  expect(say('Falta FechaRecepcion.')).toBe('Falta «Fecha de recepción».');
  expect(say('«FechaRecepcion» es «x».')).toBe('«Fecha de recepción» es «x».');
  expect(say('Tipo de BaseImponible, LROE')).toBe('Tipo de BaseImponible, LROE');
});
