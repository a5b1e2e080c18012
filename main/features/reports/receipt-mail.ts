import { randomUUID } from 'node:crypto';

interface Draft {
  readonly subject: string;
  readonly body: string;
  readonly attachment: { readonly name: string; readonly bytes: Uint8Array };
}

/** Lines of 76 characters, as in a message. */
const inLines = (base64: string) => base64.replaceAll(/.{76}/g, '$&\r\n');
const encoded = (text: string) => inLines(Buffer.from(text).toString('base64'));
/** A header's text in encoded words of at most 75 characters (RFC 2047), whatever its letters. */
const heading = (text: string) =>
  (text.match(/.{1,11}/gsu) ?? [''])
    .map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join('\r\n ');

/**
 * A draft of a message (`X-Unsent`: mail programs open it for editing), without recipient, with the
 * receipt attached. The office's own program sends it.
 */
export function toDraftMessage({ subject, body, attachment }: Draft): Buffer {
  const border = `zubi-${randomUUID()}`;
  const { name, bytes } = attachment;
  const lines = [
    'MIME-Version: 1.0',
    'X-Unsent: 1',
    `Subject: ${heading(subject)}`,
    `Content-Type: multipart/mixed; boundary="${border}"`,
    '',
    `--${border}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    encoded(body),
    `--${border}`,
    `Content-Type: application/pdf; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    inLines(Buffer.from(bytes).toString('base64')),
    `--${border}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
