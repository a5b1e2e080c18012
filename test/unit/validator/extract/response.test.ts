import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLedgerResponse } from '../../../../main/validator/extract/read-response.ts';

const read = (xml: string | Uint8Array) =>
  readLedgerResponse(typeof xml === 'string' ? Buffer.from(xml) : xml);

const root = 'LROEPJ240FacturasRecibidasAltaModifRespuesta';
const inRoot = (content: string) => `<r:${root} xmlns:r="urn:answer">${content}</r:${root}>`;
const record = (identity: string, situation: string) =>
  `<Registro><IDRecibida>${identity}</IDRecibida>${situation}</Registro>`;
const situation = (state: string, rest = '') =>
  `<SituacionRegistro><EstadoRegistro>${state}</EstadoRegistro>${rest}</SituacionRegistro>`;
const invoice = (number: string) =>
  `<SerieFactura>A</SerieFactura><NumFactura>${number}</NumFactura><FechaExpedicionFactura>01-02-2026</FechaExpedicionFactura>
   <EmisorFacturaRecibida><NIF>A12345674</NIF></EmisorFacturaRecibida>`;

// holds H6
describe("the ledger's own answer", () => {
  it('is read completely', () => {
    const response = read(
      inRoot(`<Cabecera><Modelo>240</Modelo><Capitulo>2</Capitulo><Operacion>A00</Operacion><Version>1.0</Version><Ejercicio>2026</Ejercicio>
        <ObligadoTributario><NIF>B00000034</NIF><ApellidosNombreRazonSocial>Lantegi &amp; Semeak</ApellidosNombreRazonSocial></ObligadoTributario></Cabecera>
        <DatosPresentacion><FechaPresentacion>25-04-2026 10:15:30</FechaPresentacion><NIFPresentador>99980645J</NIFPresentador></DatosPresentacion>
        <Registros>${record(invoice('1'), situation('Correcto'))}${record(
          invoice('2'),
          situation(
            'Incorrecto',
            '<CodigoErrorRegistro>B4_2000003</CodigoErrorRegistro><DescripcionErrorRegistroES>Duplicado</DescripcionErrorRegistroES><DescripcionErrorRegistroEU>Bikoiztua</DescripcionErrorRegistroEU>',
          ),
        )}</Registros>`),
    );
    const key = { issuer: 'A12345674', series: 'A', date: '01-02-2026' };
    expect(response).toEqual({
      header: {
        model: '240',
        chapter: '2',
        subchapter: null,
        operation: 'A00',
        fiscalYear: '2026',
        taxId: 'B00000034',
        name: 'Lantegi & Semeak',
      },
      presentedAt: '25-04-2026 10:15:30',
      presenter: '99980645J',
      records: [
        {
          key: { ...key, number: '1' },
          state: 'correct',
          code: null,
          messageEs: null,
          messageEu: null,
        },
        {
          key: { ...key, number: '2' },
          state: 'incorrect',
          code: 'B4_2000003',
          messageEs: 'Duplicado',
          messageEu: 'Bikoiztua',
        },
      ],
    });
  });

  it.each([
    ['Correcto', '', 'correct'],
    ['AceptadoConErrores', '', 'accepted_with_errors'],
    [' ACEPTADOCONERRORES ', '', 'accepted_with_errors'],
    ['Anulado', '', 'cancelled'],
    ['Incorrecto', '', 'incorrect'],
    ['Pendiente', 'B4_9', 'not_told'],
    ['', 'B4_2000109', 'incorrect'],
    ['', 'B4_3000001', 'accepted_with_errors'],
    ['', 'X', 'not_told'],
    ['', '', 'not_told'],
  ])('gives for a record "%s" %s: %s', (word, code, state) => {
    const codeElement = code && `<CodigoErrorRegistro>${code}</CodigoErrorRegistro>`;
    const xml = inRoot(
      `<Registros>${record(invoice('1'), situation(word, codeElement))}</Registros>`,
    );
    expect(read(xml)?.records[0]).toMatchObject({ state, code: code || null });
  });

  it('may lack any part', () => {
    const nothing = { model: null, taxId: null, name: null, fiscalYear: null };
    expect(read(inRoot(''))).toMatchObject({ header: nothing, presentedAt: null, records: [] });
    expect(read(inRoot('<Registros/>'))?.records).toEqual([]);
    expect(read(inRoot('<Cabecera/><DatosPresentacion/>'))).toMatchObject({ header: nothing });
    const bare = read(
      inRoot('<Registros><Registro/><Registro><SituacionRegistro/></Registro></Registros>'),
    );
    expect(bare?.records.map(({ key, state }) => [key, state])).toEqual([
      [{}, 'not_told'],
      [{}, 'not_told'],
    ]);
  });

  it('has an identity under any name, and never in the situation', () => {
    const other = '<IDOtro><CodigoPais>PT</CodigoPais><IDType>02</IDType><ID>PT500</ID></IDOtro>';
    const xml = inRoot(`<Registros>
      <Registro><Identificador><IDFactura><NumFactura>7</NumFactura><EmisorFacturaRecibida>${other}</EmisorFacturaRecibida></IDFactura></Identificador>
        <SituacionRegistro><NumFactura>wrong</NumFactura><EstadoRegistro>Correcto</EstadoRegistro></SituacionRegistro></Registro>
      <Registro><SituacionRegistro><SerieFactura>wrong</SerieFactura></SituacionRegistro>
        <IDGasto><FechaOperacion>31-01-2026</FechaOperacion><Epigrafe>197500</Epigrafe><Concepto>640</Concepto><Linea>3</Linea></IDGasto></Registro>
    </Registros>`);
    expect(read(xml)?.records.map(({ key }) => key)).toEqual([
      { number: '7', issuer: 'PT500' },
      { date: '31-01-2026', epigraph: '197500', concept: '640', line: '3' },
    ]);
  });

  it('is read among other elements, also when an earlier one has its own header', () => {
    const xml = `<Envelope><Peticion><Cabecera><Modelo>140</Modelo></Cabecera></Peticion>
      ${inRoot('<Cabecera><Modelo>240</Modelo></Cabecera>')}</Envelope>`;
    expect(read(xml)?.header.model).toBe('240');
  });

  it('is read in other encodings', () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${inRoot(
      `<Registros>${record(invoice('ñ'), situation('Correcto'))}</Registros>`,
    )}`;
    expect(read(Buffer.from(xml, 'latin1'))?.records[0]?.key.number).toBe('ñ');
  });

  it.each([
    ['a DTD', `<!DOCTYPE a [<!ENTITY b "c">]>${inRoot('<Registros>&b;</Registros>')}`],
    ['another root', '<Peticion/>'],
    ['no XML', 'Incorrecto'],
    ['nothing', ''],
    ['an end that is missing', inRoot('').slice(0, -4)],
    ['wrong bytes', Uint8Array.of(0x3c, 0xff, 0x3e)],
    ['elements without end', '<a>'.repeat(100_000)],
    ['too many tags', `<${root}>${'<a/>'.repeat(3_000_001)}</${root}>`],
    [
      'too many attributes',
      `<${root} ${Array.from({ length: 1100 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
    ],
  ])('is not read when it is %s', (_name, xml) => {
    expect(read(xml)).toBeNull();
  });
});

it('an answer with changed bytes is read or refused, 2,000 times, and never throws', () => {
  const one = record(invoice('7'), situation('AceptadoConErrores'));
  const whole = Buffer.from(inRoot(`<Registros>${one.repeat(3)}</Registros>`));
  const seen = { read: 0, not: 0 };
  const change = fc.record({
    at: fc.nat(whole.length - 1),
    byte: fc.integer({ min: 0, max: 255 }),
    cut: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      let bytes = Buffer.from(whole);
      for (const { at, byte, cut } of changes) {
        const place = at % bytes.length;
        if (cut)
          bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + (byte % 8))]);
        else bytes[place] = byte;
      }
      seen[read(bytes) === null ? 'not' : 'read'] += 1;
    }),
    { numRuns: 2000, seed: 20_263 },
  );
  expect(Math.min(seen.read, seen.not)).toBeGreaterThan(100);
});

const folder = new URL('../../../../../shared/lroe/responses/', import.meta.url);
const isThere = existsSync(folder);
if (!isThere) console.log('No example answers of the ledger here: they are not read.');

describe.skipIf(!isThere)('example answers', () => {
  const names = isThere ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

  it.each(names)('%s', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const response = read(text);
    const count = (word: string) =>
      text.split(`<EstadoRegistro>${word}</EstadoRegistro>`).length - 1;
    const states = response?.records.map(({ state }) => state) ?? [];
    const told = (state: string) => states.filter((each) => each === state).length;
    expect(told('correct')).toBe(count('Correcto'));
    expect(told('incorrect')).toBe(count('Incorrecto'));
    expect(told('accepted_with_errors')).toBe(count('AceptadoConErrores'));
    expect(told('not_told')).toBe(0);
    expect(response?.presentedAt).toBe(/<FechaPresentacion>([^<]*)</.exec(text)?.[1] ?? null);
    expect(response?.header.fiscalYear).toBe(/<Ejercicio>([^<]*)</.exec(text)?.[1]);
    for (const { key, state, code } of response?.records ?? []) {
      expect(key.date).toMatch(/^\d\d-\d\d-\d{4}$/);
      expect(code === null).toBe(state === 'correct');
    }
  });
});
