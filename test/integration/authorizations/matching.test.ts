import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exe, makePdf } from '../../fixtures/authorizations/documents.ts';
import { gasteiz, lantegiak, openAuthorizationOffice } from './office.ts';

const pdf = makePdf();

describe('files matched to companies', () => {
  it('are listed in the order of the call, with all missing files reported at once', async () => {
    const office = await openAuthorizationOffice();
    const fileIds: string[] = [];
    for (const name of ['c.pdf', 'a.pdf', 'b.pdf']) fileIds.push(await office.take(name, pdf));
    const [third = '', first = '', second = ''] = fileIds;
    const asked = ['gone 1', second, first, 'gone 2', third, first];
    const { matches, gone } = await office.call('authorizations.match', { fileIds: asked });
    expect(matches.map(({ name }) => name)).toEqual(['b.pdf', 'a.pdf', 'c.pdf']);
    expect(gone).toEqual(['gone 1', 'gone 2']);
    const alone = await office.call('authorizations.match', { fileIds: ['gone 1'] });
    expect(alone).toEqual({ matches: [], gone: ['gone 1'] });
  });

  it('are matched by the tax ids in their names, with the type of each, and nothing is sent', async () => {
    const office = await openAuthorizationOffice();
    const names = [
      `Autorización ${lantegiak.taxId} (firmada).pdf`,
      `${gasteiz.taxId}.pdf`,
      `copia de ${gasteiz.taxId}.pdf`,
      'F35999705.pdf',
      'escaneo.pdf',
      `${lantegiak.taxId} ${gasteiz.taxId}.pdf`,
    ];
    const fileIds = await Promise.all(names.map((name) => office.take(name, pdf)));
    const broken = await office.take(`x ${lantegiak.taxId}.png`, exe);
    const { matches } = await office.call('authorizations.match', {
      fileIds: [...fileIds, broken],
    });
    expect(matches.map(({ outcome, company }) => [outcome, company?.taxId])).toEqual([
      ['same_company', lantegiak.taxId],
      ['same_company', gasteiz.taxId],
      ['same_company', gasteiz.taxId],
      ['company_unknown', undefined],
      ['no_tax_id', undefined],
      ['several_companies', undefined],
      ['same_company', lantegiak.taxId],
    ]);
    expect(matches[0]).toMatchObject({ state: 'none', check: { kind: 'good', format: 'pdf' } });
    expect(matches.at(-1)?.check).toMatchObject({
      kind: 'refused',
      error: { code: 'document_type_refused' },
    });
    const [alone] = (await office.call('authorizations.match', { fileIds: fileIds.slice(0, 1) }))
      .matches;
    expect(alone).toMatchObject({
      outcome: 'matched',
      taxIds: [lantegiak.taxId],
      company: { hasKey: true },
    });
    expect((await office.atService()).state).toBe('none');
  });

  it('are deleted when they are left out', async () => {
    const office = await openAuthorizationOffice();
    const fileIds = await Promise.all(['a.pdf', 'b.pdf'].map((name) => office.take(name, pdf)));
    const copies = () => readdirSync(join(office.dataFolder, 'incoming')).length;
    expect(copies()).toBe(2);
    await office.call('authorizations.discard', { fileIds: fileIds.slice(0, 1) });
    expect(copies()).toBe(1);
    const { matches, gone } = await office.call('authorizations.match', { fileIds });
    expect(matches.map(({ fileId }) => fileId)).toEqual(fileIds.slice(1));
    expect(gone).toEqual(fileIds.slice(0, 1));
  });
});
