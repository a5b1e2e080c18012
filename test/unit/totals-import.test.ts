import { expect, it } from 'vitest';
import type { ImportTable } from '../../main/features/companies/public.ts';
import { readTotalsTable } from '../../main/features/history/quarter/totals-import.ts';

const company = { id: 'one', tax_id: 'A99800476', code: '48001', full_name: 'Lantegiak' };

function read(headings: string, cells: string) {
  const row = { row: 2, cells: cells.split(';'), faults: new Map(), isHidden: false };
  const table = { format: 'csv', headings: headings.split(';'), rows: [row] };
  return readTotalsTable(table as unknown as ImportTable, [company as never]);
}

it.each([
  ['NIF;Total facturas', 'A99800476;9,50', null],
  ['NIF;Total facturas;Nº facturas', 'A99800476;9,50;7', 7],
  ['NIF;Nº facturas;Total facturas', 'A99800476;7;9,50', 7],
  ['NIF;Total facturas;Importe', 'A99800476;7;9,50', 7],
  ['NIF;Total facturas;Total importe', 'A99800476;7;9,50', 7],
  ['NIF;Total registros;Total', 'A99800476;7;9,50', 7],
  ['NIF;Base;Cuota IVA;Total IVA incluido', 'A99800476;8;1,5;9,50', null],
  ['NIF;Oinarria;Guztira BEZ barne', 'A99800476;8;9,50', null],
  ['Tax id;Tax;Total VAT included', 'A99800476;1,5;9,50', null],
  ['NIF;Importe (IVA incl.);Registros', 'A99800476;9,50;7', 7],
  ['NIF;Total IVA con recargo;Total con IVA', 'A99800476;1,5;9,50', null],
  ['NIF;Total (IVA no incluido);Total (IVA incluido)', 'A99800476;8;9,50', null],
  ['IFZ;Guztira (BEZ barne ez);Guztira (BEZ barne)', 'A99800476;8;9,50', null],
  ['Código actividad;Código empresa;Importe', '6920;48001;9,50', null],
  ['Código empresa;Importe', '48001;9,50', null],
  ['Código postal;Código;Importe', '48009;48001;9,50', null],
  ['NIF;Código;Importe', '-;48001;9,50', null],
])('%s names the company, its amount and perhaps its records', (headings, cells, records) => {
  expect(read(headings, cells)).toEqual({
    totals: [{ companyId: 'one', cents: 950, records }],
    left: [],
  });
});

it.each(['NIF;Total IVA', 'NIF;Base imponible', 'NIF;Guztizko kuota', 'NIF;Total registros'])(
  '%s has no amount of whole invoices',
  (headings) => {
    expect(() => read(headings, 'A99800476;9,50')).toThrow('import_mapping');
  },
);
