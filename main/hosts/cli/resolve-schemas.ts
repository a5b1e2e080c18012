import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Texts } from '../../platform/texts.ts';
import type { SchemaPackage } from '../../validator/schema/schema-package.ts';
import { createValidator } from '../../validator/validator.ts';
import type { Validator } from '../../validator/validator-port.ts';
import { chooseDataFolder, readSurroundings } from '../host.ts';
import { complain } from './output.ts';

/** The source of schemas. */
export interface SchemaSource {
  /** Folder or zip of another schema package than that in force. */
  readonly schemas?: string;
  /** Data folder as given; null for the default. */
  readonly data: string | null;
}

/** A validator for so many documents. */
export async function openValidator(
  source: SchemaSource,
  documents: number,
  texts: Texts,
): Promise<Validator> {
  const schemas = await findSchemas(source, texts);
  return createValidator({
    threads: Math.min(availableParallelism(), documents),
    ...(schemas === null ? {} : { schemas: () => schemas }),
  });
}

/**
 * The schemas of the command line, else those installed in the data folder, else (null) the
 * built-in ones.
 */
async function findSchemas(
  { schemas, data }: SchemaSource,
  texts: Texts,
): Promise<SchemaPackage | null> {
  if (schemas !== undefined)
    return (await import('../../features/schemas/overlay.ts')).overlaySchemas(schemas);
  const dataFolder = chooseDataFolder(data, readSurroundings());
  // Without installed schemas the data folder is neither read nor created.
  if (!existsSync(join(dataFolder, 'schemas', 'installed.json'))) return null;
  const { openSchemaLibrary } = await import('../../features/schemas/library.ts');
  const library = openSchemaLibrary({ dataFolder, clock: () => new Date(), mayChange: false });
  for (const fault of library.faults()) complain(`${texts.failure(fault)} (${fault.code})`);
  return library.current();
}
