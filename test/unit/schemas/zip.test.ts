import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCollector, packageLimits } from '../../../main/features/schemas/limits.ts';
import { readZip as readInto } from '../../../main/features/schemas/zip.ts';
import { makeZip, type ZipEntry } from '../../fixtures/make-zip.ts';

const schema: ZipEntry = { name: 'a.xsd', content: '<schema/>' };
const bomb = Buffer.alloc(packageLimits.fileBytes, 0x20);

/** The files taken from a zip. */
async function readZip(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const collector = createCollector();
  await readInto(bytes, collector);
  return collector.files;
}

/** The refusal's code and what it says. */
async function refusal(entries: readonly ZipEntry[]): Promise<string> {
  const zip = makeZip(entries);
  return readZip(zip).then(
    () => 'taken',
    (error) => `${error.code} ${error.details.reason ?? error.details.what}`,
  );
}

describe('a zip', () => {
  it('gives its schemas and manifest, and skips everything else', async () => {
    const files = await readZip(
      makeZip([
        { name: 'LROE/', content: '', mode: 0o40755 },
        { name: 'LROE/a.xsd', content: '<ñ/>' },
        { name: 'LROE/manifest.json', content: '{}' },
        { name: 'LROE/leeme.pdf', content: '%PDF' },
        { name: '__MACOSX/LROE/._a.xsd', content: 'x' },
        { name: 'LROE/.hidden.xsd', content: 'x' },
        { name: 'LROE/other.json', content: 'x' },
      ]),
    );
    expect([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['LROE/a.xsd', '<ñ/>'],
      ['LROE/manifest.json', '{}'],
    ]);
  });

  it.each<[string, ZipEntry[], string]>([
    [
      'leads out by ..',
      [schema, { name: '../../evil.xsd', content: 'x' }],
      'schema_package_unsafe path',
    ],
    [
      'leads out in a file not taken',
      [schema, { name: 'a/../../evil.txt', content: 'x' }],
      'schema_package_unsafe path',
    ],
    [
      'has an absolute path',
      [schema, { name: '/etc/evil.xsd', content: 'x' }],
      'schema_package_unsafe path',
    ],
    ['has a drive', [schema, { name: 'C:/evil.xsd', content: 'x' }], 'schema_package_unsafe path'],
    [
      'has backslashes',
      [schema, { name: '..\\evil.xsd', content: 'x' }],
      'schema_package_unsafe path',
    ],
    [
      'has control characters',
      [schema, { name: 'a\u0000.xsd', content: 'x' }],
      'schema_package_unsafe path',
    ],
    [
      'has a link',
      [schema, { name: 'b.xsd', content: '/etc/passwd', mode: 0o120777 }],
      'schema_package_unsafe link',
    ],
    [
      'has a link that is not taken',
      [schema, { name: 'dir', content: '/etc', mode: 0o120777 }],
      'schema_package_unsafe link',
    ],
    [
      'has a device',
      [schema, { name: 'b.xsd', content: '', mode: 0o20644 }],
      'schema_package_unsafe link',
    ],
    ['has a name twice', [schema, schema], 'schema_package_unsafe duplicate'],
    [
      'has a name twice in other letters',
      [schema, { name: 'A.XSD', content: 'x' }],
      'schema_package_unsafe duplicate',
    ],
    ['is encrypted', [{ ...schema, flags: 1 }], 'schema_package_unsafe encrypted'],
    [
      'has an entry that grows too much',
      [{ name: 'a.xsd', content: bomb }],
      'schema_package_too_large ratio',
    ],
    [
      'has an entry that is too large',
      [{ ...schema, toldSize: packageLimits.fileBytes + 1 }],
      'schema_package_too_large file',
    ],
    [
      'says less than it unpacks',
      [{ name: 'a.xsd', content: bomb, toldSize: 100 }],
      'schema_package_unreadable zip',
    ],
    ['has other bytes than it says', [{ ...schema, toldCrc: 1 }], 'schema_package_unreadable crc'],
  ])('is refused when it %s', async (_what, entries, expected) => {
    expect(await refusal(entries)).toBe(expected);
  });

  it('is refused with 100,000 entries before they are read', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}.txt`, content: '' }));
    // The end of a plain zip counts to 65,535: it says 34,464.
    await expect(readZip(makeZip(many))).rejects.toMatchObject({
      code: 'schema_package_too_large',
      details: { what: 'entries', file: '34464' },
    });
  });

  it('is refused when its total is too large', async () => {
    // Half of each byte is chance: packed it is half as large.
    const noise = Array.from({ length: 7 }, (_, at) => ({
      name: `${at}.xsd`,
      content: randomBytes(packageLimits.fileBytes).map((byte) => byte & 15),
    }));
    expect(await refusal(noise)).toBe('schema_package_too_large total');
  });

  it('is refused when it is truncated or no zip', async () => {
    const zip = makeZip([schema]);
    for (const broken of [
      zip.subarray(0, 40),
      zip.subarray(5),
      new Uint8Array(),
      Buffer.from('PK\u0003\u0004'),
    ])
      await expect(readZip(broken)).rejects.toMatchObject({ code: 'schema_package_unreadable' });
  });
});
