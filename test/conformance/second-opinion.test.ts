import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type FormName, forms } from '../fixtures/validator/forms.ts';
import { compare, summary } from './comparison.ts';
import { generateDocuments, wordsOf } from './generated-documents.ts';
import { readSchemaFile, schemaFolder } from './manifest-files.ts';
import { judgeOurs, schemaOf } from './validators.ts';

type Libxml = {
  parseXml: (
    xml: string,
    options?: { baseUrl?: string; nonet?: boolean },
  ) => { validate: (schema: unknown) => boolean };
};

const folder = new URL('libxmljs2/', import.meta.url);

/** libxmljs2 where it is installed and loads; else null, and the reason on the console. */
function loadSecondOpinion(): Libxml | null {
  const recipe = 'node test/conformance/libxmljs2/install.mjs installs it';
  if (!existsSync(new URL('node_modules/libxmljs2/package.json', folder))) {
    console.log(`SKIPPED: libxmljs2 is not installed, there is no second opinion (${recipe})`);
    return null;
  }
  try {
    return createRequire(new URL('install.mjs', folder))('libxmljs2') as Libxml;
  } catch (error) {
    console.log(
      `SKIPPED: libxmljs2 does not load, there is no second opinion (${recipe}): ${String(error).split('\n')[0]}`,
    );
    return null;
  }
}

function secondJudge(libxml: Libxml, name: FormName): { isValid: (xml: string) => boolean } {
  const { entry } = schemaOf(name);
  const schema = libxml.parseXml(new TextDecoder().decode(readSchemaFile(entry)), {
    baseUrl: fileURLToPath(new URL(entry, schemaFolder)),
  });
  return { isValid: (xml) => libxml.parseXml(xml, { nonet: true }).validate(schema) };
}

const libxml = loadSecondOpinion();

/**
 * Its libxml2 2.9.9 compares an integer with `minInclusive` before it has trimmed the white space
 * around it, and so rejects what XML Schema and every later libxml2 accept. Documents with such a
 * line number say nothing about our schemas.
 */
function hasUntrimmedLine(xml: string): boolean {
  return [...wordsOf(xml)].some((word) => /^Linea=(\s|.*\s$)/.test(word));
}

describe.skipIf(libxml === null)('libxmljs2 gives the same verdict by our schemas', () => {
  const documents = libxml === null ? [] : generateDocuments();

  it.each(forms)(
    '$name',
    ({ name }) => {
      if (libxml === null) return;
      using ours = judgeOurs(name);
      const ofForm = documents.filter(({ form }) => form === name);
      const compared = ofForm.filter(({ xml }) => !hasUntrimmedLine(xml));
      const comparison = compare(ours, secondJudge(libxml, name), compared);
      const leftOut = ofForm.length - compared.length;
      console.log(
        `${summary(`${name}, second opinion`, comparison)}${leftOut > 0 ? `, ${leftOut} left out` : ''}`,
      );
      expect(comparison.differences).toEqual([]);
      expect(compared.length).toBeGreaterThan(ofForm.length / 2);
    },
    60_000,
  );
});
