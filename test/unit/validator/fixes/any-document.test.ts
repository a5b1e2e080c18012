import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { encodeAs, encodings } from '../../../fixtures/validator/encodings.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';
import { rounds } from '../../../rounds.ts';
import { createCore } from '../core.ts';
import { fixed, offersOf } from './fixing.ts';

const core = createCore();
afterAll(() => core.dispose());

/** A place by its elements, and ways to write its value with the same meaning. */
interface Slip {
  readonly place: RegExp;
  readonly ways: readonly ((value: string) => string)[];
}

const parts = (date: string) => date.split('-') as [string, string, string];
const grouped = (amount: string) => amount.replace(/\B(?=(?:\d{3})+\.)/g, ' ');

const slips: readonly Slip[] = [
  {
    place: /<(?:BaseImponible|Cuota\w+|Importe(?:TotalFactura|GastoIRPF))>([^<]*\.\d\d)</g,
    ways: [
      (amount) => amount.replace('.', ','),
      (amount) => ` ${amount}\t`,
      (amount) => `${amount} €`.replace('€', 'EUR'),
      (amount) => `${amount}00`,
      (amount) => grouped(amount).replace('.', ','),
    ],
  },
  {
    place: /<TipoImpositivo>([^<]*)</g,
    ways: [
      (rate) => rate.replace(/\.|$/, ',').slice(0, 5),
      (rate) => `${rate} %`,
      (rate) => `+${rate}`,
    ],
  },
  {
    place: /<Fecha\w+>([^<]*)</g,
    ways: [
      (date) => parts(date).toReversed().join('-'),
      (date) => date.replaceAll('-', '/'),
      (date) => `${parts(date).toReversed().join('-')}T00:00:00`,
      (date) => parts(date).toReversed().join(''),
      (date) => parts(date).map(Number).join('.'),
    ],
  },
  {
    place: /<NIF>([^<]*)</g,
    ways: [
      (id) => id.toLowerCase(),
      (id) => `ES${id}`,
      (id) => `${id.slice(0, 8)}-${id.slice(8)}`,
      (id) => ` ${id.slice(0, 2)}.${id.slice(2)}`,
    ],
  },
  {
    place: /<(?:InversionSujetoPasivo|CriterioCobrosYPagos)>([^<]*)</g,
    ways: [
      (code) => code.toLowerCase(),
      (code) => ({ S: 'Sí', N: 'No' })[code] ?? code,
      (code) => ` ${code}`,
    ],
  },
  {
    place: /<(?:ClaveRegimenIvaOpTrascendencia)>([^<]*)</g,
    ways: [(code) => code.replace(/^0/, ''), (code) => `${code} `],
  },
  {
    place: /(<FechaRecepcion>[^<]*<\/FechaRecepcion>\s*<TipoFactura>[^<]*<\/TipoFactura>)/g,
    ways: [(pair) => pair.replace(/^(<.*?>[^<]*<.*?>)(\s*)(.*)$/s, '$3$2$1')],
  },
];

/** The wrapping of a value; its fixed value is wrapped the same way. */
const wraps: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `<![CDATA[${text}]]>`,
  (text) => `<!-- as exported -->${text}<?from accounting?>`,
];

const choice = fc.record({
  slip: fc.nat(slips.length - 1),
  way: fc.nat(10),
  place: fc.nat(1000),
  wrap: fc.nat(wraps.length - 1),
});

type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The document with a slip in one place, and the same document without it; null where it has no
 * such place.
 */
function slipped(
  [clean, broken]: readonly [string, string],
  chosen: Choice,
): readonly [string, string] | null {
  const { place, ways } = slips[chosen.slip] ?? { place: /$^/g, ways: [] };
  const way = ways[chosen.way % ways.length];
  const found = [...clean.matchAll(place)];
  const value = found[chosen.place % Math.max(1, found.length)]?.[1];
  if (value === undefined || value === '' || way === undefined) return null;
  const match = found[chosen.place % found.length];
  const at = (match?.index ?? 0) + (match?.[0].indexOf(value) ?? 0);
  const wrap = value.startsWith('<') ? wraps[0] : wraps[chosen.wrap];
  if (wrap === undefined) return null;
  const before = clean.slice(0, at);
  const after = clean.slice(at + value.length);
  const offset = broken.length - after.length;
  // A value that has a slip already is left as it is.
  const isWhole = broken.charAt(offset - value.length - 1) === '>' || value.startsWith('<');
  const isSame =
    broken.slice(offset) === after && broken.slice(offset - value.length, offset) === value;
  if (!isWhole || !isSame) return null;
  return [
    `${before}${wrap(value)}${after}`,
    `${broken.slice(0, offset - value.length)}${wrap(way(value))}${after}`,
  ];
}

const layouts = [
  (text: string) => text,
  (text: string) => text.replaceAll('\n', '\r\n').replaceAll('  ', '\t'),
  (text: string) => text.replace(/>\s+</g, '><'),
  (text: string) => text.replaceAll('lroe:', 'ñ-1:').replaceAll('xmlns:lroe=', 'xmlns:ñ-1='),
];

it('any document with random faults is fixed to its original, byte for byte', () => {
  const forms = [
    '140-with-invoice',
    '140-without-invoice',
    '240-received',
    '240-received-cancellation',
  ] as const;
  const numRuns = rounds(100, 400);
  let broken = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...forms),
      fc.nat(1000),
      fc.array(choice, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...encodings),
      fc.constantFrom(...layouts),
      (form, seed, choices, encoding, layout) => {
        const clean = layout(makeDocument(form, { seed, records: 3 })).replace(/[^\0-\xff]/g, 'n');
        let pair: readonly [string, string] = [clean, clean];
        for (const chosen of choices) pair = slipped(pair, chosen) ?? pair;
        const right = encodeAs(pair[0], encoding);
        let bytes = encodeAs(pair[1], encoding);
        for (let round = 0; round < 4 && offersOf(core, bytes).length > 0; round += 1)
          bytes = fixed(core, bytes)?.bytes ?? bytes;
        if (pair[0] !== pair[1]) broken += 1;
        expect(Buffer.from(bytes).toString('latin1')).toBe(Buffer.from(right).toString('latin1'));
        expect(core.validate(bytes).issueCounts).toEqual(core.validate(clean).issueCounts);
      },
    ),
    { numRuns, seed: 20260410 },
  );
  expect(broken).toBeGreaterThan(numRuns / 2);
});
