import { ZubiError } from '../../contract/errors.ts';
import { companyHandlers } from '../companies/handlers.ts';
import { isBizkaia } from '../companies/territory.ts';
import { connectionHandlers } from '../connection/handlers.ts';
import type { Core, Handlers } from '../core.ts';
import { takeFile } from '../incoming/incoming.ts';
import { findCompanyByTaxId } from '../store/companies.ts';
import { checkFiles } from './intake.ts';
import { sampleFiles, sampleTaxpayers } from './sample-files.ts';

/** Files to try Zubi with; where the own sandbox is in force their companies are made there too, so that they can be sent at once. */
export function sampleHandlers(core: Core, version: string): Handlers<'submissions.addSamples'> {
  return {
    'submissions.addSamples': async () => {
      if (core.connection.configured().slot?.own) await createSampleCompanies(core, version);
      const taken: string[] = [];
      for (const { name, xml } of sampleFiles(...sampleIdentity(core.clock()))) {
        taken.push((await takeFile(core, { name, bytes: new TextEncoder().encode(xml) })).fileId);
      }
      return { files: await checkFiles(core, taken) };
    },
  };
}

/** New each second: the series of the invoices, and the line of the expenses that have none. */
function sampleIdentity(now: Date): [series: string, line: number] {
  const seconds = Math.trunc(now.getTime() / 1000);
  return [`M${seconds.toString(36).toUpperCase()}`, (seconds % 99) + 1];
}

async function createSampleCompanies(core: Core, version: string): Promise<void> {
  const territories = await connectionHandlers(core, version)['territories.list']({});
  const bizkaia = territories.find((territory) => isBizkaia(territory.name));
  if (!bizkaia) throw new ZubiError('territory_unknown', { territoryId: 'Bizkaia' });
  for (const taxpayer of sampleTaxpayers) {
    if (await findCompanyByTaxId(core.store.queries, 'sandbox', taxpayer.taxId)) continue;
    await companyHandlers(core)['companies.create']({ ...taxpayer, territoryId: bizkaia.id });
  }
}
