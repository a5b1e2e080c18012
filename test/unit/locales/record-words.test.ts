import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecordForm } from '../../../main/validator/extract/record-form.ts';
import { createLedgerEngine } from '../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

const library = createLedgerEngine(readSchemaPackage());
const fields = (['140-with-invoice', '140-without-invoice', '240-received'] as const).flatMap(
  (form) => {
    const xml = Buffer.from(makeDocument(form, { seed: 1, records: 1 }));
    return readRecordForm(xml, 1, library)?.fields ?? [];
  },
);
const nameOf = (path: string) => path.split('/').at(-1) ?? '';
const names = [...new Set(fields.map(({ path }) => nameOf(path)))].toSorted();
const codes = new Set(
  fields.flatMap(({ path, codes }) => codes.map((code) => `${nameOf(path)}.${code}`)),
);

interface Words {
  readonly record: {
    readonly field: Readonly<Record<string, string>>;
    readonly code: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

describe.each(['es', 'eu', 'en'])('a record in the words of %s', (language) => {
  const file = new URL(`../../../locales/${language}/record.json`, import.meta.url);
  const { field, code } = (JSON.parse(readFileSync(file, 'utf8')) as Words).record;
  const said = Object.entries(code).flatMap(([name, all]) =>
    Object.keys(all).map((each) => `${name}.${each}`),
  );

  it('has a word for each field of each form, and no other', () => {
    expect(names.length).toBeGreaterThan(50);
    expect(Object.keys(field).toSorted()).toEqual(names);
  });

  it('has a meaning for each code, and no other', () => {
    expect(said.toSorted()).toEqual([...codes].toSorted());
  });
});
