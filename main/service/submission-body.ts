import { randomUUID } from 'node:crypto';
import type { SendRequest } from './client-port.ts';
import { type BodyInPieces, embedBase64 } from './embed-base64.ts';
import { writePath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';

/** The body of a submission. Throws `too_large`. */
export function buildSubmissionBody(request: SendRequest, profile: ServiceProfile): BodyInPieces {
  const marker = randomUUID();
  const json = JSON.stringify(describeSubmission(request, profile, marker));
  return embedBase64(json, marker, request.xml, profile.limits.maxRequestBytes);
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
  if (fields.certificateKey !== null)
    writePath(document, fields.certificateKey, request.certificateKey.reveal());
  for (const [path, value] of Object.entries(fields.constants)) writePath(document, path, value);
  return document;
}
