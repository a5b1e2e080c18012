import type { Issue, ValidationResult, Verdict } from '../../contract/verdict.ts';
import { type FormDefinition, type FormMatch, maxRecords, toForm } from './forms.ts';
import { type HeaderFinding, readHeader } from './header.ts';
import {
  addCounts,
  countIssues,
  makeIssue,
  maxListedIssues,
  mostSevere,
  type Place,
  type PlacedFault,
} from './issue-list.ts';
import type { LedgerEngine } from './ledger-engine.ts';
import { recordKey, sumTotals } from './records.ts';
import { checkRules, noRuleFaults } from './rules/check-rules.ts';
import { quarterOf } from './rules/data/deadlines.ts';
import type { LedgerFaults } from './rules/ledger-faults.ts';
import { nameSchemaFault } from './schema/schema-faults.ts';
import type { ElementIndex } from './xml/element-index.ts';
import { localName, textOf } from './xml/elements.ts';
import type { ParsedDocument, SchemaFault } from './xml/libxml.ts';
import { createPositionFinder, pathOf, recordElements, recordNumberOf } from './xml/places.ts';

/** Which layers to check, by which day, and who receives the faults. */
export interface ValidationSettings {
  /** `schema` stops after the schema layer. */
  readonly checks: 'schema' | 'all';
  /** Today in Europe/Madrid, as the number yyyymmdd. */
  readonly today: number;
  /** Receives what the ledger itself would report, when given. */
  readonly ledgerFaults?: LedgerFaults | undefined;
  /** Receives every fault of a form with its place, when given. */
  readonly everyFault?: EveryFault | undefined;
}

/** A parsed document whose root is one of the six forms, or close to one. */
interface FormDocument extends ValidationSettings {
  readonly parsed: ParsedDocument;
  readonly elementIndex: ElementIndex;
  readonly match: FormMatch;
  readonly root: { readonly name: string; readonly namespace: string };
  readonly engine: LedgerEngine;
}

/** Most faults kept when all are wanted: a file of 10,000 records with twenty each. */
const maxFaults = 200_000;

/** A form with all its faults, for fixing. */
export interface FaultyForm {
  readonly elementIndex: ElementIndex;
  readonly definition: FormDefinition;
  /** The elements of its records, in order. */
  readonly records: Uint32Array;
  /** In the order of the file. */
  readonly faults: readonly PlacedFault[];
}

/** Where a check stores its form. */
export class EveryFault {
  form: FaultyForm | null = null;
}

type FormFinding = Omit<ValidationResult, 'kind' | 'kindDetail' | 'sha256' | 'sizeBytes'>;

/** Checks a form by the layers `schema`, `header` and `rule`; null when the engine fails. */
export function validateForm(document: FormDocument): FormFinding | null {
  const { elementIndex, match, checks, today, ledgerFaults, everyFault } = document;
  const { definition } = match;
  const most = everyFault === undefined ? maxListedIssues : maxFaults;
  const records = recordElements(elementIndex, definition);
  const schema = match.by === 'exact' ? checkSchema(document, records, most) : rootFault(document);
  if (schema === null) return null;
  const header = readHeader(elementIndex, definition);
  const told =
    checks === 'all' ? [...schema.faults, ...headerFaults(header, schema.faults)] : schema.faults;
  // A schema that could not be applied says nothing of the records, and the rules depend on it.
  const rules =
    checks === 'all' && match.by === 'exact'
      ? checkRules({ elementIndex, definition, records, header, told, today, ledgerFaults, most })
      : noRuleFaults;
  const all = [...told, ...rules.faults];
  if (everyFault !== undefined)
    everyFault.form = {
      elementIndex,
      definition,
      records,
      faults: all.toSorted((a, b) => a.element - b.element),
    };
  const issues = placeFaults(mostSevere(all), elementIndex, definition, records);
  const counts = addCounts(countIssues(told), rules.counts);
  const error = counts.error + schema.unlisted;
  return {
    verdict: verdictOf(error, counts.warning),
    form: toForm(definition, header.operation),
    fiscalYear: header.fiscalYear,
    period: rules.latestDay === 0 ? null : quarterOf(rules.latestDay),
    taxpayer: header.taxpayer,
    records: records.length,
    totals: sumTotals(elementIndex, definition, records.length),
    issues,
    issueCounts: { ...counts, error },
    schemaId: match.by === 'exact' ? definition.schemaId : null,
  };
}

function verdictOf(errors: number, warnings: number): Verdict {
  if (errors > 0) return 'invalid';
  return warnings > 0 ? 'warnings' : 'valid';
}

interface SchemaFinding {
  readonly faults: readonly PlacedFault[];
  /** Faults that are not listed. */
  readonly unlisted: number;
}

function checkSchema(
  document: FormDocument,
  records: Uint32Array,
  most: number,
): SchemaFinding | null {
  const { engine, parsed, elementIndex, match } = document;
  const outcome = engine.validate(match.definition.schemaId, parsed, most);
  if (outcome.kind === 'failed') return null;
  const placed = outcome.faults.map((fault) => toPlacedFault(fault, elementIndex, records));
  const faults = placed.filter((fault, index) => !isEcho(fault, placed, index));
  return { faults, unlisted: outcome.total - placed.length };
}

/** When the schema refuses, the ledger refuses the whole file with one code. */
const schemaFault = { layer: 'schema', ledgerCode: 'B4_1000001' } as const;

const lengths: ReadonlySet<string> = new Set(['schema_too_long', 'schema_too_short']);
const kinds: ReadonlySet<string> = new Set([
  'schema_tax_id',
  'schema_date',
  'schema_empty',
  'schema_year',
]);

/**
 * Whether a fault repeats another one of its element: a value with child elements counts as empty,
 * and a value of the wrong kind may have the wrong length too.
 */
function isEcho(
  { element, code }: PlacedFault,
  placed: readonly PlacedFault[],
  index: number,
): boolean {
  for (let at = index - 1; at >= 0 && placed[at]?.element === element; at -= 1) {
    if (placed[at]?.code === 'schema_children_not_allowed') return true;
  }
  const after = placed[index + 1];
  return lengths.has(code) && after?.element === element && kinds.has(after.code);
}

function toPlacedFault(
  { message, element }: SchemaFault,
  elementIndex: ElementIndex,
  records: Uint32Array,
): PlacedFault {
  const at = element ?? 0;
  if (at !== 0 && at === records[maxRecords]) {
    const params = { count: records.length, limit: maxRecords };
    return { ...schemaFault, code: 'schema_too_many_records', params, element: at };
  }
  const text = shortenedText(elementIndex, at);
  const named = nameSchemaFault(message, { name: localName(elementIndex, at), text });
  return { ...schemaFault, ...named, element: at, message };
}

/**
 * A root with a form's name in another namespace, or the reverse: the schema says nothing about its
 * content.
 */
function rootFault({ match, root }: FormDocument): SchemaFinding {
  const { definition } = match;
  const namespace = root.namespace.slice(0, 200);
  const named =
    match.by === 'name'
      ? ({
          code: 'schema_root_namespace',
          params: { root: root.name, namespace, expected: definition.namespace },
        } as const)
      : ({
          code: 'schema_root_name',
          params: { root: root.name.slice(0, 120), expected: definition.root },
        } as const);
  return { faults: [{ ...schemaFault, ...named, element: 0 }], unlisted: 0 };
}

/** The header's faults, without elements that the schema has reported already. */
function headerFaults(header: HeaderFinding, schemaFaults: readonly PlacedFault[]): PlacedFault[] {
  const told = new Set(schemaFaults.map(({ element }) => element));
  return header.faults
    .filter(({ element }) => !told.has(element))
    .map((fault) => ({ layer: 'header', ...fault }));
}

/** Adds places to faults, in the order of the file. */
function placeFaults(
  faults: readonly PlacedFault[],
  elementIndex: ElementIndex,
  definition: FormDefinition,
  records: Uint32Array,
): Issue[] {
  const position = createPositionFinder(elementIndex.bytes);
  return faults
    .toSorted((a, b) => a.element - b.element)
    .map((fault) => {
      const { element } = fault;
      const record = recordNumberOf(elementIndex, records, element);
      const recordElement = record === null ? undefined : records[record - 1];
      const text = shortenedText(elementIndex, element);
      const place: Place = {
        record,
        recordKey:
          recordElement === undefined ? null : recordKey(elementIndex, definition, recordElement),
        path: pathOf(elementIndex, records, element),
        ...position(elementIndex.start[element] ?? 0),
        // As written: white space around it may be the fault.
        value: text.trim() === '' ? null : text.slice(0, 200),
      };
      return makeIssue(fault, place);
    });
}

/** Enough of an element's text for an issue to quote and explain. */
function shortenedText(elementIndex: ElementIndex, element: number): string {
  return textOf(elementIndex, element, 4096);
}
