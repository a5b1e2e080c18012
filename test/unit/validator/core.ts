import { expect } from 'vitest';
import type { Issue, ValidationResult } from '../../../contract/verdict.ts';
import { createLedgerEngine, type LedgerEngine } from '../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';
import { validateDocument } from '../../../main/validator/validate-document.ts';
import type { FormName } from '../../fixtures/validator/forms.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { missingValues } from '../../fixtures/validator/missing-values.ts';

/** The validator's core on this thread, as tests use it. */
export interface Core {
  readonly engine: LedgerEngine;
  validate(document: string | Uint8Array, checks?: 'schema' | 'all'): ValidationResult;
  /** The first issue of a document that must have one. */
  firstIssue(document: string | Uint8Array): Issue;
  dispose(): void;
}

export function createCore(): Core {
  const engine = createLedgerEngine(readSchemaPackage());
  const validate = (document: string | Uint8Array, checks: 'schema' | 'all' = 'all') => {
    const bytes = typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
    const validation = validateDocument(bytes, { checks, today: 20260410 }, engine);
    expect(validation.issues.flatMap(missingValues)).toEqual([]);
    return validation;
  };
  return {
    engine,
    validate,
    firstIssue(document) {
      const [issue] = validate(document).issues;
      if (issue === undefined) throw new Error('no issue');
      return issue;
    },
    dispose: () => engine.dispose(),
  };
}

/** A clean document of a form. */
export function cleanDocument(
  form: FormName,
  records = 2,
  layout: 'pretty' | 'line' = 'pretty',
): string {
  return makeDocument(form, { seed: 7, records, layout });
}

/** Replaces text that must be there. */
export function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`not in the document: ${from}`);
  return changed;
}
