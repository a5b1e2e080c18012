import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openAnswer } from '../../../../main/validator/extract/open-answer.ts';

const open = (body: string | Buffer, refusals: readonly string[] = []) =>
  openAnswer(Buffer.from(body), refusals);
const base64 = (body: string | Buffer) => Buffer.from(body).toString('base64');

describe('an answer with too much nesting is reported', () => {
  it.each([
    ['a gzip that unpacks to more than a layer may have', gzipSync(Buffer.alloc(33 << 20))],
    ['a gzip that breaks off', gzipSync('<aRespuesta/>').subarray(0, 15)],
    ['a gzip in Base64 that breaks off', base64(gzipSync('<aRespuesta/>').subarray(0, 15))],
    [
      'wrappings in wrappings in wrappings',
      Array.from({ length: 12 }).reduce<string>((inner) => base64(inner), '<aRespuesta/>'),
    ],
    [
      'more documents than an answer has',
      JSON.stringify(Array(30).fill(`<a>${'x'.repeat(20)}</a>`)),
    ],
  ])('%s', (_name, body) => {
    expect(open(body).isWhole).toBe(false);
  });

  it('an answer within the limits is complete', () => {
    const body = base64(gzipSync(JSON.stringify({ a: base64('<aRespuesta></aRespuesta>') })));
    const { documents, isWhole } = open(body);
    expect(isWhole).toBe(true);
    expect(documents.map((bytes) => Buffer.from(bytes).toString())).toEqual([
      '<aRespuesta></aRespuesta>',
    ]);
  });

  it.each([
    ['a Buffer of Node', (xml: Buffer) => xml.toJSON()],
    ['signed bytes', (xml: Buffer) => [...new Int8Array(xml)]],
    ['gzip', (xml: Buffer) => [...gzipSync(xml)]],
  ])('bytes as numbers are opened: %s', (_name, put) => {
    const body = JSON.stringify({ raw: put(Buffer.from('<aRespuesta>ñ</aRespuesta>')) });
    const documents = open(body).documents.map((bytes) => Buffer.from(bytes).toString());
    expect(documents).toEqual(['<aRespuesta>ñ</aRespuesta>']);
  });

  it.each(['PARCIALMENTE_CORRECTO', 'parcialmente-correcto', 'ParcialmenteCorrecto'])(
    'finds the ledger’s word as %s',
    (word) => {
      expect(open(JSON.stringify({ word })).words.refusal).toBe(word);
    },
  );

  it('plain words, numbers and keys are no nested document', () => {
    const words = {
      n: Array(20).fill(7),
      a: 'SANDBOX2026000000001',
      b: 'sin errores en el registro',
      c: 'a'.repeat(64),
    };
    expect(open(JSON.stringify(words))).toMatchObject({ documents: [], isWhole: true });
  });
});

describe('words of the ledger', () => {
  it.each([
    ['<EstadoRegistro>Incorrecto</EstadoRegistro>', 'Incorrecto'],
    ['<a b="INCORRECTO"/>', 'INCORRECTO'],
    ['{"estado":"ParcialmenteCorrecto"}', 'ParcialmenteCorrecto'],
    ['{"estado":"\\u0049ncorrecto"}', 'Incorrecto'],
    ['<a>&#73;ncorrecto</a>', 'Incorrecto'],
    ['{"x":"code B4_2000003."}', 'B4_2000003'],
    ['{"x":"N3_0000002"}', 'N3_0000002'],
    [Buffer.from('\uFEFF<a>Incorrecto</a>', 'utf16le'), 'Incorrecto'],
    ['{"x":"KO"}', 'KO'],
  ])('%s has a refusal', (body, word) => {
    expect(open(body, ['KO', '0']).words.refusal).toBe(word);
  });

  it.each([
    '{"x":"El tipo es incorrecto."}',
    '{"x":"B4_3000001"}',
    '<a>AceptadoConErrores</a>',
    '{"x":"AB4_2000003"}',
    '{"amount":"0","x":"OK KO"}',
  ])('%s has none', (body) => {
    expect(open(body, ['KO', '0']).words.refusal).toBeNull();
  });

  it.each([
    '{"resumen":{"Correctos":2,"Incorrectos":0}}',
    '{"resumen":{"Correcto":0,"Incorrecto": 0}}',
    '{"resumen":{"Correcto":"0","Incorrecto": "0"}}',
    '{"resumen":{"Correcto":[],"Incorrecto": [ ],"ParcialmenteCorrecto":false}}',
    '{"x":"Correctos: 2, Incorrectos: 0"}',
    '{"x":"ParcialmenteCorrectos: 0. Incorrecto: 0."}',
  ])('%s has totals, and no word', (body) => {
    const { refusal, refusalInText, taken } = open(body).words;
    expect([refusal, refusalInText, taken]).toEqual([null, null, null]);
  });

  it('accepted, and accepted with errors, are distinguished', () => {
    expect(open('<a>Correcto</a><b>B4_3000001</b>').words).toEqual({
      refusal: null,
      refusalInText: null,
      taken: 'Correcto',
      withErrors: 'B4_3000001',
    });
    expect(open('{"x":"Estado: Incorrecto"}').words.refusalInText).toBe('Incorrecto');
    expect(open('{"Incorrecto":"07"}').words.refusal).toBe('Incorrecto');
    expect(open('{"Incorrecto":"0-7: sin NIF"}').words.refusal).toBe('Incorrecto');
    expect(open('{"Incorrecto":["A-1"]}').words.refusal).toBe('Incorrecto');
  });
});
