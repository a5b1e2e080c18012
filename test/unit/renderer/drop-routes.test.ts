import { describe, expect, it } from 'vitest';
import { isNamedByTaxId, routeByHead } from '../../../renderer/shell/drop-routes.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe('the destination of a dropped file', () => {
  it.each([
    ['gastos.xml', '<?xml version="1.0"?><a/>', 'ledger'],
    ['lote.zip', 'PK\u0003\u0004....gastos.xml', 'ledger'],
    ['cartera.xlsx', 'PK\u0003\u0004....xl/workbook.xml', 'companies'],
    ['cartera.zip', 'PK\u0003\u0004....[Content_Types].xml', 'companies'],
    ['cartera.csv', 'NIF;Nombre completo;Territorio\n', 'companies'],
    ['xml.txt', '<?xml version="1.0"?><a b=";"/>', 'ledger'],
    ['empresas.zubi', 'ZUBICOM1....', 'companies'],
    ['otra cosa.pdf', 'ZUBIBAK1....', 'archive'],
    ['B00000034.pdf', '%PDF-1.7', 'authorization'],
    ['autorizacion 12345678Z firmada.png', '\u0089PNG....', 'authorization'],
    ['factura.pdf', '%PDF-1.7', 'ledger'],
    ['B00000034.pdf', 'MZ....', 'ledger'],
  ] as const)('%s that begins with %j: %s', (name, head, route) => {
    expect(routeByHead(name, bytes(head))).toBe(route);
  });

  it('uses a tax ID only when it is a word of the name', () => {
    expect(isNamedByTaxId('A99800476.PDF')).toBe(true);
    expect(isNamedByTaxId('carta_X1234567L.jpg')).toBe(true);
    for (const name of ['12.345.678-Z', 'B-00000034 firmada', 'ESA99800476', 'poder X 1234567 L'])
      expect(isNamedByTaxId(`${name}.pdf`), name).toBe(true);
    for (const name of [
      ...['AA998004761', '2026-11-21 escaneo 0001', 'factura 12345678 Zubi'],
      ...[
        'factura 2026-11-21 B',
        'scan 12-11-2026 a',
        'A 2026-11-30',
        'A_30.11.2026',
        '20261121 B',
      ],
    ])
      expect(isNamedByTaxId(`${name}.pdf`), name).toBe(false);
    expect(isNamedByTaxId('A99800476.xml')).toBe(false);
  });
});
