import type { Issue } from '../../../contract/verdict.ts';
import type { FormDefinition } from '../forms.ts';
import type { HeaderFinding } from '../header.ts';
import type { RuleIssueCode } from '../issue-codes.ts';
import type { PlacedFault } from '../issue-list.ts';
import { headerElement } from '../records.ts';
import { isValidTaxId } from '../tax-id.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childrenOf, localName, textOf } from '../xml/elements.ts';
import { recordNumberOf } from '../xml/places.ts';
import { countedDay } from './counted-day.ts';
import { orderOf } from './element-order.ts';
import type { LedgerFaults } from './ledger-faults.ts';
import type { Chapter, LedgerRecord, Report, Severity } from './record.ts';
import { RecordReader, type ToldFaults } from './record-reader.ts';
import { type FileFacts, issueCodeOf, ledgerCodeOf, type RecordCheck, type Rule } from './rule.ts';
import { rules as allRules } from './table.ts';

/** The document that rules check. */
interface RuleDocument {
  readonly elementIndex: ElementIndex;
  readonly definition: FormDefinition;
  readonly records: Uint32Array;
  readonly header: HeaderFinding;
  /** Faults of the layers before. */
  readonly told: readonly PlacedFault[];
  /** Today in Europe/Madrid, yyyymmdd. */
  readonly today: number;
  /** Collects what the ledger itself would report, when asked for. */
  readonly ledgerFaults?: LedgerFaults | undefined;
  /** How many faults of each severity are kept. */
  readonly most: number;
}

/** The faults of the rules: of each severity at most the requested number, with the true counts. */
interface RuleFinding {
  readonly faults: readonly PlacedFault[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** The latest of the days that decide for which quarter its records count; 0 for none. */
  readonly latestDay: number;
}

/** Runs every rule of the form on every record, in one pass. */
export function checkRules(document: RuleDocument): RuleFinding {
  const { definition, records, today } = document;
  const told = readTold(document);
  const reader = new RecordReader(document, told);
  const facts = readFacts(document, told);
  const report = new RuleReport(document, told);
  const chapter = report.chapter;
  const rules = allRules.filter((rule) => appliesTo(rule, chapter, definition, today));
  const watches = rules
    .filter((rule) => rule.subject === 'file')
    .map((rule) => ({ rule, ...rule.check(facts) }));
  const checks: RecordChecks = {
    ofRecords: [
      ...watches.flatMap(({ rule, see }) => (see === undefined ? [] : [{ rule, check: see }])),
      ...rules
        .filter((rule) => rule.subject === 'record')
        .map((rule) => ({ rule, check: rule.check })),
    ],
    ofLines: rules.filter((rule) => rule.subject === 'line'),
  };
  for (let number = 1; number <= records.length; number += 1)
    checkRecord(reader.read(number), checks, report);
  report.isWhole = true;
  for (const { rule, end } of watches) {
    report.rule = rule;
    end?.(report);
  }
  return report;
}

interface RecordChecks {
  readonly ofRecords: readonly { readonly rule: Rule; readonly check: RecordCheck }[];
  readonly ofLines: readonly Extract<Rule, { subject: 'line' }>[];
}

/**
 * One function per record: it is compiled once, while one long loop over all records would be
 * compiled again and again.
 */
function checkRecord(
  record: LedgerRecord,
  { ofRecords, ofLines }: RecordChecks,
  report: RuleReport,
) {
  report.isWhole = record.isWhole;
  report.record = record.number;
  report.latestDay = Math.max(report.latestDay, countedDay(record, report));
  for (const { rule, check } of ofRecords) {
    report.rule = rule;
    check(record, report);
  }
  for (const line of record.lines) {
    for (const rule of ofLines) {
      report.rule = rule;
      rule.check(line, record, report);
    }
  }
}

/** The result when no rule runs. */
export const noRuleFaults: RuleFinding = {
  faults: [],
  counts: { error: 0, warning: 0, info: 0 },
  latestDay: 0,
};

/** Schema faults about the value of their element only, not about the structure around it. */
const valueFaults =
  /^schema_(empty|decimal|amount|perc|date|tax|year|digits|pattern|code|too|integer|attribute)/;

function readTold({ elementIndex, records, told }: RuleDocument): ToldFaults {
  const broken = new Set<number>();
  for (const { layer, code, element } of told) {
    if (layer !== 'schema' || valueFaults.test(code)) continue;
    const number = recordNumberOf(elementIndex, records, element);
    if (number !== null) broken.add(records[number - 1] ?? 0);
  }
  return { elements: new Set(told.map(({ element }) => element)), brokenRecords: broken };
}

function readFacts(
  { elementIndex, definition, header }: RuleDocument,
  { elements }: ToldFaults,
): FileFacts {
  const taxIdElement = headerElement(elementIndex, 'ObligadoTributario', 'NIF');
  const taxId = header.taxpayer?.taxId ?? '';
  return {
    elementIndex,
    model: definition.model,
    operationCode: header.operation,
    yearElement: headerElement(elementIndex, 'Ejercicio'),
    taxIdElement,
    taxId: elements.has(taxIdElement) || !isValidTaxId(taxId) ? null : taxId,
  };
}

function appliesTo(
  rule: Rule,
  chapter: Chapter,
  definition: FormDefinition,
  today: number,
): boolean {
  const cancels = definition.operationGroup === 'cancellation';
  if (rule.operations === (cancels ? 'entries' : 'cancellations')) return false;
  if (!rule.chapters.includes(chapter)) return false;
  return today >= rule.validFrom;
}

/** Enough bytes for 200 characters. */
const maxTextBytes = 1000;

class RuleReport implements Report, RuleFinding {
  readonly chapter: Chapter;
  readonly fiscalYear: number | null;
  readonly today: number;
  readonly counts = { error: 0, warning: 0, info: 0 };
  readonly faults: PlacedFault[] = [];
  latestDay = 0;
  /** The rule that runs now, and whether its record is whole. */
  rule: Rule | null = null;
  isWhole = true;
  /** Number of the current record. */
  record = 0;
  readonly #ledgerFaults: LedgerFaults | undefined;
  readonly #most: number;
  readonly #elementIndex: ElementIndex;
  readonly #told: ReadonlySet<number>;

  constructor(document: RuleDocument, { elements }: ToldFaults) {
    const { elementIndex, definition, header, today } = document;
    this.#ledgerFaults = document.ledgerFaults;
    this.#most = document.most;
    this.chapter = definition.chapterId;
    this.fiscalYear = elements.has(headerElement(elementIndex, 'Ejercicio'))
      ? null
      : header.fiscalYear;
    this.today = today;
    this.#elementIndex = elementIndex;
    this.#told = elements;
  }

  add(
    element: number,
    params: Issue['params'] = {},
    as: { code?: RuleIssueCode; severity?: Severity } = {},
  ): void {
    const { rule } = this;
    if (rule === null || (rule.needsWhole && !this.isWhole) || this.#told.has(element)) return;
    const severity = as.severity ?? rule.severity;
    this.counts[severity] += 1;
    const ledgerCode = ledgerCodeOf(rule.id);
    if (ledgerCode !== null) this.#ledgerFaults?.note(this.record, ledgerCode, severity);
    if (this.counts[severity] > this.#most) return;
    this.faults.push({
      layer: 'rule',
      severity,
      code: as.code ?? issueCodeOf(rule.id),
      ...(ledgerCode === null ? {} : { ledgerCode }),
      params,
      element,
    });
  }

  text(field: { readonly element: number } | null): string {
    return field === null
      ? ''
      : textOf(this.#elementIndex, field.element, maxTextBytes).trim().slice(0, 200);
  }

  nameOf(element: number): string {
    return localName(this.#elementIndex, element);
  }

  placeOf(missing: string, parent: number): number {
    for (const child of childrenOf(this.#elementIndex, parent))
      if (orderOf(localName(this.#elementIndex, child)) > orderOf(missing)) return child;
    return parent;
  }
}
