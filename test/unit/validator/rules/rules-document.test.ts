import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  rulesDocument,
  rulesDocumentFile,
} from '../../../fixtures/validator/rules/rules-document.ts';

it('docs/rules.md agrees with the table', () => {
  expect(readFileSync(rulesDocumentFile, 'utf8')).toBe(rulesDocument());
});

it('every rule has a named function, and documents', () => {
  expect(rulesDocument()).not.toMatch(/`none`|``/);
});
