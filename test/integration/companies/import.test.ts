import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Office } from '../core/office.ts';
import { lantegiak, openConnectedOffice } from './relay.ts';
import { take } from './take.ts';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const count = async (office: Office): Promise<number> =>
  (await office.call('companies.list', {})).total;

describe('importing companies', () => {
  it('reads a CSV in Latin-1 with semicolons, and stores drafts and registered companies together', async () => {
    const { office, line } = await openConnectedOffice();
    const fileId = await take(
      office,
      'clientes.csv',
      latin1(
        'N.I.F.;Razón social;Persona física;Nombre;Primer apellido;Segundo apellido;Territorio Histórico;Id;Clave API;Observaciones\r\n' +
          'A-99800476;Peñascal, S.A.;No;;;;VIZCAYA;svc-1;planted-import-key-1;"Dice ""sí""; llamar"\r\n' +
          '12345678z;;Sí;Íñigo;Muñoz;;Bizkaia;;;\r\n',
      ),
    );
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview).toMatchObject({
      format: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      total: 2,
    });
    expect(preview.mapping.columns).toEqual({
      taxId: 0,
      fullName: 1,
      isIndividual: 2,
      firstName: 3,
      lastName1: 4,
      lastName2: 5,
      territory: 6,
      serviceId: 7,
      apiKey: 8,
      notes: 9,
    });
    expect(preview.counts).toEqual({
      rows: 2,
      hidden: 0,
      good: 2,
      faulty: 0,
      registered: 1,
      withoutKey: 0,
      drafts: 1,
      updated: 0,
      existing: 0,
    });
    expect(JSON.stringify(preview)).not.toContain('planted-import-key');
    expect(await count(office)).toBe(0);
    const stored = await office.call('companies.importFile', { fileId });
    expect(stored).toMatchObject({ registered: 1, withoutKey: 0, drafts: 1, skipped: 0 });
    const { companies } = await office.call('companies.list', {});
    expect(companies).toMatchObject([
      {
        fullName: 'Muñoz Íñigo',
        taxId: '12345678Z',
        isIndividual: true,
        lastName2: null,
        state: 'draft',
      },
      {
        fullName: 'Peñascal, S.A.',
        serviceId: 'svc-1',
        territoryName: 'Bizkaia',
        notes: 'Dice "sí"; llamar',
      },
    ]);
    expect(await office.call('companies.revealKey', { id: companies[1]?.id ?? '' })).toEqual({
      key: 'planted-import-key-1',
    });
    expect(line.requests).toEqual([]);
    const phases = new Set(
      office.events.flatMap((event) =>
        event.name === 'import.progressed' ? [event.payload.phase] : [],
      ),
    );
    expect([...phases]).toEqual(['reading', 'checking', 'writing']);
  });

  it('names the fault of each row, and stores nothing until all are corrected', async () => {
    const { office } = await openConnectedOffice();
    await office.call('companies.create', lantegiak);
    const fileId = await take(
      office,
      'a.csv',
      [
        'nif,empresa,nombre,apellido 1,territorio,id,clave',
        'B00000034,Ona SL,,,Bizkaia,,',
        'B00000035,Kontrol Okerra SL,,,Bizkaia,,',
        'B00000034,Errepikatua SL,,,Bizkaia,,',
        'A99800476,Badago SA,,,Bizkaia,,',
        'F35999705,Inon Ez,,,Nafarroa,,',
        '12345678Z,Izenik Gabe,,,Bizkaia,,',
        ',NIF gabe,,,Bizkaia,,',
        'F35999705,,,,,x-1,short',
        '23456789D,,Ane,Ruiz,Bizkaia,,a-key-without-its-id',
      ].join('\n'),
    );
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview.rows.map(({ row, faults }) => [row, faults.map(({ code }) => code)])).toEqual([
      [2, []],
      [3, ['tax_id_invalid']],
      [4, ['duplicate_tax_id']],
      [5, ['exists_already']],
      [6, ['territory_unknown']],
      [7, ['name_parts_missing']],
      [8, ['tax_id_missing']],
      [9, ['name_missing', 'territory_missing', 'key_invalid', 'duplicate_tax_id']],
      [10, expect.arrayContaining(['key_without_service_id'])],
    ]);
    expect(preview.rows[2]?.faults[0]).toMatchObject({ otherRow: 2, value: 'B00000034' });
    const faulty = await office.call('companies.importPreview', {
      fileId,
      onlyFaulty: true,
      limit: 2,
    });
    expect(faulty).toMatchObject({ total: 7, counts: { good: 1, faulty: 8, existing: 1 } });
    expect(faulty.rows).toHaveLength(2);
    const error = await office.refused('companies.importFile', { fileId });
    expect(error).toMatchObject({ code: 'import_rows_faulty', details: { rows: 8 } });
    expect((await office.refused('companies.importFile', { fileId, rows: [2, 3] })).code).toBe(
      'import_rows_faulty',
    );
    expect((await office.refused('companies.importFile', { fileId, rows: [99] })).code).toBe(
      'invalid_input',
    );
    // Every row left is faulty: that is said, not that the table is empty.
    const onlyFaulty = { fileId, rows: [3, 4], skipFaulty: true };
    expect(await office.refused('companies.importFile', onlyFaulty)).toMatchObject({
      code: 'import_rows_faulty',
      details: { rows: 2 },
    });
    expect(await count(office)).toBe(1);
    const stored = await office.call('companies.importFile', { fileId, skipFaulty: true });
    expect(stored).toMatchObject({ drafts: 1, skipped: 8 });
    expect(await count(office)).toBe(2);
  });

  it('reads an XLSX: results of formulas count, missing ones and merged cells are named', async () => {
    const { office } = await openConnectedOffice();
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Oculta', hidden: true, rows: [['no']] },
        {
          name: 'Empresas',
          rows: [
            ['NIF', 'Razón social', 'Territorio'],
            ['A99800476', 'Lantegiak', 'Bizkaia'],
            ['B00000034', null, 'Bizkaia'],
            ['F35999705', 'Batuta', 'Bizkaia'],
          ],
          cells: new Map([
            [
              '1,1',
              { formula: 'CONCAT("Lan","tegiak")', value: 'Lantegiak', formulaResult: 'Lantegiak' },
            ],
            ['2,1', { formula: 'A1&A2', value: null }],
          ]),
          merges: [{ startRow: 3, startCol: 1, endRow: 3, endCol: 2 }],
        },
      ],
    });
    const fileId = await take(office, 'empresas.xlsx', bytes);
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview).toMatchObject({ format: 'xlsx', sheet: 'Empresas', encoding: null });
    expect(preview.rows[0]).toMatchObject({ row: 2, fullName: 'Lantegiak', faults: [] });
    expect(preview.rows[1]?.faults).toContainEqual(
      expect.objectContaining({ code: 'formula_without_value', field: 'fullName' }),
    );
    expect(preview.rows[2]?.faults).toContainEqual(
      expect.objectContaining({ code: 'merged_cell', field: 'fullName' }),
    );
    expect((await office.refused('companies.importFile', { fileId })).code).toBe(
      'import_rows_faulty',
    );
    expect(await count(office)).toBe(0);
  });

  it('skips filtered rows unless they are wanted, and reads the chosen sheet', async () => {
    const { office } = await openConnectedOffice();
    const heading = ['NIF', 'Razón social', 'Territorio'];
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Clientes',
          rows: [
            heading,
            ['A99800476', 'Lantegiak', 'Bizkaia'],
            ['A99800476', 'De baja', 'Bizkaia'],
          ],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        {
          name: 'Otros',
          hidden: true,
          rows: [
            ['Sociedad', 'CIF'],
            ['Batuta', 'F35999705'],
            ['Ona', 'B00000034'],
          ],
        },
      ],
    });
    const fileId = await take(office, 'empresas.xlsx', bytes);
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview).toMatchObject({ sheet: 'Clientes', sheetIndex: 0, total: 1 });
    expect(preview.sheets).toEqual([
      { index: 0, name: 'Clientes', rows: 2, isHidden: false },
      { index: 1, name: 'Otros', rows: 2, isHidden: true },
    ]);
    expect(preview.counts).toMatchObject({ rows: 1, hidden: 1, good: 1, faulty: 0 });
    const all = await office.call('companies.importPreview', { fileId, hiddenRows: true });
    expect(all.counts).toMatchObject({ rows: 2, hidden: 1, good: 1, faulty: 1 });
    expect(all.rows.map(({ row, isHidden }) => [row, isHidden])).toEqual([
      [2, false],
      [3, true],
    ]);
    const other = {
      fileId,
      sheet: 1,
      mapping: { columns: { fullName: 0, taxId: 1 }, defaultTerritoryId: 'bizkaia' },
    };
    expect((await office.call('companies.importPreview', other)).counts).toMatchObject({
      good: 2,
      hidden: 0,
    });
    expect((await office.refused('companies.importPreview', { fileId, sheet: 7 })).code).toBe(
      'import_sheet_unknown',
    );
    expect((await office.refused('companies.importFile', { fileId, rows: [3] })).code).toBe(
      'invalid_input',
    );
    expect(await office.call('companies.importFile', { fileId })).toMatchObject({
      drafts: 1,
      skipped: 0,
    });
    expect(
      (await office.call('companies.list', {})).companies.map(({ fullName }) => fullName),
    ).toEqual(['Lantegiak']);
  });

  it('imports hidden rows and another sheet when they are chosen', async () => {
    const { office } = await openConnectedOffice();
    const heading = ['NIF', 'Razón social', 'Territorio'];
    const rows = [heading, ['F35999705', 'Batuta', 'Bizkaia'], ['B00000034', 'Ona', 'Bizkaia']];
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Clientes', rows: [heading, ['A99800476', 'Lantegiak', 'Bizkaia']] },
        { name: 'Otros', rows, rowDefs: new Map([[1, { hidden: true }]]) },
      ],
    });
    const fileId = await take(office, 'empresas.xlsx', bytes);
    await office.call('companies.importPreview', { fileId });
    const stored = await office.call('companies.importFile', {
      fileId,
      sheet: 1,
      hiddenRows: true,
    });
    expect(stored).toMatchObject({ drafts: 2 });
    expect((await office.call('companies.list', {})).companies.map(({ taxId }) => taxId)).toEqual([
      'F35999705',
      'B00000034',
    ]);
  });
});
