import { formNameOf } from '../../../contract/ledger-books.ts';
import {
  builtInPackageId,
  type InstalledPackage,
  type InstalledSchema,
} from '../../../contract/schema-package.ts';
import { formsOf, prefixed } from './choices.ts';
import type { LibraryPackage, SchemaLibrary } from './library.ts';

/** The library as the contract shows it. `used`: submissions by schema id. */
export function describeLibrary(
  library: SchemaLibrary,
  used: ReadonlyMap<string, number>,
): { schemas: InstalledSchema[]; packages: InstalledPackage[] } {
  const packages = library.packages();
  return {
    schemas: packages.flatMap((each) => describeSchemas(each, library)),
    packages: packages.map((each) => describePackage(each, library, used)),
  };
}

/** One package as the contract shows it. */
export function describePackage(
  { id, source, sourceName, installedAt, sha256, content }: LibraryPackage,
  library: SchemaLibrary,
  used: ReadonlyMap<string, number>,
): InstalledPackage {
  const schemas = content?.schemas ?? [];
  const versions = schemas.map(({ version }) => version).sort(compareVersions);
  const choices = library.choicesOf(id);
  const submissions = [...used].reduce(
    (sum, [schemaId, count]) => (packageOfSchema(schemaId) === id ? sum + count : sum),
    0,
  );
  return {
    id,
    source,
    sourceName,
    installedAt,
    sha256,
    choices,
    submissions,
    forms: content === null ? [] : formsOf(content),
    version: versions.at(-1) ?? '',
    validFrom: schemas.map(({ validFrom }) => validFrom).sort()[0] ?? '',
    damaged: content === null,
    removable: source !== 'built_in' && choices.length === 0 && submissions === 0,
  };
}

/** The package of a result's schema id. */
function packageOfSchema(schemaId: string): string {
  const [packageId, rest] = schemaId.split('/', 2);
  return rest === undefined || packageId === undefined ? builtInPackageId : packageId;
}

function describeSchemas(
  { id: packageId, source, content }: LibraryPackage,
  library: SchemaLibrary,
): InstalledSchema[] {
  const chosen = new Set(library.choicesOf(packageId).flatMap(({ forms }) => forms));
  return (content?.schemas ?? []).map(
    ({ id, version, root, namespace, form, validFrom, files, entry }) => ({
      packageId,
      version,
      root,
      namespace,
      validFrom,
      source,
      id: prefixed(packageId, id),
      form: formNameOf(form),
      sha256: files.find(({ path }) => path === entry)?.sha256 ?? '',
      active: chosen.has(formNameOf(form)),
    }),
  );
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
