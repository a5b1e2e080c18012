/** A file in a reply, for a person to keep. */
export function toDownload(name: string, mediaType: string, content: string | Uint8Array) {
  return { name, mediaType, contentBase64: Buffer.from(content).toString('base64') };
}
