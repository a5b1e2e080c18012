import { ZubiError } from '../../../contract/errors.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { takeFile } from '../../platform/files/incoming.ts';
import { filingPeriodAt } from '../../platform/filing-period.ts';
import { sampleFiles, sampleTaxpayers } from '../../validator/sample-files.ts';
import { addCompany, findCompanyByTaxId } from '../companies/public.ts';
import { isBizkaia, knownTerritories } from '../connection/public.ts';
import type { Core, Handlers } from '../core.ts';
import { checkFiles } from './intake.ts';

/**
 * Files to try Zubi with. If the own sandbox is in force, their companies are created there too, so
 * that they can be sent at once.
 */
export function sampleHandlers(core: Core) {
  return {
    'submissions.addSamples': async () => {
      const { slot } = core.connection.configured();
      if (slot?.own) await createSampleCompanies(core, slot.id);
      const taken: string[] = [];
      const now = core.clock();
      for (const { name, xml } of sampleFiles(...sampleIdentity(now), filingPeriodAt(now))) {
        taken.push((await takeFile(core, { name, bytes: new TextEncoder().encode(xml) })).fileId);
      }
      return { files: await checkFiles(core, taken) };
    },
  } satisfies Partial<Handlers>;
}

/** New each second: the series of the invoices, and the line of expenses without invoice. */
function sampleIdentity(now: Date): [series: string, line: number] {
  const seconds = Math.trunc(now.getTime() / 1000);
  return [`M${seconds.toString(36).toUpperCase()}`, (seconds % 99) + 1];
}

async function createSampleCompanies(core: Core, environment: ConnectionId): Promise<void> {
  const territories = await knownTerritories(core, environment);
  const bizkaia = territories.find((territory) => isBizkaia(territory.name));
  if (!bizkaia) throw new ZubiError('territory_unknown', { territoryId: 'Bizkaia' });
  for (const taxpayer of sampleTaxpayers) {
    if (await findCompanyByTaxId(core.store.queries, environment, taxpayer.taxId)) continue;
    // Even a failed creation may have left something: one without an answer.
    await addCompany(core, { ...taxpayer, territoryId: bizkaia.id }).finally(() =>
      core.emit({ name: 'companies.changed', payload: {} }),
    );
  }
}
