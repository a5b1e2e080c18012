import type { FormName } from '../../../fixtures/validator/forms.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import type { Random } from '../../../fixtures/validator/random.ts';

/** The encodings of a document: how its declaration names it, and its bytes. */
export interface Encoding {
  readonly name: string;
  readonly declared: string;
  /** Characters to plant in a value: all the difficult ones. */
  readonly hard: string;
  encode(text: string): Uint8Array;
}

const latin9: Readonly<Record<string, number>> = { '€': 0xa4, Š: 0xa6, Œ: 0xbc };
const windows: Readonly<Record<string, number>> = { '€': 0x80, Š: 0x8a, Œ: 0x8c };
const single = (extra: Readonly<Record<string, number>>) => (text: string) =>
  Uint8Array.from([...text], (character) => extra[character] ?? character.charCodeAt(0));
const utf16 = (text: string, swapped: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return swapped ? bytes.swap16() : bytes;
};

export const encodings: readonly Encoding[] = [
  { name: 'UTF-8', declared: 'UTF-8', hard: 'ñ€😀', encode: (text) => Buffer.from(text) },
  {
    name: 'UTF-8 with mark',
    declared: 'UTF-8',
    hard: 'ñ😀',
    encode: (text) => Buffer.from(`\ufeff${text}`),
  },
  {
    name: 'US-ASCII',
    declared: 'US-ASCII',
    hard: '&#241;',
    encode: (text) => Buffer.from(text, 'latin1'),
  },
  {
    name: 'Latin-1',
    declared: 'ISO-8859-1',
    hard: 'ñÑ\u0085',
    encode: (text) => Buffer.from(text, 'latin1'),
  },
  { name: 'Latin-9', declared: 'ISO-8859-15', hard: 'ñ€ŠŒ', encode: single(latin9) },
  { name: 'Windows', declared: 'windows-1252', hard: 'ñ€ŠŒ', encode: single(windows) },
  { name: 'UTF-16LE', declared: 'UTF-16', hard: 'ñ€😀', encode: (text) => utf16(text, false) },
  { name: 'UTF-16BE', declared: 'UTF-16', hard: 'ñ€😀', encode: (text) => utf16(text, true) },
];

/** A document in pieces, so that a test knows by itself what must remain of it. */
export interface Pieces {
  readonly beforeOperation: string;
  /** `A00` in any spelling. */
  readonly operation: string;
  readonly asModification: string;
  readonly afterOperation: string;
  /** Each record with the white space before it. */
  readonly records: readonly string[];
  /** The text after each record that does not belong to it. */
  readonly between: readonly string[];
  readonly end: string;
}

const operations: readonly (readonly [string, string])[] = [
  ['A00', 'M00'],
  ['<![CDATA[A00]]>', '<![CDATA[M00]]>'],
  ['&#x41;00', 'M00'],
  ['A<!-- A00 -->00', 'M<!-- A00 -->00'],
  ['<?A00?><![CDATA[]]>A0<![CDATA[0]]>', '<?A00?><![CDATA[]]>M0<![CDATA[0]]>'],
];

const strangers = [
  '',
  '',
  '<!-- <Gasto>none</Gasto> -->',
  '\n    <!--- between > <FacturaRecibida/> -->',
  '<?note <Gasto> ?>',
];

/** Draws a document of a form: its layout, its comments, the way its operation is written. */
export function drawPieces(
  form: FormName,
  random: Random,
  { count, encoding }: { readonly count: number; readonly encoding: Encoding },
): Pieces {
  const lineEnd = random.pick(['\n', '\r\n', '']);
  const layout = lineEnd === '' ? 'line' : 'pretty';
  const text = makeDocument(form, {
    seed: random.int(1, 1e6),
    records: count,
    operation: 'A00',
    layout,
  })
    .replace('encoding="UTF-8"', `encoding="${encoding.declared}"`)
    .replaceAll('á', '&#xe1;')
    .replaceAll('é', '&#xe9;')
    .replaceAll(/[^\t-~]/g, 'n')
    .replaceAll(/(<DescripcionOperacion>|<ApellidosNombreRazonSocial>)/g, `$1${encoding.hard} `)
    .replaceAll('\n', lineEnd)
    .replaceAll(/\blroe\b(?=[:=])/g, random.pick(['lroe', '_', 'n1']));
  const record = form.startsWith('140') ? 'Gasto' : 'FacturaRecibida';
  const found = [...text.matchAll(new RegExp(`\\s*<${record}>[\\s\\S]*?</${record}>`, 'g'))];
  const first = found[0]?.index ?? 0;
  const last = found.at(-1);
  const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
  const [operation, asModification] = random.pick(operations);
  const at = text.indexOf('A00');
  return {
    beforeOperation: text.slice(0, at),
    operation,
    asModification,
    afterOperation: text.slice(at + 3, first) + random.pick(strangers),
    records: found.map(([piece]) =>
      piece.replace(`</${record}>`, random.pick(['</R>', '</R >', '</R\n>']).replace('R', record)),
    ),
    between: found.map(() => random.pick(strangers)),
    end: text.slice(end),
  };
}

/** Puts a document together with these records only (from 0). */
export function assemble(
  pieces: Pieces,
  kept: (record: number) => boolean,
  modified = false,
): string {
  const { beforeOperation, operation, asModification, afterOperation, records, between, end } =
    pieces;
  return [
    beforeOperation,
    modified ? asModification : operation,
    afterOperation,
    ...records.flatMap((record, index) => [kept(index) ? record : '', between[index] ?? '']),
    end,
  ].join('');
}
