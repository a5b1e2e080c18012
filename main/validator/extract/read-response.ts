import type { RecordKey } from '../../../contract/form.ts';
import type { RecordState } from '../../../contract/submission.ts';
import type { AnsweredRecord, LedgerResponse } from '../validator-port.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childNamed, childrenNamed, descend, textOf } from '../xml/elements.ts';
import { type OpenDocument, openDocument } from './open-form.ts';

/** Upper bound for these texts: 250 characters of four bytes, some written as references. */
const maxTextBytes = 8192;
const maxRecords = 100_000;

/**
 * Reads the ledger's response: the `…Respuesta` that is the root or lies in another element, as in
 * SOAP. It is foreign XML, so the limits of a checked document apply. Every part may be missing;
 * prefixes of names are ignored. Null when it cannot be read.
 */
export function readLedgerResponse(xml: Uint8Array): LedgerResponse | null {
  const document = openDocument(xml);
  if (document === null) return null;
  const root = findResponse(document);
  if (root === null) return null;
  const { elementIndex } = document;
  const header = childNamed(elementIndex, root, 'Cabecera');
  const taxpayer = descend(elementIndex, header, 'ObligadoTributario');
  const presentation = childNamed(elementIndex, root, 'DatosPresentacion');
  return {
    header: {
      model: textAt(elementIndex, header, 'Modelo'),
      chapter: textAt(elementIndex, header, 'Capitulo'),
      subchapter: textAt(elementIndex, header, 'Subcapitulo'),
      operation: textAt(elementIndex, header, 'Operacion'),
      fiscalYear: textAt(elementIndex, header, 'Ejercicio'),
      taxId: textAt(elementIndex, taxpayer, 'NIF'),
      name: textAt(elementIndex, taxpayer, 'ApellidosNombreRazonSocial'),
    },
    presentedAt: textAt(elementIndex, presentation, 'FechaPresentacion'),
    presenter: textAt(elementIndex, presentation, 'NIFPresentador'),
    records: readRecords(elementIndex, root),
  };
}

const responseParts = ['Cabecera', 'DatosPresentacion', 'Registros'] as const;

/**
 * The first `…Respuesta` with a part of a ledger's response, else the root: every part may be
 * missing, and a SOAP element may have this name too.
 */
function findResponse({ elementIndex, rootName }: OpenDocument): number | null {
  for (let element = 0; element < elementIndex.count; element += 1) {
    const name = elementIndex.localNames[elementIndex.name[element] ?? 0] ?? '';
    if (!name.endsWith('Respuesta')) continue;
    if (responseParts.some((part) => childNamed(elementIndex, element, part) !== null))
      return element;
  }
  return rootName.endsWith('Respuesta') ? 0 : null;
}

function textAt(
  elementIndex: ElementIndex,
  element: number | null,
  ...path: readonly string[]
): string | null {
  const at = descend(elementIndex, element, ...path);
  const text = at === null ? '' : textOf(elementIndex, at, maxTextBytes).trim();
  return text === '' ? null : text;
}

function readRecords(elementIndex: ElementIndex, root: number): AnsweredRecord[] {
  const list = childNamed(elementIndex, root, 'Registros');
  if (list === null) return [];
  return childrenNamed(elementIndex, list, 'Registro')
    .slice(0, maxRecords)
    .map((record) => readRecord(elementIndex, record));
}

function readRecord(elementIndex: ElementIndex, record: number): AnsweredRecord {
  const situation = childNamed(elementIndex, record, 'SituacionRegistro');
  const code = textAt(elementIndex, situation, 'CodigoErrorRegistro')?.slice(0, 100) ?? null;
  return {
    key: readKey(elementIndex, record, situation),
    state: toState(textAt(elementIndex, situation, 'EstadoRegistro'), code),
    code,
    messageEs:
      textAt(elementIndex, situation, 'DescripcionErrorRegistroES')?.slice(0, 2000) ?? null,
    messageEu:
      textAt(elementIndex, situation, 'DescripcionErrorRegistroEU')?.slice(0, 2000) ?? null,
  };
}

const words: Readonly<Record<string, RecordState>> = {
  correcto: 'correct',
  aceptadoconerrores: 'accepted_with_errors',
  anulado: 'cancelled',
  incorrecto: 'incorrect',
};

/**
 * Unknown words say nothing. Without a word, the family of the code decides (`B4_2`: refused,
 * `B4_3`: accepted with errors).
 */
function toState(word: string | null, code: string | null): RecordState {
  if (word !== null) return words[word.toLowerCase()] ?? 'not_told';
  if (code?.startsWith('B4_2')) return 'incorrect';
  return code?.startsWith('B4_3') ? 'accepted_with_errors' : 'not_told';
}

const parts: ReadonlyMap<string, keyof RecordKey> = new Map([
  ['SerieFactura', 'series'],
  ['NumFactura', 'number'],
  ['FechaExpedicionFactura', 'date'],
  ['FechaOperacion', 'date'],
  ['Epigrafe', 'epigraph'],
  ['Concepto', 'concept'],
  ['Linea', 'line'],
  ['NIF', 'issuer'],
  ['ID', 'issuer'],
]);

/**
 * The element of the identity has a different name in each form (`IDGasto`, `IDRecibida`,
 * `Identificador/IDFactura`), so its parts are searched for.
 */
function readKey(
  elementIndex: ElementIndex,
  record: number,
  situation: number | null,
): Partial<RecordKey> {
  const key: Partial<RecordKey> = {};
  const end = elementIndex.after[record] ?? 0;
  for (let element = record + 1; element < end; element += 1) {
    if (element === situation) {
      element = (elementIndex.after[element] ?? end) - 1;
      continue;
    }
    const part = parts.get(elementIndex.localNames[elementIndex.name[element] ?? 0] ?? '');
    if (part === undefined || key[part] !== undefined) continue;
    const text = textAt(elementIndex, element);
    if (text !== null) key[part] = text.slice(0, 200);
  }
  return key;
}
