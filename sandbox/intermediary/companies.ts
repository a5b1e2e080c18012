import { randomUUID } from 'node:crypto';
import type { Clock } from '../../main/platform/ports.ts';
import { type Answer, Refusal, success } from '../http/answer.ts';
import { readJson } from '../http/json.ts';
import type { RoutedRequest } from '../http/router.ts';
import type { CompanyStore } from '../state/companies.ts';
import { type CompanyFields, personFields, readCompanyFields } from './company-fields.ts';
import type { Credentials } from './credentials.ts';
import { territories } from './reference-data.ts';

const maxBodyBytes = 256 * 1024;

/** The parts of the company endpoints. */
export interface CompanyEndpoints {
  readonly companies: CompanyStore;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/**
 * `POST /clientcompanies`: stores the company and gives it its key. 409 when the tax id is another
 * company's.
 */
export async function createCompany(
  room: CompanyEndpoints,
  request: RoutedRequest,
): Promise<Answer> {
  room.credentials.requireUser(request.message.headers);
  const fields = readCompanyFields(await readJson(request.message, maxBodyBytes));
  const id = randomUUID();
  if (!room.companies.insert(id, fields, room.clock())) throw taken();
  return success(describe(room, id, fields));
}

/**
 * `POST /clientcompanies/{clientCompany}`: replaces the data; the key stays. 404 for an unknown
 * company.
 */
export async function updateCompany(
  room: CompanyEndpoints,
  request: RoutedRequest,
): Promise<Answer> {
  room.credentials.requireUser(request.message.headers);
  const id = request.parameter;
  if (room.companies.find(id) === null) throw new Refusal(404, 'No existe esta empresa.');
  const fields = readCompanyFields(await readJson(request.message, maxBodyBytes));
  if (!room.companies.update(id, fields, room.clock())) throw taken();
  return success(describe(room, id, fields));
}

function taken(): Refusal {
  return new Refusal(409, 'Ya existe una empresa con ese número de identificación.', {
    errors: { tax_id_number: ['Ya lo tiene otra empresa del mismo intermediario.'] },
  });
}

function describe(
  room: CompanyEndpoints,
  id: string,
  fields: CompanyFields,
): Record<string, unknown> {
  const left = fields.is_individual ? [] : personFields;
  return {
    id,
    ...Object.fromEntries(
      Object.entries(fields).filter(([name]) => !left.some((each) => each === name)),
    ),
    regional_territory_data: territories.find(
      ({ id: known }) => known === fields.regional_territory_id,
    ),
    api_key: room.credentials.clientKey(id),
  };
}
