import { describe, expect, it } from 'vitest';
import type { Company } from '../../../contract/company.ts';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { type Office, openOffice } from '../core/office.ts';
import { type Line, lantegiak, openConnectedOffice, openLine } from './relay.ts';

const batuta = {
  ...lantegiak,
  fullName: 'Batuta SL',
  taxId: companyTaxId('B', 4_400_001),
} as const;
const hirugarrena = {
  ...lantegiak,
  fullName: 'Hirugarrena SL',
  taxId: companyTaxId('B', 4_400_002),
} as const;

const documentOf = (company: { taxId: string; fullName: string }, seed: number) =>
  makeDocument('240-received', {
    seed,
    records: 1,
    taxpayer: { taxId: company.taxId, name: company.fullName },
  });

const keyOf = async (office: Office, { id }: Company): Promise<string> =>
  (await office.call('companies.revealKey', { id })).key;

async function openTwo(): Promise<{ office: Office; line: Line; one: Company; two: Company }> {
  const { office, line } = await openConnectedOffice();
  const one = await office.call('companies.create', lantegiak);
  const two = await office.call('companies.create', batuta);
  return { office, line, one, two };
}

describe('a file is sent with the key of its own taxpayer', () => {
  it('is sent so in whatever order files of many companies are sent', async () => {
    const { office, line, one, two } = await openTwo();
    const files = [];
    for (const [seed, company] of [one, two, two, one, two, one].entries()) {
      files.push(await office.drop(`${seed}.xml`, documentOf(company, seed)));
    }
    await office.call('submissions.send', { fileIds: files.map(({ id }) => id) });
    await office.app.idle();
    const keys = new Map([
      [one.taxId, await keyOf(office, one)],
      [two.taxId, await keyOf(office, two)],
    ]);
    expect(line.sendings).toHaveLength(6);
    for (const { taxId, clientKey } of line.sendings) expect(clientKey).toBe(keys.get(taxId));
  });

  it('no method takes another company’s key or identifier', async () => {
    const { office, one, two } = await openTwo();
    const apiKey = await keyOf(office, one);
    const serviceId = one.serviceId ?? '';
    const other = hirugarrena;
    const refusals = [
      await office.refused('companies.create', { ...other, serviceId }),
      await office.refused('companies.create', { ...other, serviceId, apiKey }),
      await office.refused('companies.create', { ...other, serviceId: 'another', apiKey }),
      await office.refused('companies.update', { id: two.id, ...batuta, taxId: one.taxId }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([
      'company_exists',
      'company_exists',
      'company_key_taken',
      'company_exists',
    ]);
    const rows = `NIF;Empresa;Territorio;Id;Clave\n${other.taxId};Hirugarrena;Bizkaia;another;${apiKey}\n`;
    const taken = await office.app.takeFile({ name: 'a.csv', bytes: Buffer.from(rows) });
    if (!taken.ok) throw new Error('not taken');
    const { fileId } = taken.value;
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview.rows[0]?.faults).toMatchObject([{ code: 'key_taken', value: null }]);
    const draft = `NIF;Empresa;Territorio\n${other.taxId};Hirugarrena;Bizkaia\n`;
    const second = await office.app.takeFile({ name: 'b.csv', bytes: Buffer.from(draft) });
    if (!second.ok) throw new Error('not taken');
    const { draftIds } = await office.call('companies.importFile', { fileId: second.value.fileId });
    const id = draftIds[0] ?? '';
    expect((await office.refused('companies.reconcile', { id, serviceId })).code).toBe(
      'company_exists',
    );
    expect((await office.refused('companies.reconcile', { id, serviceId: 'x', apiKey })).code).toBe(
      'company_key_taken',
    );
    expect((await office.refused('companies.reconcile', { id: two.id, serviceId })).code).toBe(
      'company_state',
    );
    const file = await office.drop('a.xml', documentOf(other, 1));
    expect((await office.refused('submissions.send', { fileIds: [file.id] })).code).toBe(
      'company_without_key',
    );
  });

  it('files follow a company whose tax id is edited, and those of the former tax id do not', async () => {
    const { office, line, one } = await openTwo();
    const former = await office.drop('former.xml', documentOf(one, 1));
    expect(former.company?.id).toBe(one.id);
    await office.call('companies.update', { id: one.id, ...lantegiak, taxId: hirugarrena.taxId });
    const { files } = await office.call('submissions.worklist', {});
    expect(files[0]?.company).toBeNull();
    const gone = await office.refused('submissions.send', { fileIds: [former.id] });
    expect(gone).toMatchObject({ code: 'company_unknown', details: { taxId: lantegiak.taxId } });
    const now = await office.drop('now.xml', documentOf(hirugarrena, 2));
    expect(now.company?.id).toBe(one.id);
    await office.call('submissions.send', { fileIds: [now.id] });
    await office.app.idle();
    expect(line.sendings).toEqual([
      { taxId: hirugarrena.taxId, clientKey: await keyOf(office, one) },
    ]);
  });

  it('files queued before two companies exchanged tax ids are not sent', async () => {
    const { office, line, one, two } = await openTwo();
    const file = await office.drop('a.xml', documentOf(one, 1));
    await office.call('submissions.pause', {});
    const { submissions } = await office.call('submissions.send', { fileIds: [file.id] });
    await office.call('companies.update', { id: one.id, ...lantegiak, taxId: hirugarrena.taxId });
    await office.call('companies.update', { id: two.id, ...batuta, taxId: lantegiak.taxId });
    await office.call('submissions.resume', {});
    await office.app.idle();
    expect(line.sendings).toEqual([]);
    const id = submissions[0]?.id ?? '';
    const { submission } = await office.call('submissions.get', { id });
    expect(submission).toMatchObject({ state: 'failed', answerCode: 'company_tax_id_changed' });
    expect((await office.refused('submissions.retry', { id })).code).toBe('company_tax_id_changed');
    await office.call('submissions.send', { fileIds: [file.id], confirmDuplicates: true });
    await office.app.idle();
    expect(line.sendings).toEqual([
      { taxId: lantegiak.taxId, clientKey: await keyOf(office, two) },
    ]);
  });

  it('queued files are not sent for a company archived or moved meanwhile', async () => {
    const { office, line, one, two } = await openTwo();
    const files = [
      await office.drop('a.xml', documentOf(one, 1)),
      await office.drop('b.xml', documentOf(two, 2)),
    ];
    await office.call('submissions.pause', {});
    const fileIds = files.map(({ id }) => id);
    const { submissions } = await office.call('submissions.send', { fileIds });
    await office.call('companies.archive', { id: one.id });
    await office.call('companies.update', { id: two.id, ...batuta, territoryId: 'araba' });
    await office.call('submissions.resume', {});
    await office.app.idle();
    expect(line.sendings).toEqual([]);
    const ends = await Promise.all(
      submissions.map(({ id }) => office.call('submissions.get', { id })),
    );
    expect(ends.map(({ submission }) => [submission.state, submission.answerCode])).toEqual([
      ['failed', 'company_archived'],
      ['failed', 'company_outside_bizkaia'],
    ]);
  });

  it('an archived company sends nothing until it is restored; one with history is never removed', async () => {
    const { office, line, one } = await openTwo();
    const file = await office.drop('a.xml', documentOf(one, 1));
    await office.call('companies.archive', { id: one.id });
    expect((await office.refused('submissions.send', { fileIds: [file.id] })).code).toBe(
      'company_archived',
    );
    await office.call('companies.unarchive', { id: one.id });
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    expect(line.sendings).toHaveLength(1);
    const error = await office.refused('companies.remove', { id: one.id });
    expect(error).toMatchObject({ code: 'company_has_history', details: { submissions: 1 } });
    expect((await office.call('companies.get', { id: one.id })).key.present).toBe(true);
  });
});

describe('a company goes only to the service that it was meant for', () => {
  it.each([
    ['a new one', {}],
    ['one that the service has', { serviceId: 'c-1' }],
  ])('%s goes nowhere when the connection changes meanwhile', async (_name, known) => {
    const [line, other] = [await openLine(), await openLine()];
    const office = await openOffice();
    await office.call('connection.set', connectionTo(line));
    let answer = (): void => undefined;
    line.territories = new Promise<void>((resolve) => (answer = resolve));
    const refusal = office.refused('companies.create', { ...lantegiak, ...known });
    await office.call('connection.add', connectionTo(other));
    answer();
    expect((await refusal).code).toBe('company_elsewhere');
    expect([...line.requests, ...other.requests]).toEqual([]);
    for (const { id } of (await office.call('connection.list', {})).connections) {
      await office.call('connection.use', { id });
      expect((await office.call('companies.list', {})).total).toBe(0);
    }
  });
});
