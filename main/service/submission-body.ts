import { randomUUID } from 'node:crypto';
import { companyTexts } from '../../contract/company-texts.ts';
import { ZubiError } from '../../contract/errors.ts';
import type { SendRequest } from './client-port.ts';
import { writePath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import { requireSize, toBase64 } from './requests.ts';

/**
 * The body of a submission. The document's Base64 joins the finished JSON, where it needs no
 * escapes: as JSON's it takes most of the time. Throws `too_large`, `company_name_parts`.
 */
export function buildSubmissionBody(request: SendRequest, profile: ServiceProfile): Buffer {
  const fields = profile.requests.submission;
  const { form, taxpayer, softwareGarante, fiscalYear: year } = request;
  const document: Record<string, unknown> = {};
  const base64 = Buffer.from(toBase64(request.xml, profile), 'latin1');
  const place = randomUUID();
  writePath(document, fields.xml, place);
  writePath(document, fields.operation, fields.operationWords[form.operation]);
  const { expenseType: type } = form;
  if (type !== null) writePath(document, fields.expenseType, fields.expenseTypeWords[type] ?? type);
  writePath(document, fields.fiscalYear, fields.fiscalYearAs === 'number' ? year : String(year));
  writePath(document, fields.taxpayer.taxId, taxpayer.taxId);
  writeTaxpayerName(document, fields.taxpayer, request);
  writePath(document, fields.softwareGarante.taxId, softwareGarante.taxId);
  writePath(document, fields.softwareGarante.license, softwareGarante.license);
  writePath(document, fields.softwareGarante.name, softwareGarante.name);
  writePath(document, fields.softwareGarante.version, softwareGarante.version);
  if (fields.certificateKey !== null)
    writePath(document, fields.certificateKey, request.certificateKey.reveal());
  for (const [path, value] of Object.entries(fields.constants)) writePath(document, path, value);
  const [before = '', ...after] = JSON.stringify(document).split(place);
  const parts = after.flatMap((part) => [base64, Buffer.from(part)]);
  const body = Buffer.concat([Buffer.from(before), ...parts]);
  requireSize(body.length, profile);
  return body;
}

/** The name whole, in parts, or both. Throws `company_name_parts` when a part is missing. */
function writeTaxpayerName(
  document: Record<string, unknown>,
  places: ServiceProfile['requests']['submission']['taxpayer'],
  { taxpayer, person = null }: SendRequest,
): void {
  if (places.name !== null) writePath(document, places.name, taxpayer.name);
  if (places.isIndividual !== null) writePath(document, places.isIndividual, person !== null);
  for (const name of ['firstName', 'lastName1', 'lastName2'] as const) {
    const place = places[name];
    if (place === null || person === null) continue;
    const text = person[name];
    if (companyTexts[name].isRequired && text === null) throw new ZubiError('company_name_parts');
    writePath(document, place, text);
  }
}
