import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from '../../platform/texts.ts';
import type { SchemaPackage } from '../../validator/schema/schema-package.ts';
import { chooseDataFolder, readSurroundings } from '../host.ts';
import { complain } from './output.ts';

/** The source of schemas. */
export interface SchemaSource {
  /** Folder or zip of another schema package; null for those in force. */
  readonly schemas: string | null;
  /** Data folder as given; null for the default. */
  readonly data: string | null;
}

/**
 * The schemas of the command line, else those installed in the data folder, else (null) the
 * built-in ones.
 */
export async function findSchemas(
  { schemas, data }: SchemaSource,
  texts: Texts,
): Promise<SchemaPackage | null> {
  if (schemas !== null)
    return (await import('../../features/schemas/overlay.ts')).overlaySchemas(schemas);
  const dataFolder = chooseDataFolder(data, readSurroundings());
  // Without installed schemas the data folder is neither read nor created.
  if (!existsSync(join(dataFolder, 'schemas', 'installed.json'))) return null;
  const { openSchemaLibrary } = await import('../../features/schemas/library.ts');
  const library = openSchemaLibrary({ dataFolder, clock: () => new Date(), mayChange: false });
  for (const fault of library.faults()) complain(`${texts.failure(fault)} (${fault.code})`);
  return library.current();
}
