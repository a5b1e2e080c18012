import type { DocumentMethod, HostBridge, Saved } from '../../../contract/client.ts';
import type { Input } from '../../../contract/methods.ts';
import { CallFailure } from '../../api/bridge.ts';

/** The bytes of a document that crossed the border as Base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The common part of all these methods' outputs. */
interface Piece {
  readonly name: string;
  readonly contentBase64: string;
  readonly mediaType?: string;
  readonly sizeBytes?: number;
}

/**
 * Saves a document of the core: the desktop asks for a place and writes it itself, in a browser it
 * is a download, read piece by piece. `saved` is false when the person cancels. Throws
 * `CallFailure`.
 */
export async function saveDocument<Name extends DocumentMethod>(
  bridge: HostBridge,
  method: Name,
  input: Input<Name>,
): Promise<Saved<Name>> {
  if (bridge.save !== undefined) {
    const reply = await bridge.save({ method, input });
    if (!reply.ok) throw new CallFailure(reply.error);
    return reply.value;
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let offset = 0; ; ) {
    const place = offset === 0 ? {} : { offset };
    const reply = await bridge.call(method, { ...input, ...place } as Input<Name>);
    if (!reply.ok) throw new CallFailure(reply.error);
    const { contentBase64, ...facts } = reply.value as Piece;
    const bytes = decodeBase64(contentBase64);
    pieces.push(bytes);
    offset += bytes.length;
    if (facts.sizeBytes !== undefined && offset < facts.sizeBytes && bytes.length > 0) continue;
    saveBytes(facts.name, facts.mediaType ?? 'application/octet-stream', pieces);
    return { ...facts, saved: true } as Saved<Name>;
  }
}

/** Saves bytes of the window as a file, by the browser's download. */
export function saveBytes(
  name: string,
  mediaType: string,
  pieces: Uint8Array<ArrayBuffer>[],
): void {
  const address = URL.createObjectURL(new Blob(pieces, { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
