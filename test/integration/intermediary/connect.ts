import { onTestFinished } from 'vitest';
import { companyTaxId, personTaxId } from '../../fixtures/validator/tax-ids.ts';
import { type Intermediary, startIntermediary } from '../../intermediary/server.ts';
import type { Way } from '../../intermediary/way.ts';
import { type Office, type OfficeOptions, openOffice } from '../core/office.ts';

/** The taxpayers of the files: one for model 140, one for model 240. */
export const person = { taxId: personTaxId(41_414_141), name: 'Agirre Etxeberria Jone' };
export const firm = { taxId: companyTaxId('B', 9_414_141), name: 'Epailea Tresneria SL' };

/** The identifier of Bizkaia, whatever a way of answering calls it. */
const bizkaiaId = '48';

/** An office connected to an intermediary with that way of answering. */
export async function connect(
  way: Way,
  { holds = true, ...options }: OfficeOptions & { readonly holds?: boolean } = {},
): Promise<{ office: Office; service: Intermediary; companyIds: readonly string[] }> {
  const service = await startIntermediary(way);
  onTestFinished(() => service.close());
  const office = await openOffice(options);
  await office.call('connection.set', {
    baseUrl: service.baseUrl,
    userApiKey: service.userApiKey,
    certificateKey: 'a-certificate-key-for-tests',
    softwareGarante: { holds, taxId: 'B00000034', license: 'TEST', name: 'Zubi', version: '1' },
    profile: way.profile,
  });
  const { id: territoryId = '' } =
    (await office.call('territories.list', {})).find(({ id }) => id === bizkaiaId) ?? {};
  const ours = await office.call('companies.create', {
    isIndividual: false,
    fullName: firm.name,
    taxId: firm.taxId,
    territoryId,
  });
  const hers = await office.call('companies.create', {
    isIndividual: true,
    fullName: person.name,
    taxId: person.taxId,
    territoryId,
    firstName: 'Jone',
    lastName1: 'Agirre',
    lastName2: 'Etxeberria',
  });
  return { office, service, companyIds: [ours.id, hers.id] };
}
