import { SaxesParser } from 'saxes';

/** The texts of `Cabecera`, as in the file: the ledger repeats them in its answer. */
interface DocumentHead {
  /** Local name of the root element. */
  readonly rootName: string;
  readonly model: string;
  readonly chapter: string;
  readonly subchapter: string | null;
  readonly operation: string;
  readonly version: string;
  readonly fiscalYear: string;
  readonly taxId: string;
  readonly name: string;
}

/** A record's issuer: a Spanish tax id, or another document with its kind and country. */
export type IssuerDocument =
  | { readonly kind: 'tax_id'; readonly id: string }
  | {
      readonly kind: 'other';
      readonly id: string;
      readonly idType: string;
      readonly country: string | null;
    };

/** The parts of a document that the ledger repeats. */
export interface DocumentEcho {
  readonly head: DocumentHead;
  /** One for each record, in the order of the file; null without an issuer. */
  readonly issuers: readonly (IssuerDocument | null)[];
}

const issuerElement = 'EmisorFacturaRecibida';
const issuerParts: ReadonlySet<string> = new Set(['NIF', 'CodigoPais', 'IDType', 'ID']);
/** Records lie two levels below the root. */
const recordDepth = 3;

/**
 * Reads the parts that the ledger repeats. Only for documents that the schema accepted: a damaged
 * one throws.
 */
export function readEcho(xml: Uint8Array): DocumentEcho {
  const header = new Map<string, string>();
  const issuers: (IssuerDocument | null)[] = [];
  const path: string[] = [];
  let text = '';
  let issuer = new Map<string, string>();
  const collect = (chunk: string) => {
    text += chunk;
  };
  // Without namespaces: the schema allows one on the root only, and this is twice as fast.
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
  });
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', ({ name }) => {
    if (path[1] === 'Cabecera') header.set(path.slice(2).join('/'), text.trim());
    else if (issuerParts.has(name) && isInIssuer(path)) issuer.set(name, text.trim());
    else if (path.length === recordDepth) {
      issuers.push(toIssuer(issuer));
      issuer = new Map();
    } else if (path.length === 1) header.set('', name.slice(name.indexOf(':') + 1));
    path.pop();
    text = '';
  });
  parser.write(decode(xml)).close();
  return { head: toHead(header), issuers };
}

function isInIssuer(path: readonly string[]): boolean {
  return (
    path.at(-2) === issuerElement || (path.at(-2) === 'IDOtro' && path.at(-3) === issuerElement)
  );
}

function toHead(texts: ReadonlyMap<string, string>): DocumentHead {
  const get = (name: string) => texts.get(name) ?? '';
  return {
    rootName: get(''),
    model: get('Modelo'),
    chapter: get('Capitulo'),
    subchapter: texts.get('Subcapitulo') ?? null,
    operation: get('Operacion'),
    version: get('Version'),
    fiscalYear: get('Ejercicio'),
    taxId: get('ObligadoTributario/NIF'),
    name: get('ObligadoTributario/ApellidosNombreRazonSocial'),
  };
}

function toIssuer(parts: ReadonlyMap<string, string>): IssuerDocument | null {
  const taxId = parts.get('NIF');
  if (taxId !== undefined) return { kind: 'tax_id', id: taxId };
  const id = parts.get('ID');
  if (id === undefined) return null;
  const country = parts.get('CodigoPais') ?? null;
  return { kind: 'other', id, idType: parts.get('IDType') ?? '', country };
}

/** Text of an XML document by its first bytes, else by its declaration, else UTF-8. */
function decode(xml: Uint8Array): string {
  const start = Buffer.from(xml.subarray(0, 200)).toString('latin1');
  if (/^(?:\xff\xfe|<\0)/.test(start)) return new TextDecoder('utf-16le').decode(xml);
  if (/^(?:\xfe\xff|\0<)/.test(start)) return new TextDecoder('utf-16be').decode(xml);
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    start,
  )?.[1];
  return new TextDecoder(declared ?? 'utf-8').decode(xml);
}
