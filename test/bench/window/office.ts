import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../../sandbox/server.ts';
import { furnish, openDesk } from '../../crash/desk.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';

const companyCount = 150;
/** Makes a file of about 98 kB. */
const recordsOfAFile = 57;

const companies = Array.from({ length: companyCount }, (_, index) => ({
  taxId: companyTaxId('B', 7_000_000 + index),
  name: `Bulegoko Enpresa ${index + 1} SL`,
}));

/**
 * Connects a data folder to a sandbox in this process and makes its companies; returns what ends
 * the sandbox.
 */
export async function prepareOffice(folder: string): Promise<{ close(): Promise<void> }> {
  const sandbox = await startSandbox({ folder: join(folder, 'outside') });
  const desk = await openDesk(join(folder, 'data'));
  await furnish(desk, sandbox, companies);
  await desk.app.close();
  return sandbox;
}

/**
 * Writes the quarter's files, of all companies in turn, no two with a common record. Returns their
 * mean size in bytes.
 */
export function writeQuarter(folder: string, files: number): number {
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let index = 0; index < files; index += 1) {
    const taxpayer = companies[index % companyCount];
    if (taxpayer === undefined) throw new Error('no company');
    const xml = makeDocument('240-received', {
      seed: 11,
      records: recordsOfAFile,
      firstRecord: Math.floor(index / companyCount) * recordsOfAFile,
      taxpayer,
    });
    bytes += Buffer.byteLength(xml);
    writeFileSync(join(folder, `recibidas-${String(index + 1).padStart(4, '0')}.xml`), xml);
  }
  return bytes / files;
}
