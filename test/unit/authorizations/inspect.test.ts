import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ZubiError } from '../../../contract/errors.ts';
import { inspectDocument } from '../../../main/features/authorizations/inspection/inspect.ts';
import {
  exe,
  jpegSegment,
  makeJpeg,
  makePdf,
  makePng,
  packedObject,
  pngChunk,
  zips,
} from '../../fixtures/authorizations/documents.ts';

const [pdf, png, jpg] = [makePdf(), makePng(), makeJpeg()];
const html = Buffer.from('<html><script>alert(1)</script></html>');
const attached = '<</Type/Filespec/EF<</F 9 0 R>>>>';
const withChecksumBroken = () => {
  const bytes = Buffer.from(png);
  bytes.writeUInt8((bytes[bytes.length - 20] ?? 0) ^ 1, bytes.length - 20);
  return bytes;
};

async function codeOf(name: string, bytes: Buffer): Promise<string> {
  try {
    return (await inspectDocument(bytes, name)).format;
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    const reason = error.details.reason ?? error.details.found ?? error.details.element;
    return [error.code.replace('document_', ''), reason].filter(Boolean).join(' ');
  }
}

type Row = readonly [what: string, name: string, bytes: Buffer, expected: string];

/** Active or misleading contents: written out, spelled, and packed into an object stream. */
const activeRows = ['SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'XFA', 'RichMedia', '3D'].flatMap(
  (name): Row[] => {
    const spelled = name.replace(/.$/, (sign) => `#${sign.charCodeAt(0).toString(16)}`);
    const packed = packedObject(`<</S/${spelled}>>`);
    return [
      [`a PDF with ${name}`, 'c.pdf', makePdf({ objects: [`<</S/${name}>>`] }), `active ${name}`],
      [`${name} spelled`, 'c.pdf', makePdf({ objects: [`<</S/${spelled}>>`] }), `active ${name}`],
      [`${name} packed`, 'c.pdf', makePdf({ objects: [packed] }), `active ${name}`],
    ];
  },
);

const table: readonly Row[] = [
  ['a PDF', 'carta.pdf', pdf, 'pdf'],
  ['a PDF 2.0', 'carta.PDF', makePdf({ version: '2.0' }), 'pdf'],
  [
    'a PDF with packed objects',
    'carta.pdf',
    makePdf({ objects: [packedObject('1 0 <</A/B>>')] }),
    'pdf',
  ],
  ['a PDF that ends in blanks', 'c.pdf', Buffer.concat([pdf, Buffer.from('\r\n\0 ')]), 'pdf'],
  ['a JPG', 'carta.jpg', jpg, 'jpg'],
  ['a JPEG', 'carta.JPEG', jpg, 'jpg'],
  ['a PNG', 'autorización ñ.png', png, 'png'],
  ['a program', 'carta.pdf', exe, 'type_refused EXE'],
  ['an archive', 'carta.pdf', zips.full, 'type_refused ZIP'],
  ['a GIF', 'carta.png', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'type_refused GIF'],
  ['a text', 'carta.pdf', Buffer.from('hello'), 'unrecognised'],
  [
    'a moving PNG',
    'c.png',
    makePng({ extra: [pngChunk('acTL', Buffer.alloc(8))] }),
    'type_refused APNG',
  ],
  ['a PNG called .jpg', 'carta.jpg', png, 'type_mismatch PNG'],
  ['a PDF called .png', 'carta.pdf.png', pdf, 'type_mismatch PDF'],
  ['a PDF without an ending', 'carta', pdf, 'type_mismatch PDF'],
  ['nothing at all', 'carta.pdf', Buffer.alloc(0), 'damaged empty'],
  ['a PNG cut short', 'c.png', png.subarray(0, png.length - 6), 'damaged truncated'],
  ['a PNG without its end', 'c.png', png.subarray(0, png.length - 12), 'damaged truncated'],
  ['a PNG with a broken byte', 'c.png', withChecksumBroken(), 'damaged checksum'],
  ['a PNG with an archive behind', 'c.png', Buffer.concat([png, zips.full]), 'ambiguous zip'],
  ['a PNG with a text behind', 'c.png', Buffer.concat([png, Buffer.from('x')]), 'ambiguous data'],
  [
    'a PNG with a PDF inside',
    'c.png',
    makePng({ extra: [pngChunk('teXt', pdf)] }),
    'ambiguous pdf',
  ],
  [
    'a JPG with an archive inside',
    'c.jpg',
    makeJpeg({ extra: [jpegSegment(0xfe, zips.full)] }),
    'ambiguous zip',
  ],
  ['a JPG of three bytes', 'c.jpg', Buffer.from([0xff, 0xd8, 0xff]), 'damaged truncated'],
  ['a JPG cut short', 'c.jpg', jpg.subarray(0, jpg.length - 2), 'damaged truncated'],
  ['a JPG without a picture', 'c.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'damaged structure'],
  ['a JPG with a page behind', 'c.jpg', Buffer.concat([jpg, html]), 'ambiguous html'],
  ['a JPG with a letter behind', 'c.jpg', Buffer.concat([jpg, Buffer.from('x')]), 'ambiguous data'],
  [
    'a JPG with a page inside',
    'c.jpg',
    makeJpeg({ extra: [jpegSegment(0xfe, html)] }),
    'ambiguous html',
  ],
  ['five bytes of a PDF', 'c.pdf', Buffer.from('%PDF-'), 'damaged header'],
  ['a PDF of no known version', 'c.pdf', makePdf({ version: '1.9' }), 'damaged header'],
  ['a PDF cut short', 'c.pdf', pdf.subarray(0, pdf.length - 30), 'damaged truncated'],
  [
    'a PDF behind a byte order mark',
    'c.pdf',
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]),
    'damaged header',
  ],
  ['a PDF behind a letter', 'c.pdf', Buffer.concat([Buffer.from('x'), pdf]), 'unrecognised'],
  [
    'two PDFs, one behind the other',
    'c.pdf',
    Buffer.concat([pdf, makePdf({ version: '1.4' })]),
    'ambiguous pdf',
  ],
  [
    'a PDF inside a PDF',
    'c.pdf',
    makePdf({ objects: [`<</Length 310>>\nstream\n${pdf.toString('latin1')}\nendstream`] }),
    'ambiguous pdf',
  ],
  ['a PDF with a large archive behind', 'c.pdf', Buffer.concat([pdf, zips.large]), 'ambiguous zip'],
  ['a script in a film', 'c.pdf', makePdf({ objects: ['<</S/Rendition/JS(a)>>'] }), 'active JS'],
  ['a name that speaks of a PDF', 'c.pdf', makePdf({ objects: ['(a %PDF-file)'] }), 'pdf'],
  ['a PDF with a page behind', 'c.pdf', Buffer.concat([pdf, Buffer.from('<p>')]), 'ambiguous data'],
  ['a PDF with a page inside', 'c.pdf', makePdf({ head: html.toString() }), 'ambiguous html'],
  [
    'a PDF with an archive inside',
    'c.pdf',
    makePdf({ objects: [zips.full.toString('latin1')] }),
    'ambiguous zip',
  ],
  [
    'a PDF for the web cut short',
    'c.pdf',
    makePdf({ head: '4 0 obj<</Linearized 1/L 99999>>endobj\n' }),
    'damaged truncated',
  ],
  ['a locked PDF', 'c.pdf', makePdf({ trailer: '/Encrypt 4 0 R' }), 'encrypted'],
  [
    'a PDF with a script',
    'c.pdf',
    makePdf({ objects: ['<</S/JavaScript/JS(a)>>'] }),
    'active JavaScript',
  ],
  [
    'a script that is spelled',
    'c.pdf',
    makePdf({ objects: ['<</S/J#61vaScript/JS(a)>>'] }),
    'active JavaScript',
  ],
  [
    'a script that is packed',
    'c.pdf',
    makePdf({ objects: [packedObject('<</S/JavaScript>>')] }),
    'active JavaScript',
  ],
  [
    'packed twice',
    'c.pdf',
    makePdf({ objects: [packedObject('x', '/Filter[/FlateDecode/LZWDecode]')] }),
    'damaged structure',
  ],
  [
    'a PDF that starts a program',
    'c.pdf',
    makePdf({ objects: ['<</S/Launch/F(a)>>'] }),
    'active Launch',
  ],
  ...activeRows,
  [
    'a PDF with a file',
    'c.pdf',
    makePdf({ objects: ['<</Type/EmbeddedFile>>'] }),
    'with_attachments',
  ],
  ['a PDF with a nameless file', 'c.pdf', makePdf({ objects: [attached] }), 'with_attachments'],
  [
    'a PNG of ten thousand megapixels',
    'c.png',
    makePng({ width: 100_000, height: 100_000 }),
    'too_many_pixels',
  ],
  ['a JPG of 60 megapixels', 'c.jpg', makeJpeg({ width: 10_000, height: 6000 }), 'too_many_pixels'],
];

describe('F1, F2, F3: the type of a document', () => {
  it.each(table)('%s (%s)', async (_what, name, bytes, expected) => {
    expect(await codeOf(name, bytes)).toBe(expected);
  });

  it('takes 50 megapixels and not one row more', async () => {
    const [width, height] = [10_000, 5000];
    expect(await codeOf('c.png', makePng({ width, height }))).toBe('png');
    expect(await codeOf('c.png', makePng({ width, height: height + 1 }))).toBe('too_many_pixels');
  });

  it.each([
    ['c.pdf', pdf],
    ['c.png', png],
    ['c.jpg', jpg],
  ])('no fragment of %s is taken for the whole', async (name, bytes) => {
    for (let length = 0; length < bytes.length - 1; length += 1) {
      expect(await codeOf(name, bytes.subarray(0, length)), `${length}`).not.toBe(name.slice(2));
    }
  });

  it('F5: gives the hash of the bytes it inspected', async () => {
    const { sha256, sizeBytes, pixels } = await inspectDocument(
      makePng({ width: 3, height: 2 }),
      'a.png',
    );
    const bytes = makePng({ width: 3, height: 2 });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect([sizeBytes, pixels]).toEqual([bytes.length, { width: 3, height: 2 }]);
  });

  it('F7: scans ten megabytes of any content without a regular expression', async () => {
    const filler = Buffer.alloc(10 * 1024 * 1024, '/Aa#41 ').toString('latin1');
    expect(await codeOf('c.pdf', makePdf({ objects: [filler] }))).toBe('pdf');
    const bomb = packedObject('x'.repeat(80 * 1024 * 1024));
    expect(await codeOf('c.pdf', makePdf({ objects: [bomb] }))).toBe('damaged structure');
  });
});
