import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlElement,
  XmlError,
  XmlLibError,
  XmlParseError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
// The package's validator collects errors with a path each, which is quadratic (80,000 errors: 7
// s). These are the same calls without paths.
import * as internals from 'libxml2-wasm/lib/libxml2.mjs';

/** The only parser options: nothing external, and line numbers beyond 65,535. */
const parseOption =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_BIG_LINES;

/** Why a document is not well-formed: the parser's own words and place, not meant for people. */
interface ParseFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A parsed document, in the memory of the engine until it is disposed of. */
export interface ParsedDocument extends Disposable {
  readonly rootName: string;
  readonly rootNamespace: string;
  readonly hasDtd: boolean;
  readonly warnings: readonly string[];
  readonly document: XmlDocument;
}

type ParseOutcome =
  | { readonly kind: 'parsed'; readonly parsed: ParsedDocument }
  | { readonly kind: 'faulty'; readonly fault: ParseFault }
  /** The engine failed: nothing is known of the document. */
  | { readonly kind: 'failed' };

/** Above this size the thread ends, because the engine's memory never shrinks. */
const maxEngineBytes = 512 * 1024 * 1024;

let isUnsound = false;

/** Whether the engine is out of memory, or failed in an unknown state: this thread must end. */
export const isEngineUnsound = (): boolean => isUnsound;

/** Whether another thread must take this one's place. */
export const mustReplaceEngine = (): boolean => isUnsound || engineMemoryBytes() > maxEngineBytes;

/** Notes an error of the engine; its own errors leave it sound. */
function failedBy(error: unknown): { readonly kind: 'failed' } {
  if (!(error instanceof XmlError)) isUnsound = true;
  return { kind: 'failed' };
}

/** Parses a document's original bytes. Never throws on bad documents. */
export function parseXml(bytes: Uint8Array): ParseOutcome {
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: parseOption });
    const { root, dtd, warnings } = document;
    const owned = document;
    return {
      kind: 'parsed',
      parsed: {
        rootName: root.name,
        rootNamespace: root.namespaceUri,
        hasDtd: dtd !== null,
        warnings: warnings.map(({ message }) => message.trim()),
        document,
        [Symbol.dispose]: () => owned.dispose(),
      },
    };
  } catch (error) {
    document?.dispose();
    return failedParse(error);
  }
}

function failedParse(error: unknown): ParseOutcome {
  if (!(error instanceof XmlParseError)) return failedBy(error);
  const first = error.details.find(({ level }) => level > 1);
  // The parser reports the end of memory by an empty message.
  if (first === undefined || error.message === '') {
    isUnsound = true;
    return { kind: 'failed' };
  }
  return {
    kind: 'faulty',
    fault: { message: first.message.trim(), line: first.line, column: first.col },
  };
}

/** An element with all that is in it. */
export interface ElementTree {
  readonly name: string;
  readonly namespace: string;
  /** Those without a namespace. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ElementTree[];
}

/** The elements of a parsed document, for small ones: each step crosses into the engine. */
export function readTree({ document }: ParsedDocument): ElementTree {
  return toTree(document.root);
}

function toTree(element: XmlElement): ElementTree {
  const own = element.attrs.filter(({ namespaceUri }) => namespaceUri === '');
  const children: ElementTree[] = [];
  for (let node = element.firstChild; node !== null; node = node.next)
    if (node instanceof XmlElement) children.push(toTree(node));
  return {
    name: element.name,
    namespace: element.namespaceUri,
    attributes: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    children,
  };
}

/**
 * One schema fault: libxml2's message (cut) and the element's position in document order, from 0.
 */
export interface SchemaFault {
  readonly message: string;
  /** Null when unknown. */
  readonly element: number | null;
}

export type ValidationOutcome =
  | { readonly kind: 'done'; readonly total: number; readonly faults: readonly SchemaFault[] }
  | { readonly kind: 'failed' };

const maxMessageLength = 2000;

// Internal to the package, so its types leave it out.
type AddFunction = (callback: (index: number, error: number) => void, signature: 'vii') => number;
interface Flood {
  total: number;
  readonly limit: number;
  readonly kept: { message: string; node: number }[];
}

/**
 * Validates documents against schemas. One per thread: it owns an entry of the engine's function
 * table.
 */
interface SchemaEngine {
  compile(entry: string, files: ReadonlyMap<string, Uint8Array>): XsdValidator;
  /** All faults counted, the first `limit` kept. */
  validate(schema: XsdValidator, parsed: ParsedDocument, limit: number): ValidationOutcome;
}

/** Makes the engine of this thread. */
export function createSchemaEngine(): SchemaEngine {
  let flood: Flood = { total: 0, limit: 0, kept: [] };
  const { addFunction } = internals as unknown as { addFunction: AddFunction };
  const collector = addFunction((_index, error) => {
    flood.total += 1;
    if (flood.kept.length >= flood.limit) return;
    const message = internals.XmlErrorStruct.message(error).slice(0, maxMessageLength).trim();
    flood.kept.push({ message, node: internals.XmlErrorStruct.node(error) });
  }, 'vii');
  return {
    compile: compileSchema,
    validate(schema, parsed, limit) {
      flood = { total: 0, limit, kept: [] };
      try {
        const code = runValidation(schema, parsed.document, collector);
        if (code < 0) return { kind: 'failed' };
        const positions = elementPositions(
          parsed.document,
          new Set(flood.kept.map(({ node }) => node)),
        );
        const faults = flood.kept.map(({ message, node }) => ({
          message,
          element: positions.get(node) ?? null,
        }));
        return {
          kind: 'done',
          total: code === 0 ? 0 : flood.total,
          faults: code === 0 ? [] : faults,
        };
      } catch (error) {
        return failedBy(error);
      }
    },
  };
}

function runValidation(schema: XsdValidator, document: XmlDocument, collector: number): number {
  const context = internals.xmlSchemaNewValidCtxt(pointer(schema));
  try {
    internals.xmlSchemaSetValidStructuredErrors(context, collector, 0);
    return internals.xmlSchemaValidateDoc(context, pointer(document));
  } finally {
    internals.xmlSchemaFreeValidCtxt(context);
  }
}

function pointer(disposable: XsdValidator | XmlDocument): number {
  return (disposable as unknown as { _ptr: number })._ptr;
}

const elementNode = 1;

/** Positions of the wanted nodes in document order, from 0; stops when all are found. */
function elementPositions(document: XmlDocument, wanted: ReadonlySet<number>): Map<number, number> {
  const found = new Map<number, number>();
  const { type, children, next, parent } = internals.XmlTreeCommonStruct;
  const root = (document.root as unknown as { _nodePtr: number })._nodePtr;
  let position = 0;
  for (let node = root; node !== 0 && found.size < wanted.size; ) {
    const isElement = type(node) === elementNode;
    if (isElement) {
      if (wanted.has(node)) found.set(node, position);
      position += 1;
    }
    let following = isElement ? children(node) : 0;
    while (following === 0 && node !== root && node !== 0) {
      following = next(node);
      if (following === 0) node = parent(node);
    }
    node = following;
  }
  return found;
}

/**
 * Compiles a schema from memory; every file it includes must be in `files`, and nothing stays
 * registered afterwards.
 */
function compileSchema(entry: string, files: ReadonlyMap<string, Uint8Array>): XsdValidator {
  const missing: string[] = [];
  const provider = new XmlBufferInputProvider(
    Object.fromEntries([...files].map(([path, bytes]) => [`mem:/xsd/${path}`, bytes])),
  );
  const match = provider.match.bind(provider);
  provider.match = (name) => {
    const known = match(name);
    if (!known) missing.push(name);
    return known;
  };
  const bytes = files.get(entry);
  if (bytes === undefined) throw new XmlError(`no ${entry} among the files`);
  xmlRegisterInputProvider(provider);
  try {
    using document = XmlDocument.fromBuffer(bytes, {
      url: `mem:/xsd/${entry}`,
      option: parseOption,
    });
    const schema = XsdValidator.fromDoc(document);
    if (missing.length === 0) return schema;
    schema.dispose();
    throw new XmlLibError(`not among the files: ${missing.join(', ')}`, []);
  } finally {
    xmlCleanupInputProvider();
  }
}

/** Size of the engine's memory in bytes; it grows and never shrinks. */
export function engineMemoryBytes(): number {
  return internals.XmlNodeSetStruct.nodeTable(0, 0).buffer.byteLength;
}
