import { afterAll, describe, expect, it } from 'vitest';
import { cleanDocument, createCore, replaced } from './core.ts';

const core = createCore();
afterAll(() => core.dispose());

/** Line and column of a text's nth occurrence, counted by hand. */
function placeOf(document: string, text: string, occurrence = 1): { line: number; column: number } {
  let at = -1;
  for (let seen = 0; seen < occurrence; seen += 1) at = document.indexOf(text, at + 1);
  const lines = document
    .slice(0, at)
    .replace(/^\ufeff/, '')
    .split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

const third = (document: string) => {
  let seen = 0;
  return document.replace(/<FechaRecepcion>[\d-]+/g, (whole) =>
    ++seen === 3 ? '<FechaRecepcion>ayer' : whole,
  );
};

// holds X4
describe('the place of an issue', () => {
  it.each(['pretty', 'line'] as const)('is that of the element at fault (%s)', (layout) => {
    const document = third(cleanDocument('240-received', 5, layout));
    expect(core.firstIssue(document)).toMatchObject({
      record: 3,
      path: '/LROEPJ240FacturasRecibidasAltaModifPeticion/FacturasRecibidas/FacturaRecibida[3]/CabeceraFactura/FechaRecepcion',
      ...placeOf(document, '<FechaRecepcion>', 3),
      value: 'ayer',
    });
  });

  it('names the record by its key', () => {
    const document = third(cleanDocument('240-received', 5));
    const records = document.split('<FacturaRecibida>').slice(1);
    const text = (name: string) =>
      new RegExp(`<${name}>([^<]*)`).exec(records[2] ?? '')?.[1] ?? null;
    expect(core.firstIssue(document).recordKey).toMatchObject({
      series: text('SerieFactura'),
      number: text('NumFactura'),
      date: text('FechaExpedicionFactura'),
      issuer: text('NIF') ?? text('ID'),
    });
  });

  it('is right beyond line 65,535, also of elements without text beside them', () => {
    const document = replaced(
      cleanDocument('240-received', 3),
      '<FacturasRecibidas>',
      `<FacturasRecibidas>${'\n'.repeat(70_000)}`,
    );
    const wrong = third(document);
    expect(core.firstIssue(wrong)).toMatchObject(placeOf(wrong, '<FechaRecepcion>', 3));
    const empty = replaced(document, /<IDClave>\s*<Clave.*?<\/IDClave>/s, '<IDClave/>');
    expect(core.firstIssue(empty)).toMatchObject(placeOf(empty, '<IDClave/>'));
  });

  it.each([
    ['UTF-16LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-8', (text: string) => Buffer.from(`\ufeff${text}`, 'utf8')],
  ])('counts characters, not bytes, in %s', (encoding, encode) => {
    const named = encoding.startsWith('UTF-16') ? 'UTF-16' : encoding;
    const plain = replaced(
      cleanDocument('240-received', 3, 'line'),
      /^<\?xml[^>]*>\n?/,
      `<?xml version="1.0"  encoding="${named}"?>`,
    );
    const document = third(
      plain.replaceAll(
        '<DescripcionOperacion>',
        '<DescripcionOperacion>ñandú €'.replace('€', encoding === 'UTF-8' ? '😀' : 'ü'),
      ),
    );
    const { line, column } = core.firstIssue(encode(document));
    expect({ line, column }).toEqual(placeOf(document, '<FechaRecepcion>', 3));
  });

  it('is that of the element found instead of a missing one', () => {
    const document = replaced(
      cleanDocument('240-received', 1),
      /<FechaRecepcion>[\d-]+<\/FechaRecepcion>/,
      '',
    );
    expect(core.firstIssue(document)).toMatchObject(placeOf(document, '<TipoFactura>'));
  });

  it('is the line and column where the parser stopped in a broken document', () => {
    const document = cleanDocument('240-received', 2);
    const broken = replaced(document, '</NumFactura>', '</NumFacturas>');
    expect(core.validate(broken)).toMatchObject({
      verdict: 'invalid',
      kind: 'ledger_form',
      form: { model: '240' },
    });
    expect(core.firstIssue(broken)).toMatchObject({
      layer: 'xml',
      code: 'xml_tag_mismatch',
      params: { opened: 'NumFactura', closed: 'NumFacturas' },
      line: placeOf(broken, '</NumFacturas>').line,
    });
  });
});
