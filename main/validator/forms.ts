import type { Form } from '../../contract/form.ts';
import { bookOf, type LedgerBook, type Operation } from '../../contract/ledger-books.ts';
import type { SchemaDescription } from './schema/schema-package.ts';

/**
 * The fixed facts of one of the six forms: how its files are recognised and what the header must
 * say.
 */
export type FormDefinition = LedgerBook & {
  readonly schemaId: string;
  readonly namespace: string;
  readonly root: string;
  readonly operationGroup: 'creation_or_modification' | 'cancellation';
  /** The header's `Operacion` codes that agree with the root element, each with its meaning. */
  readonly operations: ReadonlyMap<string, Operation>;
};

const creationOrModification: ReadonlyMap<string, Operation> = new Map([
  ['A00', 'creation'],
  ['A01', 'creation'],
  ['M00', 'modification'],
  ['M01', 'modification'],
]);
const cancellation: ReadonlyMap<string, Operation> = new Map([['AN0', 'cancellation']]);

/** Most records in a file, for every form. */
export const maxRecords = 10_000;

/** The form that a schema of the manifest describes. */
export function formDefinition(schema: SchemaDescription): FormDefinition {
  const { operationGroup } = schema.form;
  return {
    ...bookOf(schema.form),
    schemaId: schema.id,
    namespace: schema.namespace,
    root: schema.root,
    operationGroup,
    operations: operationGroup === 'cancellation' ? cancellation : creationOrModification,
  };
}

/**
 * How a root element was recognised: `exact`, only by name, only by namespace; null when not at
 * all.
 */
export type FormMatch = {
  readonly by: 'exact' | 'name' | 'namespace';
  readonly definition: FormDefinition;
};

/** The facts that decide which of several schemas for one root applies. */
interface DocumentTime {
  readonly fiscalYear: number | null;
  /** Day of the check as a number yyyymmdd. */
  readonly today: number;
}

/**
 * Finds the form of a root element: the first schema that applies; an exact root wins. Without
 * `time` every schema applies.
 */
export function findForm(
  schemas: readonly SchemaDescription[],
  root: { readonly name: string; readonly namespace: string },
  time: DocumentTime | null = null,
): FormMatch | null {
  const pick = (
    by: FormMatch['by'],
    fits: (schema: SchemaDescription) => boolean,
  ): FormMatch | null => {
    const schema = schemas.find((each) => fits(each) && isInScope(each, time));
    return schema === undefined ? null : { by, definition: formDefinition(schema) };
  };
  return (
    pick(
      'exact',
      ({ root: name, namespace }) => name === root.name && namespace === root.namespace,
    ) ??
    pick('name', ({ root: name }) => name === root.name) ??
    pick('namespace', ({ namespace }) => namespace === root.namespace)
  );
}

/** Whether a schema applies to a document of this year, today. */
export function isInScope({ scope }: SchemaDescription, time: DocumentTime | null): boolean {
  if (scope === undefined || time === null) return true;
  const { fiscalYears, from } = scope;
  const inYears =
    fiscalYears === null || (time.fiscalYear !== null && fiscalYears.includes(time.fiscalYear));
  return inYears && (from === null || time.today >= from);
}

/**
 * The form for the header's `operation`; a code that does not agree counts as the first of its
 * group.
 */
export function toForm(definition: FormDefinition, operation: string | null): Form {
  const first = definition.operationGroup === 'cancellation' ? 'cancellation' : 'creation';
  return {
    model: definition.model,
    operation: definition.operations.get(operation ?? '') ?? first,
    expenseType: definition.expenseType,
  };
}
