import type { z } from 'zod';
import type { CallError } from '../contract/errors.ts';
import { expectedOf } from '../contract/input-fault.ts';
import { keysAt } from '../contract/strict-input.ts';
import type { UnknownKey } from '../contract/unknown-key.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const maxFaults = 20;
const maxPathLength = 200;
/** Letters, and one digit at most: `lastName1`. */
const looksLikeName = /^(?=.{1,40}$)[\p{L}_-]+\d?[\p{L}_-]*$/u;

/**
 * What is wrong with an input, as details of `invalid_input`: places (`fields`), what was expected
 * there (`faults`), and keys that the method does not know (`unknownKeys`). Never a given value: it
 * may be a secret.
 */
export function describeInputFaults(
  schema: z.core.$ZodType,
  issues: readonly Issue[],
): CallError['details'] {
  const fields = issues.slice(0, maxFaults).map(({ path, code }) => `${toText(path)}: ${code}`);
  const faults = issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .slice(0, maxFaults)
    .map((issue) => ({ path: pathText(issue.path), expected: expectedOf(issue) }));
  const unknownKeys = findUnknown(issues)
    .slice(0, maxFaults)
    .map((path) => describeUnknown(schema, path));
  return unknownKeys.length === 0 ? { fields, faults } : { fields, faults, unknownKeys };
}

/** A union does not know a key when all its members refuse the key, or the object that has it. */
function findUnknown(issues: readonly Issue[]): Path[] {
  return issues.flatMap((issue): Path[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
    if (issue.code !== 'invalid_union') return [];
    const members = issue.errors.map(findUnknown);
    const unknown = members.flat().filter((path) => members.every((paths) => refuse(paths, path)));
    const once = new Map(unknown.map((path) => [toText(path), [...issue.path, ...path]]));
    return [...once.values()];
  });
}

function refuse(paths: readonly Path[], path: Path): boolean {
  return paths.some((refused) => refused.every((step, at) => step === path[at]));
}

function describeUnknown(schema: z.core.$ZodType, path: Path): UnknownKey {
  const parents = path.slice(0, -1);
  const nearest = findNearest(String(path.at(-1)), keysAt(schema, parents));
  return { path: toText(path), nearest: nearest && toText([...parents, nearest]) };
}

/** Text that does not look like a name is left out: it may be a secret in the wrong place. */
function toText(path: Path): string {
  return pathText(path) || '.';
}

function pathText(path: Path): string {
  const steps = path.map((step) =>
    typeof step === 'number' || looksLikeName.test(String(step)) ? String(step) : '…',
  );
  return steps.join('.').slice(0, maxPathLength);
}

function findNearest(name: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((each) => ({ each, steps: countEdits(name.slice(0, maxPathLength), each) }))
    .toSorted((a, b) => a.steps - b.steps);
  return nearest?.each ?? null;
}

/** Number of letters to add, remove or change between two words, ignoring case. */
function countEdits(one: string, other: string): number {
  const wanted = [...other.toLowerCase()];
  let row = [0, ...wanted.map((_, at) => at + 1)];
  for (const sign of one.toLowerCase()) {
    let left = (row[0] ?? 0) + 1;
    row = [
      left,
      ...wanted.map((each, at) => {
        const change = (row[at] ?? 0) + (each === sign ? 0 : 1);
        left = Math.min(left + 1, (row[at + 1] ?? 0) + 1, change);
        return left;
      }),
    ];
  }
  return row.at(-1) ?? 0;
}
