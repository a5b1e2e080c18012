import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';

/** An element of a document: its name without prefix, its children, its text without blanks. */
export interface XmlNode {
  readonly name: string;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

export type Kind = '140-with-invoice' | '140-without-invoice' | '240-received';
export type Operation = 'creation' | 'modification' | 'cancellation';

/** A record's identity in its book; a part that its kind does not have is null. */
export interface Key {
  readonly issuer: string | null;
  readonly series: string | null;
  readonly number: string | null;
  readonly date: string | null;
  readonly epigraph: string | null;
  readonly concept: string | null;
  readonly line: string | null;
}

export interface SentRecord {
  readonly key: Key;
  /** The elements of its name in the ledger's response, in their order there. */
  readonly name: readonly XmlNode[];
}

/** A document as the ledger reads it. */
export interface LedgerDocument {
  /** Of the XML, hex. */
  readonly sha256: string;
  readonly kind: Kind;
  readonly operation: Operation;
  readonly header: XmlNode;
  readonly taxId: string;
  readonly year: string;
  readonly records: readonly SentRecord[];
}

/** Name of the root of each kind's requests, without what follows. */
export const rootNames: Readonly<Record<Kind, string>> = {
  '140-with-invoice': 'LROEPF140GastosConFactura',
  '140-without-invoice': 'LROEPF140GastosSinFactura',
  '240-received': 'LROEPJ240FacturasRecibidas',
};
const operations: Readonly<Record<string, Operation>> = {
  A: 'creation',
  M: 'modification',
};

/** Throws an `Error` for any other form. */
export function readDocument(xml: Uint8Array): LedgerDocument {
  const root = parse(new TextDecoder('utf-8', { fatal: true }).decode(xml));
  const [kind] = (Object.keys(rootNames) as Kind[]).filter((each) =>
    root.name.startsWith(rootNames[each]),
  );
  const header = child(root, 'Cabecera');
  const list = root.children.find(({ name }) => name === 'Gastos' || name === 'FacturasRecibidas');
  if (!kind || !list || list.children.length === 0) throw new Error('no form of the ledger');
  const word = child(header, 'Operacion').text;
  const operation = word === 'AN0' ? 'cancellation' : operations[word.charAt(0)];
  if (!operation) throw new Error(`operation ${word}`);
  return {
    sha256: createHash('sha256').update(xml).digest('hex'),
    kind,
    operation,
    header,
    taxId: child(child(header, 'ObligadoTributario'), 'NIF').text,
    year: child(header, 'Ejercicio').text,
    records: list.children.map((record) => toRecord(record, kind, operation)),
  };
}

function toRecord(record: XmlNode, kind: Kind, operation: Operation): SentRecord {
  const name =
    operation === 'cancellation'
      ? child(record, kind === '240-received' ? 'IDRecibida' : 'IDGasto').children
      : nameOf(record, kind);
  const text = (part: string) => name.find((each) => each.name === part)?.text ?? null;
  const issuer = name.find((each) => each.name === 'EmisorFacturaRecibida');
  return {
    name,
    key: {
      issuer: issuer ? (deep(issuer, 'NIF') ?? deep(issuer, 'ID') ?? null) : null,
      series: text('SerieFactura'),
      number: text('NumFactura'),
      date: text('FechaExpedicionFactura') ?? text('FechaOperacion'),
      epigraph: text('Epigrafe'),
      concept: text('Concepto'),
      line: text('Linea'),
    },
  };
}

function nameOf(record: XmlNode, kind: Kind): XmlNode[] {
  if (kind === '140-without-invoice') {
    const expense = child(record, 'Renta');
    const parts = ['Epigrafe', 'Concepto', 'Linea'].map((part) => child(expense, part));
    return [child(record, 'FechaOperacion'), ...parts];
  }
  const wanted = ['SerieFactura', 'NumFactura', 'FechaExpedicionFactura'];
  const invoice = child(record, 'CabeceraFactura').children;
  const issuer = child(record, 'EmisorFacturaRecibida');
  const ids = issuer.children.filter(({ name }) => name === 'NIF' || name === 'IDOtro');
  return [
    ...invoice.filter(({ name }) => wanted.includes(name)),
    { name: 'EmisorFacturaRecibida', text: '', children: ids },
  ];
}

/** Throws when it is missing. */
export function child(node: XmlNode, name: string): XmlNode {
  const found = node.children.find((each) => each.name === name);
  if (!found) throw new Error(`${node.name} without ${name}`);
  return found;
}

function deep(node: XmlNode, name: string): string | undefined {
  for (const each of node.children) {
    const found = each.name === name ? each.text : deep(each, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Building {
  readonly name: string;
  readonly children: Building[];
  text: string;
}

function parse(xml: string): XmlNode {
  const top: Building = { name: '', children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local }) => {
    const node: Building = { name: local, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text.trim();
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [root] = top.children;
  if (!root) throw new Error('no root');
  return root;
}
