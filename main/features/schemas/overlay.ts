import { basename, resolve } from 'node:path';
import { dayOf } from '../../../contract/formats.ts';
import { builtInPackageId } from '../../../contract/schema-package.ts';
import { readSchemaPackage, type SchemaPackage } from '../../validator/schema/schema-package.ts';
import { formsOf, mergePackages } from './choices.ts';
import { inspectPackage } from './inspect.ts';
import { gatherPackage } from './package-files.ts';

/**
 * The built-in schemas with those of a folder or zip before them, for one command. They are checked
 * and compiled as for an installation, and nothing is stored. Throws the `schema_package_*` codes
 * and `schemas_damaged`.
 */
export async function overlaySchemas(path: string): Promise<SchemaPackage> {
  const builtIn = readSchemaPackage();
  const absolute = resolve(path);
  const { files } = await gatherPackage([{ name: basename(absolute), path: absolute }]);
  const validFrom = dayOf(new Date());
  const { package: given } = await inspectPackage({
    files,
    known: builtIn.schemas,
    validFrom,
    current: null,
  });
  const packages = new Map([
    [builtInPackageId, builtIn],
    ['given', given],
  ]);
  const choice = { packageId: 'given', forms: formsOf(given), fiscalYears: null, from: null };
  return mergePackages(packages, [choice]);
}
