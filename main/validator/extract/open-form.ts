import { type FormDefinition, findForm } from '../forms.ts';
import type { SchemaDescription } from '../schema/schema-package.ts';
import { type ElementIndex, scanElements } from '../xml/element-index.ts';
import { type Encoding, findEncoding, findWrongByte, toUtf8 } from '../xml/encoding.ts';
import { parseXml } from '../xml/libxml.ts';
import { recordElements } from '../xml/places.ts';
import { peekRoot } from '../xml/sniff.ts';

/** A well-formed document without a DTD: its original bytes and the index of its UTF-8 text. */
export interface OpenDocument {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly bomBytes: number;
  readonly elementIndex: ElementIndex;
  readonly rootName: string;
  readonly rootNamespace: string;
}

/** A document of one of the six forms. */
export interface OpenForm extends OpenDocument {
  readonly definition: FormDefinition;
  /** The elements of its records, in order. */
  readonly records: Uint32Array;
}

const headBytes = 64 * 1024;

/**
 * Opens any XML with the limits and refusals of a document that is checked; null when it is damaged
 * or hostile.
 */
export function openDocument(xml: Uint8Array): OpenDocument | null {
  const bytes = new Uint8Array(xml.buffer, xml.byteOffset, xml.byteLength);
  const finding = findEncoding(bytes);
  if (finding.kind !== 'known') return null;
  const { encoding, bomBytes } = finding;
  if (findWrongByte(bytes, encoding) !== null) return null;
  const utf8 = toUtf8(bytes, encoding, bomBytes);
  if (peekRoot(Buffer.from(utf8.subarray(0, headBytes)).toString('utf8')).hasDoctype) return null;
  const elementIndex = scanElements(utf8);
  if ('limit' in elementIndex) return null;
  const outcome = parseXml(bytes);
  if (outcome.kind !== 'parsed') return null;
  using parsed = outcome.parsed;
  const { rootName, rootNamespace, hasDtd } = parsed;
  return hasDtd ? null : { bytes, encoding, bomBytes, elementIndex, rootName, rootNamespace };
}

/** Opens a document of one of the forms; its root must be exactly the root of a schema. */
export function openForm(xml: Uint8Array, schemas: readonly SchemaDescription[]): OpenForm | null {
  const document = openDocument(xml);
  if (document === null) return null;
  const match = findForm(schemas, { name: document.rootName, namespace: document.rootNamespace });
  if (match?.by !== 'exact') return null;
  const { definition } = match;
  const records = recordElements(document.elementIndex, definition);
  return { ...document, definition, records };
}
