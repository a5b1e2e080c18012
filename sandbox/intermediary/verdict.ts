import type { Model } from '../../contract/ledger-books.ts';
import type { Issue, ValidationResult } from '../../contract/verdict.ts';
import type { Clock } from '../../main/platform/ports.ts';
import type {
  LedgerFault,
  ValidatedDocument,
  Validator,
} from '../../main/validator/validator-port.ts';
import { refuseFields } from '../http/answer.ts';
import { type Chapter, chapterOfRoot } from '../ledger/books.ts';
import { type DocumentEcho, readEcho } from '../ledger/document-head.ts';
import type { SubmissionFields } from './submission-fields.ts';

/** Largest XML, in bytes: 32 MiB, the application's own bound. */
export const maxXmlBytes = 32 * 1024 * 1024;

/** An XML that its schema accepts. */
export interface AcceptedXml {
  readonly chapter: Chapter;
  readonly echo: DocumentEcho;
  /** Code of the first header fault: the schema accepts it, the ledger does not. */
  readonly headerFault: string | null;
  /** Broken rules of the ledger, which the schema accepts too. */
  readonly ruleFaults: readonly LedgerFault[];
}

const maxListed = 20;

/**
 * Validates a submission's XML against the schema of model and operation (specification, 4.2). A
 * schema fault is refused with 422 and never forwarded. A contradicting header or a broken rule
 * goes on, because only the ledger looks there.
 */
export async function acceptXml(
  room: { readonly validator: Validator; readonly clock: Clock },
  fields: SubmissionFields,
  model: Model,
): Promise<AcceptedXml> {
  if (fields.xml[0] === 0x1f && fields.xml[1] === 0x8b)
    refuseXml(['El XML se envía sin comprimir.']);
  const { validation, ledgerFaults } = await validateXml(room, fields.xml, 'all');
  refuseInvalid(validation);
  const faults = validation.issues.filter(({ severity }) => severity === 'error');
  // A result lists a limited number of faults: those of rules may hide schema faults beyond it.
  if (validation.issueCounts.error > faults.length)
    refuseInvalid((await validateXml(room, fields.xml, 'schema')).validation);
  if (validation.schemaId === null) refuseXml(['No es un fichero de este servicio.']);
  const echo = readEcho(fields.xml);
  const chapter =
    chapterOfRoot(echo.head.rootName) ?? refuseXml(['No es un fichero de este servicio.']);
  refuseOtherForm(fields, model, { chapter, operation: validation.form?.operation ?? null });
  const headerFault = faults.find(({ layer }) => layer === 'header');
  return {
    chapter,
    echo,
    headerFault: headerFault === undefined ? null : (headerFault.ledgerCode ?? 'B4_1000001'),
    ruleFaults: ledgerFaults ?? [],
  };
}

/** The rules of the day in Bilbao, by the sandbox's clock. */
function validateXml(
  { validator, clock }: { readonly validator: Validator; readonly clock: Clock },
  bytes: Uint8Array,
  checks: 'schema' | 'all',
): Promise<ValidatedDocument> {
  // Swedish writes a date as yyyy-mm-dd.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(clock());
  const options = { maxFileBytes: maxXmlBytes, checks, keepXml: false, today, ledgerFaults: true };
  return validator.validate({ kind: 'bytes', bytes }, options);
}

function refuseInvalid({ issues }: ValidationResult): void {
  const invalid = issues.filter(
    ({ layer, severity }) => severity === 'error' && layer !== 'header' && layer !== 'rule',
  );
  if (invalid.length > 0) refuseXml(invalid.slice(0, maxListed).map(describe));
}

function refuseXml(errors: readonly string[]): never {
  throw refuseFields({ xml_contents: errors });
}

/**
 * The validator gives codes; such a service gives a line of text each, so the code is part of it.
 */
function describe(issue: Issue): string {
  const place = issue.line === null ? '' : `Línea ${issue.line}, columna ${issue.column ?? 1}: `;
  const path = issue.path === null ? '' : ` en ${issue.path}`;
  return `${place}${issue.code}${path}.`;
}

function refuseOtherForm(
  fields: SubmissionFields,
  model: Model,
  file: { readonly chapter: Chapter; readonly operation: SubmissionFields['operation'] | null },
): void {
  const { book, group } = file.chapter;
  if (book.model !== model) refuseXml([`El XML es del modelo ${book.model}.`]);
  if (book.expenseType !== fields.expenseType) {
    throw refuseFields({ expense_type: ['El XML es del otro tipo de gasto.'] });
  }
  const asked = fields.operation === 'cancellation' ? 'cancellation' : 'creation_or_modification';
  if (asked !== group || (file.operation !== null && file.operation !== fields.operation)) {
    throw refuseFields({ lroe_operation_type: ['El XML es de otra operación.'] });
  }
}
