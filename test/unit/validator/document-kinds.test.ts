import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanDocument, createCore, replaced } from './core.ts';

const core = createCore();
afterAll(() => core.dispose());

const ledger = (model: string, place: string, name: string) =>
  `<p:LROEP${model === '140' ? 'F' : 'J'}${model}${name} xmlns:p="https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/LROE_P${model === '140' ? 'F' : 'J'}_${model}_${place}_V1_0_0.xsd"/>`;
const zip = (name: string) => Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${name}`, 'latin1');
const binary = (text: string) => Buffer.from(text, 'latin1');

/** The kind of a document, its code, and its details. */
type KindCase = [
  name: string,
  document: string | Uint8Array,
  kind: string,
  code: string,
  detail?: string,
];
const kinds: readonly KindCase[] = [
  ['a PDF', binary('%PDF-1.7\n\xe2\xe3'), 'pdf', 'file_is_pdf'],
  ['a PNG', binary('\x89PNG\r\n\x1a\n'), 'image', 'file_is_image', 'PNG'],
  ['a JPEG', binary('\xff\xd8\xff\xe0'), 'image', 'file_is_image', 'JPEG'],
  ['a BMP', binary('BM\0\0\x36\0'), 'image', 'file_is_image', 'BMP'],
  ['a zip', zip('facturas.xml'), 'zip', 'file_is_zip', 'ZIP'],
  ['an XLSX', zip('xl/workbook.xml'), 'spreadsheet', 'file_is_spreadsheet', 'XLSX'],
  [
    'an ODS',
    zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'spreadsheet',
    'file_is_spreadsheet',
    'ODS',
  ],
  [
    'an XLS',
    binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    'spreadsheet',
    'file_is_spreadsheet',
    'XLS',
  ],
  ['CSV', 'NIF;Fecha;Base\n12345678Z;05-01-2026;100,00\n', 'text', 'file_is_text'],
  ['a text that is not UTF-8', binary('Año;Señor\n'), 'text', 'file_is_text'],
  ['a text that begins like a picture', 'BMW Ibarra S.L.', 'text', 'file_is_text'],
  ['JSON', '{"a": 1}', 'text', 'file_is_text'],
  ['blanks', ' \r\n\t', 'empty', 'file_empty'],
  ['a byte order mark alone', '\ufeff', 'empty', 'file_empty'],
  ['binary data', binary('\x01\x02\x03\x04'), 'binary', 'file_is_binary'],
  ['a web page', '<!DOCTYPE html><html><body>', 'html', 'file_is_html'],
  ['a web page without a type', '\n<HTML><p>', 'html', 'file_is_html'],
  [
    'XHTML',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    'html',
    'file_is_html',
    'html',
  ],
  [
    'TicketBAI',
    '<T:TicketBai xmlns:T="urn:ticketbai:emision"/>',
    'ticketbai',
    'file_is_ticketbai',
    'TicketBai',
  ],
  [
    'a TicketBAI cancellation',
    '<T:AnulaTicketBai xmlns:T="urn:ticketbai:anulacion"/>',
    'ticketbai',
    'file_is_ticketbai',
    'AnulaTicketBai',
  ],
  [
    'Facturae',
    '<f:Facturae xmlns:f="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"/>',
    'facturae',
    'file_is_facturae',
    'Facturae',
  ],
  [
    'UBL',
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
    'electronic_invoice',
    'file_is_electronic_invoice',
    'Invoice',
  ],
  [
    'CII',
    '<r:CrossIndustryInvoice xmlns:r="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
    'electronic_invoice',
    'file_is_electronic_invoice',
    'CrossIndustryInvoice',
  ],
  ['another XML', '<pedido/>', 'other_xml', 'file_is_other_xml', 'pedido'],
  [
    '240 chapter 1',
    ledger('240', '1_1_FacturasEmitidas_ConSG_AltaPeticion', 'FacturasEmitidasConSGAltaPeticion'),
    'ledger_other_chapter',
    'file_chapter_issued_invoices',
    '240/1.1',
  ],
  [
    '140 chapter 1',
    ledger(
      '140',
      '1_1_Ingresos_ConfacturaConSG_AltaPeticion',
      'IngresosConFacturaConSGAltaPeticion',
    ),
    'ledger_other_chapter',
    'file_chapter_income',
    '140/1.1',
  ],
  [
    '140 chapter 3',
    ledger('140', '3_1_BienesAfectos_AltaPeticion', 'BienesAltaPeticion'),
    'ledger_other_chapter',
    'file_chapter_assets',
    '140/3.1',
  ],
  [
    '240 chapter 6',
    ledger('240', '6_1_OtraInformacion_AltaPeticion', 'OtraPeticion'),
    'ledger_other_chapter',
    'file_chapter_other_information',
    '240/6.1',
  ],
  [
    'a chapter nobody knows',
    ledger('240', '9_1_Nuevo_AltaPeticion', 'NuevoAltaPeticion'),
    'ledger_other_chapter',
    'file_chapter_other',
    'LROEPJ240NuevoAltaPeticion',
  ],
  [
    'a query',
    ledger('140', '2_1_Gastos_Confactura_ConsultaPeticion', 'GastosConFacturaConsultaPeticion'),
    'ledger_other_chapter',
    'file_is_ledger_query',
    'LROEPF140GastosConFacturaConsultaPeticion',
  ],
  [
    'an answer',
    ledger('240', '2_FacturasRecibidas_AltaModifRespuesta', 'FacturasRecibidasAltaModifRespuesta'),
    'ledger_response',
    'file_is_ledger_response',
    'LROEPJ240FacturasRecibidasAltaModifRespuesta',
  ],
];

describe('a document that is none of the six forms', () => {
  it.each<KindCase>(kinds)('is identified: %s', (_name, document, kind, code, detail) => {
    const validation = core.validate(document);
    expect(validation).toMatchObject({
      verdict: 'unreadable',
      kind,
      form: null,
      schemaId: null,
      records: 0,
    });
    expect(validation.issues).toMatchObject([{ layer: 'file', severity: 'error', code }]);
    if (detail !== undefined) expect(validation.kindDetail).toBe(detail);
  });

  const responses = new URL('../../../../shared/lroe/responses/', import.meta.url);
  it('is identified among the answers that the ledger publishes', () => {
    if (!existsSync(responses)) return console.log('skipped: no published answers here');
    for (const name of readdirSync(responses)) {
      const { kind } = core.validate(readFileSync(new URL(name, responses)));
      expect(`${name}: ${kind}`).toBe(`${name}: ledger_response`);
    }
  });
});

describe('a form', () => {
  const clean = cleanDocument('240-received');
  const declared = (encoding: string) =>
    replaced(clean, /<\?xml[^>]*>/, `<?xml version="1.0" encoding='${encoding}'?>`);

  it.each([
    ['UTF-8 with a byte order mark', () => Buffer.from(`\ufeff${clean}`)],
    ['UTF-16LE', () => Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16LE without a mark', () => Buffer.from(declared('UTF-16LE'), 'utf16le')],
    ['UTF-16BE', () => Buffer.from(`\ufeff${declared('utf-16')}`, 'utf16le').swap16()],
    ['ISO-8859-1', () => binary(declared('ISO-8859-1').replace('Zubialde', 'Zubiñalde'))],
    ['ISO-8859-15', () => binary(declared('ISO-8859-15').replace('Zubialde', 'Zubiñalde'))],
    ['windows-1252', () => binary(declared('windows-1252').replace('Zubialde', 'Zubiñalde'))],
    ['UTF-8 without a declaration', () => Buffer.from(replaced(clean, /<\?xml[^>]*>/, ''))],
    ['carriage returns', () => Buffer.from(clean.replaceAll('\n', '\r\n'))],
  ])('is read in %s', (_name, encode) => {
    const { verdict, records, taxpayer, totals } = core.validate(encode());
    expect({ verdict, records, totals }).toEqual({
      verdict: 'valid',
      records: 2,
      totals: core.validate(clean).totals,
    });
    expect(taxpayer?.name).toMatch(/^Zubiñ?alde Tresneria/);
  });

  it('is still recognised when it is broken, so that it is called invalid and not unreadable', () => {
    for (const broken of [clean.slice(0, 900), replaced(clean, '<lroe:', '<!DOCTYPE a><lroe:')])
      expect(core.validate(broken)).toMatchObject({
        verdict: 'invalid',
        kind: 'ledger_form',
        form: { model: '240' },
      });
  });
});

it('an encoding fault is at the first character of the other encoding, not at the next', () => {
  const marked = replaced(cleanDocument('240-received'), /<NumFactura>[^<]*/, '<NumFactura>Pe|a');
  const [before = '', after = ''] = marked.split('|');
  const lines = before.split('\n');
  expect(
    core.firstIssue(Buffer.concat([Buffer.from(before), Buffer.from([0xf1]), Buffer.from(after)])),
  ).toMatchObject({
    code: 'file_encoding_bytes',
    params: { encoding: 'UTF-8', byte: 'F1' },
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
  });
});
