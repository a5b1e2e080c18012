import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startOutsideSandbox } from '../../crash/desk.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { defaultTaxpayers, makeDocument } from '../../fixtures/validator/make-document.ts';
import { makeFolder, zubi } from './run-zubi.ts';

/** One more than the command puts into a call. */
const count = 5001;

it('a folder of more files than one call takes is checked and sent', async () => {
  const folder = await makeFolder();
  const sandbox = await startOutsideSandbox(shareValidator());
  onTestFinished(async () => {
    await sandbox.close();
    await rm(sandbox.folder, { recursive: true, force: true });
    await folder.remove();
  });
  const data = ['--data', join(folder.path, 'data')];
  const call = async (method: string, input: unknown) => {
    const ended = await zubi(['call', method, '-', ...data], { input: JSON.stringify(input) });
    expect(ended.exitCode, ended.stderr).toBe(0);
    return JSON.parse(ended.stdout);
  };
  const { baseUrl, userApiKey } = sandbox;
  const garante = { holds: true, taxId: 'B00000034', license: 'L-1', name: 'Zubi', version: '1.0' };
  const certificateKey = 'certificate-key-planted-canary-1';
  await call('connection.set', { baseUrl, userApiKey, certificateKey, softwareGarante: garante });
  const territories: { id: string; name: string }[] = await call('territories.list', {});
  const territoryId = territories.find(({ name }) => name === 'Bizkaia')?.id;
  const { taxId, name: fullName } = defaultTaxpayers['240'];
  await call('companies.create', { isIndividual: false, fullName, taxId, territoryId });
  const documents = join(folder.path, 'documents');
  await mkdir(documents);
  for (let number = 1; number <= count; number += 1) {
    const options = { seed: 1, records: 1, firstRecord: number };
    await writeFile(join(documents, `${number}.xml`), makeDocument('240-received', options));
  }
  // A file again, one with another name, and a faulty one before its mended one: each in another
  // call than its like.
  const read = (name: string) => readFile(join(documents, name), 'utf8');
  await mkdir(join(documents, 'z'));
  await writeFile(join(documents, 'z', '1.xml'), await read('1.xml'));
  await writeFile(join(documents, 'z', 'copy.xml'), await read('2.xml'));
  const faulty = (await read('999.xml')).replace(/(<ImporteTotalFactura>)-?\d+\.\d+/g, '$1mucho');
  await writeFile(join(documents, '0.xml'), faulty);
  const options = ['--json', '--yes', '--allow-duplicates'];
  const ended = await zubi(['submit', documents, ...options, ...data]);
  const { submissions, notSent } = JSON.parse(ended.stdout);
  const left = notSent.map(({ file, code }: { file: string; code: string }) => [
    basename(file),
    code,
  ]);
  expect(left).toEqual([
    ['0.xml', 'file_not_valid'],
    ['copy.xml', 'file_already_queued'],
  ]);
  const states = submissions.map(({ state }: { state: string }) => state);
  expect(states).toEqual(Array.from({ length: count }, () => 'accepted'));
  expect((await sandbox.reached()).size).toBe(count);
});
