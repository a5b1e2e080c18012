import { join } from 'node:path';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from '../core/office.ts';
import { type Service, taxpayer } from '../core/recording-service.ts';

const document = makeDocument('240-received', { seed: 6, records: 2, taxpayer });
/** Adds a connection and puts it in force; returns its id. */
export async function connect(
  office: Office,
  { baseUrl }: Service,
  name: string,
  own: { readonly license: string; readonly certificateKey?: string } = {
    license: 'T',
    certificateKey: 'certificate-key-0123456789',
  },
): Promise<string | null> {
  const { license, ...keys } = own;
  const { id } = await office.call('connection.add', {
    userApiKey: `user-key-012345678-${license}`,
    ...keys,
    softwareGarante: { holds: true, taxId: 'B00000034', license, name: 'Z', version: '1' },
    baseUrl,
    name,
  });
  return id;
}

export async function createCompany(office: Office): Promise<void> {
  const { name: fullName, taxId } = taxpayer;
  const entity = { isIndividual: false, fullName, taxId, territoryId: 'bizkaia' };
  await office.call('companies.create', entity);
}

/** What became of the document: sent, or a question. */
export async function send(office: Office): Promise<string> {
  const file = await office.drop('f.xml', document);
  const sent = await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  return sent.outcome;
}

export const taxIds = async (office: Office) =>
  (await office.call('companies.list', {})).companies.map(({ taxId }) => taxId);

/** Restores the copy of one office in another one, a new one unless given. */
export async function restoreElsewhere(office: Office, passphrase?: string, fresh?: Office) {
  const made = await office.call('backup.create', passphrase ? { passphrase } : {});
  const other = fresh ?? (await openOffice());
  const path = join(office.dataFolder, 'backups', made.id);
  const taken = await other.app.takeFile({ name: made.id, path });
  if (!taken.ok) throw new Error(taken.error.code);
  const fileId = taken.value.fileId;
  await other.call('backup.restore', { fileId, ...(passphrase ? { passphrase } : {}) });
  return other;
}
