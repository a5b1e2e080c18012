import { randomUUID } from 'node:crypto';
import { type BodyStream, embedBytes } from './body-stream.ts';
import type { SendRequest } from './client-port.ts';
import { writePath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';

/** The body of a submission, read from its document piece by piece. Throws `too_large`. */
export function buildSubmissionBody(request: SendRequest, profile: ServiceProfile): BodyStream {
  const { xml, onSent } = request;
  const marker = randomUUID();
  const json = JSON.stringify(describeSubmission(request, profile, marker));
  const content =
    xml instanceof Uint8Array ? { sizeBytes: xml.byteLength, pieces: () => [xml] } : xml;
  const watched = { ...content, ...(onSent ? { onPiece: onSent } : {}) };
  return embedBytes(json, marker, watched, profile.limits.maxRequestBytes);
}

function describeSubmission(request: SendRequest, profile: ServiceProfile, xml: string): object {
  const fields = profile.requests.submission;
  const { form, taxpayer, softwareGarante, fiscalYear: year } = request;
  const document: Record<string, unknown> = {};
  writePath(document, fields.xml, xml);
  writePath(document, fields.operation, fields.operationWords[form.operation]);
  const { expenseType: type } = form;
  if (type !== null) writePath(document, fields.expenseType, fields.expenseTypeWords[type] ?? type);
  writePath(document, fields.fiscalYear, fields.fiscalYearAs === 'number' ? year : String(year));
  writePath(document, fields.taxpayer.taxId, taxpayer.taxId);
  writePath(document, fields.taxpayer.name, taxpayer.name);
  writePath(document, fields.softwareGarante.taxId, softwareGarante.taxId);
  writePath(document, fields.softwareGarante.license, softwareGarante.license);
  writePath(document, fields.softwareGarante.name, softwareGarante.name);
  writePath(document, fields.softwareGarante.version, softwareGarante.version);
  writePath(document, fields.certificateKey, request.certificateKey.reveal());
  return document;
}
