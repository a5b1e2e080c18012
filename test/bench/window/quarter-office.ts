import { mkdirSync } from 'node:fs';
import type { Input, MethodName, Output } from '../../../contract/methods.ts';
import { createApp } from '../../../main/app.ts';
import { filingPeriodAt, periodBefore } from '../../../main/platform/filing-period.ts';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { sandboxHost } from '../../../sandbox/host.ts';
import { stateFolderOf } from '../../fixtures/state-folder.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId, personTaxId } from '../../fixtures/validator/tax-ids.ts';

/** Of three companies one is a person, who files expenses. */
const isPerson = (index: number) => index % 3 === 2;
const bookOf = (index: number) => {
  if (!isPerson(index)) return '240-received' as const;
  return index % 2 === 0 ? ('140-with-invoice' as const) : ('140-without-invoice' as const);
};
const nameOf = (index: number) =>
  isPerson(index)
    ? `Goñi Etxebarria Miren ${index}`
    : `${['Talleres', 'Construcciones', 'Lantegia', 'Garraioak'][index % 4]} Bizkaia ${index} SL`;
const taxpayerOf = (index: number) => ({
  taxId: isPerson(index) ? personTaxId(14_000_000 + index) : companyTaxId('B', 7_000_000 + index),
  name: nameOf(index),
});

/**
 * An office in the middle of the quarter that the window opens, made through the application and
 * its own sandbox: all of its companies filed in the quarter before, three of ten in this one;
 * three of ten have a file ready, the others none.
 */
export async function makeQuarterOffice(dataFolder: string, companies: number): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const { deadline } = periodBefore(filingPeriodAt(new Date()));
  const sinceThen = Date.now() - Date.parse(`${deadline}T08:00:00Z`);
  const before = await openApp(dataFolder, () => new Date(Date.now() - sinceThen));
  await before.call('connection.useSandbox', {});
  const territories = await before.call('territories.list', {});
  const territoryId = territories.find(({ name }) => name === 'Bizkaia')?.id ?? '';
  for (let index = 0; index < companies; index += 1)
    await before.call('companies.create', { territoryId, ...companyOf(index) });
  await before.send(await before.add({ from: 0, to: companies, seed: 1 }));
  await before.app.close();
  const now = await openApp(dataFolder, () => new Date());
  const [filed, ready] = [Math.floor(companies * 0.3), Math.floor(companies * 0.6)];
  await now.send(await now.add({ from: 0, to: filed, seed: 2 }));
  await now.add({ from: filed, to: ready, seed: 3 });
  await now.app.close();
}

function companyOf(index: number) {
  const { taxId, name } = taxpayerOf(index);
  if (!isPerson(index)) return { isIndividual: false, fullName: name, taxId };
  const [lastName1 = '', lastName2 = '', ...first] = name.split(' ');
  return {
    isIndividual: true,
    fullName: name,
    taxId,
    lastName1,
    lastName2,
    firstName: first.join(' '),
  };
}

async function openApp(dataFolder: string, clock: () => Date) {
  const app = await createApp({
    dataFolder,
    face: 'browser',
    version: '0.0.0-bench',
    sandbox: sandboxHost,
    clock,
    stateFolder: stateFolderOf(dataFolder),
    sealers: [createKeyFileSealer({ dataFolder, clock })],
  });
  async function call<Name extends MethodName>(method: Name, input: Input<Name>) {
    const reply = await app.call(method, input);
    if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.error).slice(0, 300)}`);
    return reply.value as Output<Name>;
  }
  return {
    app,
    call,
    /** Takes in and checks a file of the quarter that is due for each of these companies. */
    async add({ from, to, seed }: { from: number; to: number; seed: number }): Promise<string[]> {
      const fileIds: string[] = [];
      for (let index = from; index < to; index += 1) {
        const taxpayer = taxpayerOf(index);
        const content = makeDocument(bookOf(index), {
          seed,
          records: 5,
          taxpayer,
          ...dueDays(clock()),
        });
        const bytes = new TextEncoder().encode(content);
        const taken = await app.takeFile({ name: `${taxpayer.taxId}-${seed}.xml`, bytes });
        if (!taken.ok) throw new Error(taken.error.code);
        fileIds.push(taken.value.fileId);
      }
      const { files } = await call('submissions.check', { fileIds });
      return files.map(({ id }) => id);
    },
    async send(fileIds: string[]): Promise<void> {
      await call('submissions.send', { fileIds });
      await app.idle();
    },
  };
}
