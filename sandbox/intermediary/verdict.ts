import type { Issue } from '../../contract/verdict.ts';
import type { Judge } from '../../main/ports.ts';
import { refuseFields } from '../http/answer.ts';
import { type Chapter, chapterOfRoot } from '../ledger/books.ts';
import { type DocumentEcho, readEcho } from '../ledger/document-head.ts';
import type { SubmissionFields } from './submission-fields.ts';

/** Largest XML taken, in bytes: 32 MiB, the same bound as the application's own. */
export const maxXmlBytes = 32 * 1024 * 1024;

/** An XML that its schema accepts. */
export interface AcceptedXml {
  readonly chapter: Chapter;
  readonly echo: DocumentEcho;
  /** Code of the first header fault: the schema passes it, the ledger does not. */
  readonly headerFault: string | null;
}

const maxListed = 20;

/**
 * Validates a submission's XML against the schema of model and operation (specification, 4.2). What fails is refused with 422 and never forwarded;
 * what contradicts itself in its header goes on, because only the ledger looks there.
 */
export async function acceptXml(
  judge: Judge,
  fields: SubmissionFields,
  model: '140' | '240',
): Promise<AcceptedXml> {
  if (fields.xml[0] === 0x1f && fields.xml[1] === 0x8b) refuseXml(['El XML se envía sin comprimir.']);
  const source = { kind: 'bytes', bytes: fields.xml } as const;
  const { judgement } = await judge.judge(source, {
    maxFileBytes: maxXmlBytes,
    checks: 'all',
    keepXml: false,
  });
  const faults = judgement.issues.filter(({ severity }) => severity === 'error');
  const invalid = faults.filter(({ layer }) => layer === 'file' || layer === 'xml' || layer === 'schema');
  if (invalid.length > 0) refuseXml(invalid.slice(0, maxListed).map(describe));
  if (judgement.schemaId === null) refuseXml(['No es un fichero de este servicio.']);
  const echo = readEcho(fields.xml);
  const chapter = chapterOfRoot(echo.head.rootName) ?? refuseXml(['No es un fichero de este servicio.']);
  refuseOtherForm(fields, model, { chapter, operation: judgement.form?.operation ?? null });
  const headerFault = faults.find(({ layer }) => layer === 'header');
  return {
    chapter,
    echo,
    headerFault: headerFault === undefined ? null : (headerFault.ledgerCode ?? 'B4_1000001'),
  };
}

function refuseXml(errors: readonly string[]): never {
  throw refuseFields({ xml_contents: errors });
}

/** The judge gives codes; a service of this kind gives a line of text each, so the code is part of it. */
function describe(issue: Issue): string {
  const place = issue.line === null ? '' : `Línea ${issue.line}, columna ${issue.column ?? 1}: `;
  const path = issue.path === null ? '' : ` en ${issue.path}`;
  return `${place}${issue.code}${path}.`;
}

function refuseOtherForm(
  fields: SubmissionFields,
  model: '140' | '240',
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
