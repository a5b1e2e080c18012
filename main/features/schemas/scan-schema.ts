import { ZubiError } from '../../../contract/errors.ts';
import { type ElementTree, parseXml, readTree } from '../../validator/xml/libxml.ts';

const xsdNamespace = 'http://www.w3.org/2001/XMLSchema';
/**
 * The ledger's lists end at 10,000; counters beyond this only cost memory when they are compiled.
 */
const maxOccurrences = 100_000;

/** What a schema file says about itself and the files it needs. */
export interface ScannedSchema {
  readonly targetNamespace: string;
  /** Names of its possible root elements. */
  readonly roots: readonly string[];
  readonly references: readonly SchemaReference[];
}

/** An `import`, `include`, `redefine` or `override`. */
interface SchemaReference {
  readonly kind: string;
  /** Of an import; null where the reference gives none. */
  readonly namespace: string | null;
  readonly location: string | null;
}

/**
 * Reads one schema file; `schema_package_wrong` (details: `file`, `reason`) when it is not a
 * schema, has a DTD, or a counter above the limit.
 */
export function scanSchema(file: string, bytes: Uint8Array): ScannedSchema {
  const outcome = parseXml(bytes);
  if (outcome.kind !== 'parsed') {
    const reason =
      outcome.kind === 'faulty' ? `${outcome.fault.line}: ${outcome.fault.message}` : 'unreadable';
    throw wrong(file, 'not_xml', reason);
  }
  using parsed = outcome.parsed;
  if (parsed.hasDtd) throw wrong(file, 'dtd');
  if (parsed.rootName !== 'schema' || parsed.rootNamespace !== xsdNamespace)
    throw wrong(file, 'no_schema');
  const root = readTree(parsed);
  refuseGreatCounters(file, root);
  const tops = childElements(root);
  return {
    targetNamespace: root.attributes.targetNamespace ?? '',
    roots: tops
      .filter(({ name }) => name === 'element')
      .flatMap((top) => top.attributes.name ?? []),
    references: tops.filter(({ name }) => referenceNames.has(name)).map(toReference),
  };
}

/** The error for a package with such a file. */
export function wrong(file: string, reason: string, detail = ''): ZubiError {
  return new ZubiError('schema_package_wrong', { file, reason, detail: detail.slice(0, 300) });
}

const referenceNames = new Set(['import', 'include', 'redefine', 'override']);

function toReference({ name: kind, attributes }: ElementTree): SchemaReference {
  const { namespace = null, schemaLocation: location = null } = attributes;
  return { kind, namespace, location };
}

function childElements(parent: ElementTree): ElementTree[] {
  return parent.children.filter(({ namespace }) => namespace === xsdNamespace);
}

/** The parser's own limit of depth for documents is 256. */
function refuseGreatCounters(file: string, element: ElementTree): void {
  for (const name of ['minOccurs', 'maxOccurs']) {
    const count = element.attributes[name]?.trim() ?? '';
    if (/^\+?\d+$/.test(count) && Number(count) > maxOccurrences)
      throw wrong(file, 'counter', count);
  }
  for (const child of childElements(element)) refuseGreatCounters(file, child);
}
