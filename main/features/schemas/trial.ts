import type { SchemaDifference } from '../../../contract/schema-package.ts';
import type { Verdict } from '../../../contract/verdict.ts';
import { createLedgerEngine, type LedgerEngine } from '../../validator/ledger-engine.ts';
import type { SchemaDescription, SchemaPackage } from '../../validator/schema/schema-package.ts';
import { validateDocument } from '../../validator/validate-document.ts';
import { findSchema } from './recognise.ts';
import { wrong } from './scan-schema.ts';
import { trialSamples } from './trial-samples.ts';

/**
 * Compiles each schema of a package. Throws `schema_package_wrong` with the compiler's words. The
 * engines must be disposed of.
 */
export function compileAll(candidate: SchemaPackage): LedgerEngine {
  const engine = createLedgerEngine(candidate);
  for (const { id, entry } of candidate.schemas) {
    try {
      engine.compile(id);
    } catch (error) {
      engine.dispose();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw wrong(entry, 'not_compiled', cause instanceof Error ? cause.message.trim() : '');
    }
  }
  return engine;
}

/**
 * Checks the samples of each form by a package and by the schemas in force, and lists the
 * differences. A clean sample must be valid; every other must be checked as before.
 */
export function tryOnSamples(
  candidate: { readonly schemas: readonly SchemaDescription[]; readonly engine: LedgerEngine },
  current: { readonly schemas: readonly SchemaDescription[]; readonly engine: LedgerEngine },
): SchemaDifference[] {
  return candidate.schemas.flatMap((schema) => {
    const before = findSchema(current.schemas, schema);
    return trialSamples(schema).flatMap(({ slip, xml }) => {
      const now = verdict(xml(schema.namespace), candidate.engine);
      const then = before === undefined ? null : verdict(xml(before.namespace), current.engine);
      const asExpected = slip === 'clean' ? now === 'valid' : then === null || now === then;
      return asExpected ? [] : [{ schema: schema.id, sample: slip, before: then, after: now }];
    });
  });
}

function verdict(xml: string, engine: LedgerEngine): Verdict {
  const bytes = new TextEncoder().encode(xml);
  // The schema layer does not use the day, so any day will do.
  return validateDocument(bytes, { checks: 'schema', today: 20260101 }, engine).verdict;
}
