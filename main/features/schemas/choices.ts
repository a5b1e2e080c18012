import { formNameOf } from '../../../contract/ledger-books.ts';
import {
  builtInPackageId,
  type FormName,
  type SchemaChoice,
} from '../../../contract/schema-package.ts';
import type {
  SchemaDescription,
  SchemaPackage,
  SchemaScope,
} from '../../validator/schema/schema-package.ts';
import { toDayNumber } from '../../validator/today.ts';

/** A choice of a package, as it is kept. */
export interface PackageChoice extends SchemaChoice {
  readonly packageId: string;
}

/** The forms of a package, each once. */
export function formsOf({ schemas }: Pick<SchemaPackage, 'schemas'>): FormName[] {
  return [...new Set(schemas.map(({ form }) => formNameOf(form)))];
}

/**
 * Choices, the newest first, with one more. It replaces those of its forms for the same documents,
 * or all of them when it is for every document; but only the built-in package replaces schemas of
 * another namespace, which decide about other documents.
 */
export function addChoice(
  choices: readonly PackageChoice[],
  added: PackageChoice,
  packages: ReadonlyMap<string, SchemaPackage>,
): PackageChoice[] {
  const everywhere = isUnlimited(added);
  const isBuiltIn = added.packageId === builtInPackageId;
  const namespacesOf = (packageId: string, form: FormName) =>
    schemasOf(packageId, packages).flatMap((schema) =>
      formNameOf(schema.form) === form ? schema.namespace : [],
    );
  const isReplaced = (packageId: string, form: FormName) => {
    const former = namespacesOf(packageId, form);
    const its = namespacesOf(added.packageId, form);
    return isBuiltIn || former.length === 0 || former.some((each) => its.includes(each));
  };
  const kept = choices.flatMap((choice) => {
    if (!everywhere && !hasSameScope(choice, added)) return [choice];
    const forms = choice.forms.filter(
      (form) => !added.forms.includes(form) || !isReplaced(choice.packageId, form),
    );
    return forms.length === 0 ? [] : [{ ...choice, forms }];
  });
  // The built-in package applies after every choice anyway.
  return everywhere && isBuiltIn ? kept : [added, ...kept];
}

/** The choices of a package. The built-in one also applies where nothing else was chosen. */
export function choicesOf(
  packageId: string,
  choices: readonly PackageChoice[],
  builtInForms: readonly FormName[],
): SchemaChoice[] {
  const own = choices
    .filter((choice) => choice.packageId === packageId)
    .map(({ forms, fiscalYears, from }) => ({ forms, fiscalYears, from }));
  if (packageId !== builtInPackageId) return own;
  const replaced = new Set(choices.filter(isUnlimited).flatMap(({ forms }) => forms));
  const rest = builtInForms.filter((form) => !replaced.has(form));
  return rest.length === 0 ? own : [...own, { forms: rest, fiscalYears: null, from: null }];
}

/**
 * All schemas in force as one package, in the order in which they are tried; skips packages that
 * are not among `packages`.
 */
export function mergePackages(
  packages: ReadonlyMap<string, SchemaPackage>,
  choices: readonly PackageChoice[],
): SchemaPackage {
  const chosen = choices.flatMap(({ packageId, forms, fiscalYears, from }) => {
    const scope: SchemaScope = { fiscalYears, from: from === null ? null : toDayNumber(from) };
    return schemasOf(packageId, packages)
      .filter(({ form }) => forms.includes(formNameOf(form)))
      .map((schema) =>
        scope.fiscalYears === null && scope.from === null ? schema : { ...schema, scope },
      );
  });
  const files = [...packages].flatMap(([id, { files }]) =>
    [...files].map(([path, bytes]) => [prefixed(id, path), bytes] as const),
  );
  return { schemas: [...chosen, ...schemasOf(builtInPackageId, packages)], files: new Map(files) };
}

/** A schema's id across all packages, or a file's path. */
export function prefixed(packageId: string, name: string): string {
  return packageId === builtInPackageId ? name : `${packageId}/${name}`;
}

function schemasOf(
  packageId: string,
  packages: ReadonlyMap<string, SchemaPackage>,
): SchemaDescription[] {
  return (packages.get(packageId)?.schemas ?? []).map((schema) => ({
    ...schema,
    id: prefixed(packageId, schema.id),
    entry: prefixed(packageId, schema.entry),
    files: schema.files.map(({ path, sha256 }) => ({ path: prefixed(packageId, path), sha256 })),
  }));
}

function isUnlimited({ fiscalYears, from }: SchemaChoice): boolean {
  return fiscalYears === null && from === null;
}

function hasSameScope(one: SchemaChoice, other: SchemaChoice): boolean {
  const years = ({ fiscalYears }: SchemaChoice) => fiscalYears?.toSorted().join() ?? '';
  return years(one) === years(other) && one.from === other.from;
}
