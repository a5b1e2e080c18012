import type { AuthorizationMatch } from '../../../contract/authorization.ts';
import type { CallError } from '../../../contract/errors.ts';
import { confirmationOf } from './confirmation.ts';

/**
 * A document for a company, and its result. `unknown`: its answer was lost, and only the service's
 * panel tells.
 */
export interface BulkDocument {
  readonly match: AuthorizationMatch;
  readonly companyId: string | null;
  /** A person chose the company, or none, although the name says otherwise. */
  readonly isChosen: boolean;
  /** What a person confirmed after refusals, as the upload's input. */
  readonly confirmed: Readonly<Record<string, true>>;
  readonly result: 'waiting' | 'sending' | 'received' | 'failed' | 'unknown';
  readonly error: CallError | null;
}

function toDocument(match: AuthorizationMatch): BulkDocument {
  const isFound = match.outcome === 'matched' || match.outcome === 'same_company';
  // Without its key nothing can be uploaded for it.
  const companyId = isFound && match.company?.hasKey ? match.company.id : null;
  return { match, companyId, isChosen: false, confirmed: {}, result: 'waiting', error: null };
}

/** Whether a document was given to the service: its row is shown, not changed. */
export function isOver({ result }: BulkDocument): boolean {
  return result === 'received' || result === 'unknown';
}

/**
 * In the order of the list: those that need a person, those that may go, those that have gone. What
 * a person chooses moves no row.
 */
export function problemsFirst(documents: readonly BulkDocument[]): readonly BulkDocument[] {
  const mayGo = ({ match }: BulkDocument) =>
    match.outcome === 'matched' && couldGo(toDocument(match));
  const rank = (one: BulkDocument) => (isOver(one) ? 2 : Number(mayGo(one)));
  return documents.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether the core no longer has the document: it must be dropped again. */
export function isLost({ error }: BulkDocument): boolean {
  return error?.code === 'file_unknown';
}

/**
 * Whether the next document would most likely fail too, or its answer be lost: that would prevent
 * sending for one company after the other.
 */
export function concernsAll({ code }: CallError): boolean {
  const ofService = ['authorization_unknown', 'service_rate_limited', 'service_unavailable'];
  return code.startsWith('connection_') || ofService.includes(code);
}

/** A person's choice for a document: its company, or that it has none of them. */
export function choiceOf(
  companyId: string | null,
): Pick<BulkDocument, 'companyId' | 'isChosen' | 'confirmed' | 'error'> {
  return { companyId, isChosen: true, confirmed: {}, error: null };
}

/** Two of one name with the same bytes are one document that was dropped twice. */
function isSame(one: BulkDocument, other: BulkDocument): boolean {
  const [{ check, name }, { check: otherCheck, name: otherName }] = [one.match, other.match];
  const areGood = check.kind === 'good' && otherCheck.kind === 'good';
  return areGood && name === otherName && check.sha256 === otherCheck.sha256 && !isOver(other);
}

/** The list with newly dropped documents; the others keep their choices and results. */
export function addDocuments(
  documents: readonly BulkDocument[],
  matches: readonly AuthorizationMatch[],
): readonly BulkDocument[] {
  const all = [...documents];
  for (const document_ of matches.map(toDocument)) {
    const place = all.findIndex((other) => isSame(document_, other));
    const there = all[place];
    if (there === undefined) all.push(document_);
    else if (isLost(there)) all[place] = document_;
  }
  return all;
}

/**
 * The list when a person comes back to it: companies may have been created, renamed or removed
 * meanwhile. A choice stays as long as the company exists, and so does "none". Documents that the
 * core no longer has are marked.
 */
export function matchAgain(
  documents: readonly BulkDocument[],
  matches: readonly AuthorizationMatch[],
  companies: ReadonlySet<string>,
  gone: ReadonlySet<string>,
): readonly BulkDocument[] {
  const found = new Map(matches.map((match) => [match.fileId, match]));
  return documents.map((document_) => {
    const { fileId: id } = document_.match;
    if (gone.has(id) && !isOver(document_))
      return { ...document_, result: 'failed', error: { code: 'file_unknown', details: { id } } };
    const match = found.get(document_.match.fileId);
    if (match === undefined || isOver(document_)) return document_;
    const { isChosen, companyId } = document_;
    if (isChosen && (companyId === null || companies.has(companyId)))
      return { ...document_, match };
    const again = toDocument(match);
    return again.companyId === document_.companyId ? { ...document_, match } : again;
  });
}

const couldGo = (document_: BulkDocument) =>
  document_.companyId !== null &&
  document_.match.check.kind === 'good' &&
  !isOver(document_) &&
  !isLost(document_);

/**
 * The documents that the button uploads: one for each company, because the service keeps only one,
 * and none that needs its own confirmation.
 */
export function sendableOf(documents: readonly BulkDocument[]): ReadonlySet<string> {
  const rivals = rivalsOf(documents);
  const mayGo = ({ error }: BulkDocument) => error === null || confirmationOf(error) === null;
  const going = documents.filter((one) => couldGo(one) && !rivals.has(one) && mayGo(one));
  return new Set(going.map(({ match }) => match.fileId));
}

/** The documents for a company that has another one: none is uploaded until one is removed. */
export function rivalsOf(documents: readonly BulkDocument[]): ReadonlySet<BulkDocument> {
  const byCompany = Map.groupBy(documents.filter(couldGo), ({ companyId }) => companyId);
  return new Set([...byCompany.values()].filter(({ length }) => length > 1).flat());
}
