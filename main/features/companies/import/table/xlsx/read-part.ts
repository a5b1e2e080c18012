import { SaxesParser } from 'saxes';
import type { Entry } from 'yauzl';
import { ZubiError } from '../../../../../../contract/errors.ts';
import type { StrictZip } from '../../../../../platform/files/strict-zip.ts';

/** Attributes by their local names: `r:id` and `id` are the same. */
export type Attributes = Readonly<Record<string, string>>;

/**
 * Receives a part while it is read. Names are local names, because writers choose their own
 * prefixes. The root's depth is 1.
 */
export interface PartReader {
  open?(name: string, depth: number, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string, depth: number): void;
  /** Once true, the rest of the part is not read. */
  readonly isDone?: boolean;
}

/** Maximum depth of elements; a worksheet has nine. */
const maxDepth = 64;
/** Maximum characters of one tag, text or comment; a cell's text has at most 32,767, escaped. */
const maxToken = 512 * 1024;

/**
 * Reads one XML part of a workbook, piece by piece, in UTF-8 or UTF-16. Refuses a document type.
 * Throws `import_format`, `ZipRefusal`.
 */
export async function readPart(zip: StrictZip, entry: Entry, reader: PartReader): Promise<void> {
  const parser = new PartParser(reader);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const piece of zip.read(entry)) {
    decoder ??= startDecoder(piece);
    parser.write(decode(decoder, piece));
    if (reader.isDone) return;
  }
  if (decoder !== null) parser.write(decode(decoder));
  parser.end();
}

/** The parser keeps a tag, a text or a comment whole, so their size has a limit. */
class PartParser {
  readonly #parser = new SaxesParser({ xmlns: false as const, position: false });
  #depth = 0;
  #sinceToken = 0;

  constructor(reader: PartReader) {
    const parser = this.#parser;
    const refuse = () => {
      throw notWorkbook();
    };
    const noteToken = () => {
      this.#sinceToken = 0;
    };
    const take = (text: string) => {
      noteToken();
      if (this.#depth > 0 && !reader.isDone) reader.text?.(text);
    };
    parser.on('error', refuse);
    parser.on('doctype', refuse);
    parser.on('comment', noteToken);
    parser.on('text', take);
    parser.on('cdata', take);
    parser.on('opentag', ({ name, attributes }) => {
      noteToken();
      this.#depth += 1;
      if (this.#depth > maxDepth) refuse();
      if (!reader.isDone) reader.open?.(localName(name), this.#depth, withLocalNames(attributes));
    });
    parser.on('closetag', ({ name }) => {
      noteToken();
      if (!reader.isDone) reader.close?.(localName(name), this.#depth);
      this.#depth -= 1;
    });
  }

  write(text: string): void {
    this.#sinceToken += text.length;
    this.#parser.write(text);
    if (this.#sinceToken > maxToken) throw notWorkbook();
  }

  end(): void {
    this.#parser.close();
  }
}

function withLocalNames(attributes: Record<string, string>): Attributes {
  const local: Record<string, string> = {};
  for (const name in attributes) local[localName(name)] = attributes[name] ?? '';
  return local;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** First bytes of a part that are searched for its encoding. */
const declarationBytes = 200;

function startDecoder(start: Buffer): InstanceType<typeof TextDecoder> {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  const isUtf16Be = start[0] === 0xfe && start[1] === 0xff;
  const declared = start.toString('latin1', 0, declarationBytes).replaceAll('\0', '');
  const encoding = /<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(declared)?.[1] ?? 'utf-8';
  if (!/^utf-?(?:8|16)$/i.test(encoding)) throw notWorkbook();
  const name = isUtf16 ? 'utf-16le' : isUtf16Be ? 'utf-16be' : 'utf-8';
  return new TextDecoder(name, { fatal: true });
}

/** Without a piece, decodes the rest. */
function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw notWorkbook();
  }
}

/** The error for a file that is no whole workbook. */
export function notWorkbook(): ZubiError {
  return new ZubiError('import_format', { reason: 'xlsx' });
}
