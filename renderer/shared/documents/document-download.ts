/** The bytes of a document that crossed the border as Base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Hands a document to the person as a file, through the browser's own way of saving. */
export function saveDocument(document_: {
  readonly name: string;
  readonly mediaType: string;
  readonly contentBase64: string;
}): void {
  saveBytes(document_.name, document_.mediaType, [decodeBase64(document_.contentBase64)]);
}

/** The same for bytes that came in pieces. */
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
