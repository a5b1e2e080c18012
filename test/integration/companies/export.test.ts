import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapTexts } from '../../../contract/company-texts.ts';
import { importLimits } from '../../../main/features/companies/import/table/limits.ts';
import { readSealed } from '../../../main/features/companies/import/table/read-sealed.ts';
import { sealCompanies } from '../../../main/features/companies/sealed-file.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { share } from '../../fixtures/lifetime.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { sampled } from '../../rounds.ts';
import type { Office } from '../core/office.ts';
import { lantegiak, miren, openConnectedOffice } from './relay.ts';

const passphrase = 'correct horse battery';

async function take(office: Office, name: string, bytes: Uint8Array): Promise<string> {
  const taken = await office.app.takeFile({ name, bytes });
  if (!taken.ok) throw new Error(taken.error.code);
  return taken.value.fileId;
}

describe('exporting companies', () => {
  it('has no key as CSV, runs nothing in a spreadsheet, and is read again', async () => {
    const { office } = await openConnectedOffice();
    const hostile = { ...lantegiak, fullName: '=HYPERLINK("http://example.org","x")' };
    const made = await office.call('companies.create', hostile);
    const { id } = await office.call('companies.create', miren);
    const notes = 'Llamar en enero.\n  Dice "sí";\tluego no.';
    await office.call('companies.setNotes', { id, notes });
    const { key } = await office.call('companies.revealKey', { id: made.id });
    const file = await office.call('companies.exportFile', { format: 'csv' });
    expect(file).toMatchObject({ mediaType: 'text/csv; charset=utf-8', companies: 2 });
    expect(file.name).toMatch(/^zubi-empresas-\d{4}-\d\d-\d\d\.csv$/);
    const bytes = Buffer.from(file.contentBase64, 'base64');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.includes(key)).toBe(false);
    const text = bytes.toString('utf8');
    expect(text).toContain('"\'=HYPERLINK(');
    expect(text).not.toMatch(/(^|;|")=/m);
    const other = (await openConnectedOffice()).office;
    const preview = await other.call('companies.importPreview', {
      fileId: await take(other, file.name, bytes),
    });
    expect(preview.counts).toMatchObject({ good: 2, withoutKey: 2 });
    expect(preview.rows.map(({ fullName }) => fullName)).toEqual([
      hostile.fullName,
      miren.fullName,
    ]);
    expect(preview.rows[1]?.notes).toBe('Llamar en enero.\nDice "sí"; luego no.');
  });

  it('takes the named companies, and refuses an unknown one', async () => {
    const { office } = await openConnectedOffice();
    const made = await office.call('companies.create', lantegiak);
    await office.call('companies.create', { ...lantegiak, taxId: companyTaxId('B', 4_500_001) });
    expect(
      await office.call('companies.exportFile', { format: 'csv', ids: [made.id, made.id] }),
    ).toMatchObject({
      companies: 1,
    });
    const error = await office.refused('companies.exportFile', {
      format: 'csv',
      ids: [made.id, 'nobody'],
    });
    expect(error).toMatchObject({ code: 'company_unknown', details: { id: 'nobody' } });
  });
});

/** An office with a company, and an archived one and an archived draft; its sealed file. */
async function openExported() {
  const { office } = await openConnectedOffice();
  const made = await office.call('companies.create', lantegiak);
  await office.call('companies.setNotes', { id: made.id, notes: 'Oharra' });
  const { key } = await office.call('companies.revealKey', { id: made.id });
  const table = `NIF;Nombre;Territorio\n${companyTaxId('B', 4_500_002)};Uno SL;Bizkaia\n`;
  const fileId = await take(office, 'a.csv', Buffer.from(table));
  const { draftIds } = await office.call('companies.importFile', { fileId });
  const gone = await office.call('companies.create', miren);
  for (const id of [gone.id, ...draftIds]) await office.call('companies.archive', { id });
  const file = await office.call('companies.exportFile', { format: 'sealed', passphrase });
  return { office, made, key, name: file.name, bytes: Buffer.from(file.contentBase64, 'base64') };
}

describe('a sealed file of companies', () => {
  const exported = share(openExported);

  it('has their keys, and only its passphrase opens it; archived drafts stay archived', async () => {
    const { made, key, name, bytes } = exported();
    for (const plain of [key, lantegiak.taxId, lantegiak.fullName])
      expect(bytes.includes(plain)).toBe(false);
    const other = (await openConnectedOffice()).office;
    const fileId = await take(other, name, bytes);
    const wanted = await other.refused('companies.importPreview', { fileId });
    expect(wanted).toMatchObject({
      code: 'import_format',
      details: { reason: 'passphrase_wanted' },
    });
    for (const passphrase of ['wrong horse battery', 'short']) {
      const wrong = await other.refused('companies.importPreview', { fileId, passphrase });
      expect(wrong.code).toBe('wrong_passphrase');
    }
    const preview = await other.call('companies.importPreview', { fileId, passphrase });
    expect(preview).toMatchObject({ format: 'sealed', counts: { good: 3, registered: 2 } });
    expect(JSON.stringify(preview)).not.toContain(key);
    const stored = await other.call('companies.importFile', { fileId });
    expect(stored).toMatchObject({ drafts: 1, draftIds: [] });
    const { companies } = await other.call('companies.list', {});
    expect(companies).toMatchObject([
      { serviceId: made.serviceId, notes: 'Oharra', key: { present: true } },
    ]);
    expect(await other.call('companies.revealKey', { id: companies[0]?.id ?? '' })).toEqual({
      key,
    });
    const archived = await other.call('companies.list', { filter: { archived: 'only' } });
    expect(archived.companies.map((company) => [company.taxId, company.key.present])).toEqual([
      [miren.taxId, true],
      [companyTaxId('B', 4_500_002), false],
    ]);
    // Once more: each is here, under its own identifier and its own key.
    const again = await take(other, name, bytes);
    const second = await other.call('companies.importPreview', { fileId: again, passphrase });
    expect(second.rows[0]?.faults.map(({ code }) => code)).toEqual(['exists_already']);
  });

  it('does not open when it was changed', async () => {
    const { office, bytes: whole } = exported();
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length - 40) ^ 1, whole.length - 40);
    const costly = Buffer.from(whole.toString('latin1').replace('131072', '262144'), 'latin1');
    const longer = Buffer.concat([whole, Buffer.of(0)]);
    // The JSON document of before the first release.
    const older = Buffer.from('{"format":"zubi-companies","version":1,"key":"","box":""}');
    const all = [changed, costly, older, whole.subarray(0, -1), longer];
    for (const bytes of sampled(all, 3)) {
      const fileId = await take(office, 'a.zubi', bytes);
      const error = await office.refused('companies.importPreview', { fileId, passphrase });
      expect(error).toMatchObject({ code: 'import_format', details: { reason: 'sealed' } });
    }
  });

  it('brings the keys back to companies that are here without them', async () => {
    const { office, made, key, name, bytes } = exported();
    rmSync(join(office.dataFolder, 'secrets.json'));
    const again = await office.restart();
    const all = { filter: { archived: 'include' } } as const;
    const isThere = async () =>
      (await again.call('companies.list', all)).companies.map((company) => company.key.present);
    expect(await isThere()).toEqual([false, false, false]);
    const fileId = await take(again, name, bytes);
    const preview = await again.call('companies.importPreview', { fileId, passphrase });
    expect(preview.counts).toMatchObject({ updated: 2, registered: 0 });
    expect(preview.rows[0]).toMatchObject({ kind: 'update', hasKey: true });
    // The draft, which has no key, is here.
    const good = { fileId, passphrase, skipFaulty: true };
    const stored = await again.call('companies.importFile', good);
    expect(stored).toMatchObject({ updated: 2, registered: 0 });
    expect(await again.call('companies.revealKey', { id: made.id })).toEqual({ key });
    expect((await isThere()).toSorted()).toEqual([false, true, true]);
  });
});

it('of more companies than an import takes is told as too large, not as damaged', async () => {
  const company = {
    ...mapTexts(() => null),
    isIndividual: false,
    fullName: lantegiak.fullName,
    taxId: lantegiak.taxId,
    territoryId: '1',
    territoryName: 'Bizkaia',
    serviceId: null,
    apiKey: null,
    notes: '',
    archived: false,
  };
  const many = Array.from({ length: importLimits.rows + 1 }, () => company);
  const bytes = await sealCompanies(many, new Secret(passphrase));
  await expect(readSealed(bytes, new Secret(passphrase))).rejects.toMatchObject({
    code: 'import_too_large',
    details: { what: 'rows', limit: importLimits.rows },
  });
});
