import { describe, expect, it } from 'vitest';
import { readEcho } from '../../../sandbox/ledger/document-head.ts';

const body = (
  name: string,
) => `<p:Root xmlns:p="urn:x"><Cabecera><Modelo>240</Modelo><Operacion> A00 </Operacion>
  <ObligadoTributario><NIF>B95123451</NIF><ApellidosNombreRazonSocial>${name}</ApellidosNombreRazonSocial></ObligadoTributario></Cabecera>
  <FacturasRecibidas>
    <FacturaRecibida><EmisorFacturaRecibida><NIF>A12345674</NIF></EmisorFacturaRecibida><Otra><NIF>X</NIF></Otra></FacturaRecibida>
    <FacturaRecibida><EmisorFacturaRecibida><IDOtro><CodigoPais>FR</CodigoPais><IDType>04</IDType><ID><![CDATA[F&1]]></ID></IDOtro></EmisorFacturaRecibida></FacturaRecibida>
    <FacturaRecibida/>
  </FacturasRecibidas></p:Root>`;

describe('the part of a document that the ledger repeats', () => {
  it('is its header and the issuer of each record', () => {
    const { head, issuers } = readEcho(Buffer.from(body('Ñ &amp; <!-- no --> hijos')));
    expect(head).toMatchObject({
      rootName: 'Root',
      model: '240',
      subchapter: null,
      operation: 'A00',
      taxId: 'B95123451',
      name: 'Ñ &  hijos',
    });
    expect(issuers).toEqual([
      { kind: 'tax_id', id: 'A12345674' },
      { kind: 'other', id: 'F&1', idType: '04', country: 'FR' },
      null,
    ]);
  });

  it.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    [
      'UTF-16 without a mark, big end first',
      (text: string) => Buffer.from(text, 'utf16le').swap16(),
    ],
    [
      'ISO-8859-1 as declared',
      (text: string) => Buffer.from(`<?xml version="1.0" encoding='ISO-8859-1'?>${text}`, 'latin1'),
    ],
  ])('is read from %s', (_encoding, encode) => {
    expect(readEcho(encode(body('Ñuño'))).head.name).toBe('Ñuño');
  });

  it('is an error for a damaged document', () => {
    expect(() => readEcho(Buffer.from('<a><b></a>'))).toThrow();
  });
});
