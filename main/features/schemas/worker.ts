import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { SchemaDifference } from '../../../contract/schema-package.ts';
import type { SchemaPackage } from '../../validator/schema/schema-package.ts';
import type { PackageFiles } from './package-files.ts';
import { type Recognition, recognisePackage } from './recognise.ts';
import { compileAll, tryOnSamples } from './trial.ts';

/** What the thread is asked. */
export interface InspectionTask extends Recognition {
  readonly files: PackageFiles;
  /** The schemas in force, to compare with; null when nothing is tried. */
  readonly current: SchemaPackage | null;
}

/** What the thread answers. */
export type InspectionAnswer =
  | {
      readonly kind: 'sound';
      readonly package: SchemaPackage;
      readonly differences: readonly SchemaDifference[];
    }
  | { readonly kind: 'refused'; readonly error: CallError };

/** Called first: the thread has loaded its code. */
export function ready(): void {}

/**
 * Inspects a package: what it is, whether it compiles, and how it checks. The thread is ended after
 * one.
 */
export function answer({ files, current, ...recognition }: InspectionTask): InspectionAnswer {
  try {
    const found = recognisePackage(files, recognition);
    const engine = compileAll(found);
    const differences =
      current === null
        ? []
        : tryOnSamples(
            { schemas: found.schemas, engine },
            { schemas: current.schemas, engine: compileAll(current) },
          );
    return { kind: 'sound', package: found, differences };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return { kind: 'refused', error: { code: error.code, details: error.details } };
  }
}
