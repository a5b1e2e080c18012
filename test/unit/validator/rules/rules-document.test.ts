import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  rulesDocument,
  rulesDocumentFile,
} from '../../../fixtures/validator/rules/rules-document.ts';

it('docs/rules.md says what the table says', () => {
  expect(readFileSync(rulesDocumentFile, 'utf8')).toBe(rulesDocument());
});

it('every rule has a function with a name, and documents', () => {
  expect(rulesDocument()).not.toMatch(/`none`|``/);
});
