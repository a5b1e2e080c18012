import type { FormDefinition } from '../forms.ts';
import type { FaultyValue } from './fix.ts';

const allowedCodes = new Map<string, ReadonlySet<string>>();

/** The codes that the schema lists for a value, as the validator reports them. */
export function allowedFor({ fault }: Pick<FaultyValue, 'fault'>): ReadonlySet<string> {
  const list = /element of the set \{(.*)\}\.?$/s.exec(fault.message ?? '')?.[1] ?? '';
  const known = allowedCodes.get(list);
  if (known !== undefined) return known;
  const codes = new Set([...list.matchAll(/'([^']*)'/g)].map(([, code]) => code ?? ''));
  // Few lists are kept: a hostile schema could bring many.
  if (allowedCodes.size < 200) allowedCodes.set(list, codes);
  return codes;
}

/** The code that differs only in capitals. */
export function withCodeCase(value: FaultyValue): string {
  const fitting = [...allowedFor(value)].filter(
    (code) => code.toLowerCase() === value.text.toLowerCase(),
  );
  return only(fitting) ?? value.text;
}

const yes: ReadonlySet<string> = new Set([
  's',
  'si',
  'sí',
  'b',
  'bai',
  'true',
  'yes',
  'y',
  'verdadero',
]);
const no: ReadonlySet<string> = new Set(['n', 'no', 'e', 'ez', 'false', 'falso']);

/** `Sí`, `no`, `true` where the schema wants `S` or `N`. */
export function withYesOrNo(value: FaultyValue): string {
  const allowed = allowedFor(value);
  if (allowed.size !== 2 || !allowed.has('S') || !allowed.has('N')) return value.text;
  const word = value.text.toLowerCase();
  return yes.has(word) ? 'S' : no.has(word) ? 'N' : value.text;
}

/** `1` where the schema lists `01`, and the other way round. */
export function withCodeZeros(value: FaultyValue): string {
  if (!/^\d{1,6}$/.test(value.text)) return value.text;
  const number = Number(value.text);
  const fitting = [...allowedFor(value)].filter(
    (code) => /^\d+$/.test(code) && Number(code) === number,
  );
  return only(fitting) ?? value.text;
}

/** Country names beside those of ISO 3166: Greece in VAT numbers, and the United Kingdom. */
const otherNames: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

export function withIsoCountry({ text, name }: FaultyValue): string {
  return name === 'CodigoPais' ? (otherNames[text] ?? text) : text;
}

/** The required value, from the root element or from a schema with one single code. */
export function withKnownValue(value: FaultyValue): string {
  const { text, name, parent, form } = value;
  const told = parent === 'Cabecera' ? headerValue(form.definition, name) : null;
  return told ?? only([...allowedFor(value)]) ?? text;
}

/** The header's value that the root element implies; null when there is none. */
export function headerValue(definition: FormDefinition, name: string): string | null {
  switch (name) {
    case 'Modelo':
      return definition.model;
    case 'Capitulo':
      return definition.chapter;
    case 'Subcapitulo':
      return definition.subchapter;
    case 'Operacion':
      return definition.operations.size === 1
        ? (only([...definition.operations.keys()]) ?? null)
        : null;
    case 'Version':
      // The format version that all schemas of these forms name.
      return '1.0';
    default:
      return null;
  }
}

function only(codes: readonly string[]): string | undefined {
  return codes.length === 1 ? codes[0] : undefined;
}
