import type { Reply } from '../../../contract/errors.ts';
import type { SchemaDifference } from '../../../contract/schema-package.ts';
import { toReply } from '../../platform/workers/thread-reply.ts';
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

/** A package that compiles, and how it checks otherwise than the schemas in force. */
export interface SoundPackage {
  readonly package: SchemaPackage;
  readonly differences: readonly SchemaDifference[];
}

/** Called first: the thread has loaded its code. */
export function ready(): void {}

/**
 * Inspects a package: what it is, whether it compiles, and how it checks. The thread is ended after
 * one.
 */
export function answer(task: InspectionTask): Promise<Reply<SoundPackage>> {
  return toReply(() => inspect(task));
}

function inspect({ files, current, ...recognition }: InspectionTask): SoundPackage {
  const found = recognisePackage(files, recognition);
  const engine = compileAll(found);
  const differences =
    current === null
      ? []
      : tryOnSamples(
          { schemas: found.schemas, engine },
          { schemas: current.schemas, engine: compileAll(current) },
        );
  return { package: found, differences };
}
