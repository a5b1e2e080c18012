import type { Entry } from 'yauzl';
import type { StrictZip } from '../../../../../platform/files/strict-zip.ts';
import { notWorkbook, type PartReader, XmlTokens } from './xml-tokens.ts';

/**
 * Reads one XML part of a workbook, piece by piece, in UTF-8 or UTF-16. Throws `import_format`,
 * `ZipRefusal`.
 */
export async function readPart(zip: StrictZip, entry: Entry, reader: PartReader): Promise<void> {
  const tokens = new XmlTokens(reader);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const piece of zip.read(entry)) {
    decoder ??= startDecoder(piece);
    tokens.write(decode(decoder, piece));
    if (reader.isDone) return;
  }
  if (decoder !== null) tokens.write(decode(decoder));
  tokens.end();
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
