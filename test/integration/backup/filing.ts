import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { Office } from '../core/office.ts';

export const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

/** Queues a file of five records; another seed, other records. */
export async function queue(office: Office, seed: number): Promise<void> {
  const content = makeDocument('240-received', { seed, records: 5, taxpayer: company });
  const file = await office.drop(`facturas-${seed}.xml`, content);
  await office.call('submissions.send', { fileIds: [file.id] });
}

/** Sends one and waits for its end. */
export async function send(office: Office, seed: number): Promise<void> {
  await queue(office, seed);
  await office.app.idle();
}
