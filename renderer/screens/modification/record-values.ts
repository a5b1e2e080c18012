import type { RecordField, RecordValue } from '../../../contract/record-form.ts';

/**
 * Values by path. Lines that may repeat keep their number when another one is removed, so that each
 * is still recognised by it.
 */
export type Values = ReadonlyMap<string, string>;

/** Unsaved changes by record (`submission/record`); null without any. */
export type KeptModifications = ReadonlyMap<string, Values> | null;

/** With the changes of one record; null forgets them. */
export function withKept(
  kept: KeptModifications,
  at: string,
  values: Values | null,
): KeptModifications {
  const next = new Map(kept);
  if (values === null) next.delete(at);
  else next.set(at, values);
  return next.size === 0 ? null : next;
}

export const toValues = (list: readonly RecordValue[]): Values =>
  new Map(list.map(({ path, value }) => [path, value]));

export const toList = (values: Values): RecordValue[] =>
  [...values].map(([path, value]) => ({ path, value }));

const join = (above: string, name: string): string => (above === '' ? name : `${above}/${name}`);

/** The element that a path ends in: `IVA/DetalleIVA[2]` is `DetalleIVA`. */
export const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');

/** The path of a value without its numbers: that of its field. */
export const fieldPathOf = (path: string): string => path.replaceAll(/\[\d+\]/g, '');

/** The fields that stand directly in a group. */
export function fieldsIn(fields: readonly RecordField[], group: string): readonly RecordField[] {
  const start = group === '' ? '' : `${group}/`;
  return fields.filter(
    ({ path }) => path.startsWith(start) && !path.slice(start.length).includes('/'),
  );
}

/** Where a field stands in a group of the record: nowhere, once or several times. */
export function placesOf(values: Values, field: RecordField, at: string): readonly string[] {
  const own = join(at, nameOf(field.path));
  if (field.max === 1) {
    const isThere = [...values.keys()].some((path) => path === own || path.startsWith(`${own}/`));
    return isThere ? [own] : [];
  }
  const numbers = [...values.keys()].flatMap((path) =>
    path.startsWith(`${own}[`) ? Number.parseInt(path.slice(own.length + 1), 10) : [],
  );
  return [...new Set(numbers)].toSorted((a, b) => a - b).map((number) => `${own}[${number}]`);
}

/** Fields missing in a group; those that identify the record cannot be added. */
export function addableIn(
  fields: readonly RecordField[],
  values: Values,
  group: string,
  at: string,
): readonly RecordField[] {
  return fieldsIn(fields, group).filter(
    (field) => !field.isIdentity && placesOf(values, field, at).length === 0,
  );
}

/**
 * The values with one more field, empty: a group with all its required fields. Fields that it
 * excludes are removed.
 */
export function withField(
  fields: readonly RecordField[],
  values: Values,
  field: RecordField,
  at: string,
): Values {
  const others = fieldsIn(fields, fieldPathOf(at)).filter(
    (other) => other.alternative !== null && other.alternative === field.alternative,
  );
  const cleared = others
    .flatMap((other) => placesOf(values, other, at))
    .reduce<Values>((left, place) => withoutPlace(left, place), values);
  const last = placesOf(cleared, field, at).at(-1);
  const next = last === undefined ? 1 : Number(/\[(\d+)\]$/.exec(last)?.[1] ?? 0) + 1;
  const place = join(at, nameOf(field.path)) + (field.max > 1 ? `[${next}]` : '');
  return new Map([...cleared, ...emptyAt(fields, field, place)]);
}

function emptyAt(
  fields: readonly RecordField[],
  field: RecordField,
  place: string,
): readonly (readonly [string, string])[] {
  if (field.kind !== 'group') return [[place, '']];
  const inside = fieldsIn(fields, field.path);
  const wanted = inside.filter(
    ({ min, alternative, path }) =>
      min > 0 ||
      (alternative !== null &&
        inside.find((one) => one.alternative === alternative)?.path === path),
  );
  const chosen = wanted.length > 0 ? wanted : inside.slice(0, 1);
  return chosen.flatMap((one) => {
    const number = one.max > 1 ? '[1]' : '';
    return emptyAt(fields, one, `${place}/${nameOf(one.path)}${number}`);
  });
}

/** The values without a field, or without a group and all in it. */
export function withoutPlace(values: Values, place: string): Values {
  return new Map([...values].filter(([path]) => path !== place && !path.startsWith(`${place}/`)));
}

/** Paths whose values differ, in the order of the first, then of the second. */
export function changedPaths(before: Values, after: Values): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}

/** The paths here for those of the core, which numbers only existing lines. */
export function pathsByCount(
  fields: readonly RecordField[],
  values: Values,
  above: { readonly group: string; readonly at: string; readonly counted: string } = {
    group: '',
    at: '',
    counted: '',
  },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const field of fieldsIn(fields, above.group)) {
    placesOf(values, field, above.at).forEach((at, index) => {
      const number = field.max > 1 ? `[${index + 1}]` : '';
      const counted = join(above.counted, nameOf(field.path)) + number;
      found.set(counted, at);
      if (field.kind !== 'group') return;
      const inside = pathsByCount(fields, values, { group: field.path, at, counted });
      for (const [path, own] of inside) found.set(path, own);
    });
  }
  return found;
}
