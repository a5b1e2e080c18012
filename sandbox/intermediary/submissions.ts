import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Model } from '../../contract/ledger-books.ts';
import type { Clock } from '../../main/platform/ports.ts';
import type { Validator } from '../../main/validator/validator-port.ts';
import { type Answer, Refusal, refuseFields, success } from '../http/answer.ts';
import { readJson } from '../http/json.ts';
import type { RoutedRequest } from '../http/router.ts';
import { textOf } from '../ledger/codes.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerOutcome, Presentation } from '../ledger/presentation.ts';
import { writeResponse } from '../ledger/response-xml.ts';
import type { AuthorizationStore } from '../state/authorizations.ts';
import type { CompanyStore, KeptCompany } from '../state/companies.ts';
import type { IntermediaryStore } from '../state/intermediary.ts';
import type { Credentials } from './credentials.ts';
import { exemptTerritoryId, submittingTerritoryId } from './reference-data.ts';
import { readSubmissionFields, type SubmissionFields } from './submission-fields.ts';
import { type AcceptedXml, acceptXml, maxXmlBytes } from './verdict.ts';

/** The parts of the two submission endpoints. */
export interface SubmissionEndpoints {
  readonly clock: Clock;
  readonly companies: CompanyStore;
  readonly credentials: Credentials;
  readonly validator: Validator;
  readonly ledger: Ledger;
  readonly authorizations: AuthorizationStore;
  readonly intermediary: IntermediaryStore;
}

const compress = promisify(gzip);

const maxBodyBytes = Math.ceil(maxXmlBytes / 3) * 4 + 64 * 1024;

/**
 * `POST /expenses` (model 140) and `POST /receivedinvoices` (model 240): decodes, validates,
 * compresses, forwards to the ledger and returns its answer. A refusal (4xx) means that nothing was
 * forwarded. Without Software Garante status an approved authorization is required (part 3, rule
 * 1).
 */
export async function submit(
  room: SubmissionEndpoints,
  model: Model,
  request: RoutedRequest,
): Promise<Answer> {
  const company = companyOfKey(room, request);
  const fields = readSubmissionFields(await readJson(request.message, maxBodyBytes), model);
  if (fields.xml.length > maxXmlBytes) {
    throw new Refusal(413, `El XML supera el máximo de ${maxXmlBytes} bytes.`);
  }
  refuseOtherTaxpayer(company, fields);
  requireAuthorization(room, company);
  const accepted = await acceptXml(room, fields, model);
  if (accepted.echo.head.taxId.toUpperCase() !== company.tax_id_number) {
    throw refuseFields({
      xml_contents: ['El obligado tributario del XML no es la empresa de la clave.'],
    });
  }
  const presentation = await prepare(room.validator, { company, fields, accepted });
  const outcome = await room.ledger.present(presentation);
  return success(describe(presentation, outcome));
}

function companyOfKey(room: SubmissionEndpoints, request: RoutedRequest): KeptCompany {
  const id = room.credentials.requireClient(request.message.headers);
  const company = room.companies.find(id);
  if (company === null) throw new Refusal(401, 'La clave no es válida.');
  return company;
}

function refuseOtherTaxpayer(company: KeptCompany, { taxpayer }: SubmissionFields): void {
  if (company.regional_territory_id !== submittingTerritoryId) {
    throw new Refusal(422, 'Solo pueden presentar los contribuyentes de Bizkaia.', {
      errors: { regional_territory_id: ['La empresa no es de Bizkaia.'] },
    });
  }
  if (taxpayer.taxId !== company.tax_id_number) {
    throw refuseFields({ 'taxpayer.tax_id_number': ['No es el de la empresa de la clave.'] });
  }
}

/** Not needed with Software Garante status, nor for Araba (specification, part 1). */
function requireAuthorization(room: SubmissionEndpoints, company: KeptCompany): void {
  if (
    room.intermediary.holdsSoftwareGarante() ||
    company.regional_territory_id === exemptTerritoryId
  )
    return;
  const { state } = room.authorizations.find(company.id);
  if (state === 'approved') return;
  throw new Refusal(403, `Falta una autorización aprobada: su estado es ${state}.`);
}

async function prepare(
  validator: Validator,
  submission: {
    readonly company: KeptCompany;
    readonly fields: SubmissionFields;
    readonly accepted: AcceptedXml;
  },
): Promise<Presentation> {
  const { company, fields, accepted } = submission;
  const [records, compressed] = await Promise.all([
    validator.readRecords(fields.xml),
    compress(fields.xml),
  ]);
  return {
    gzip: compressed,
    chapter: accepted.chapter,
    operation: fields.operation,
    echo: accepted.echo,
    records,
    headerFault: accepted.headerFault,
    ruleFaults: accepted.ruleFaults,
    declared: { fiscalYear: fields.fiscalYear, ...fields.taxpayer },
    presenter: fields.softwareGarante.taxId,
    companyId: company.id,
  };
}

const messages = {
  correct: 'Presentación correcta.',
  partially_correct:
    'Presentación parcialmente correcta: algunos registros no se han admitido o deben corregirse.',
} as const;

function describe(presentation: Presentation, outcome: LedgerOutcome): Record<string, unknown> {
  const { result, code, identifier, registrationNumber } = outcome;
  return {
    result,
    identifier,
    registration_number: registrationNumber,
    code,
    message: result === 'incorrect' ? textOf(code ?? '').es : messages[result],
    records: outcome.records.map(({ key, state, code: recordCode }) => {
      const text = recordCode === null ? null : textOf(recordCode);
      return {
        key,
        state,
        code: recordCode,
        message_es: text?.es ?? null,
        message_eu: text?.eu ?? null,
      };
    }),
    ledger_response_xml: Buffer.from(writeResponse(presentation, outcome)).toString('base64'),
  };
}
