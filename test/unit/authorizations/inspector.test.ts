import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../../main/features/authorizations/inspection/read-document.ts';
import { createDocumentInspector } from '../../../main/features/authorizations/inspector.ts';
import { makePng } from '../../fixtures/authorizations/documents.ts';

/** Takes far longer to read than a millisecond. */
const longDocumentBytes = 128 * 1024 * 1024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-inspector-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('F4: reading within a limit', () => {
  it.each([0, 1, 999, 1000])('gives all of %i bytes where 1000 are allowed', async (size) => {
    const bytes = Buffer.alloc(size, 7);
    expect(await readDocument(write('a', bytes), 1000)).toEqual(bytes);
  });

  it('refuses one byte more by its size', async () => {
    await expect(readDocument(write('b', Buffer.alloc(1001)), 1000)).rejects.toMatchObject({
      code: 'document_too_large',
      details: { sizeBytes: 1001, limitBytes: 1000 },
    });
  });

  // A file of the kernel reports no bytes, as one does that grows after it was looked at.
  it.runIf(existsSync('/proc/cpuinfo'))('counts the bytes really read', async () => {
    await expect(readDocument('/proc/cpuinfo', 20)).rejects.toMatchObject({
      code: 'document_too_large',
      details: { sizeBytes: 21 },
    });
  });

  it('refuses a missing file, a folder, and a pipe without waiting for it', async () => {
    for (const path of [join(folder, 'none'), folder]) {
      await expect(readDocument(path, 1000)).rejects.toMatchObject({ code: 'file_unreadable' });
    }
    if (process.platform === 'win32') return;
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(readDocument(pipe, 1000)).rejects.toMatchObject({
      details: { cause: 'not_a_file' },
    });
  });
});

describe('the thread that inspects', () => {
  it('gives the bytes that it inspected, and refusals with the name', async () => {
    const inspector = createDocumentInspector();
    const bytes = makePng();
    const place = { path: write('c.png', bytes), name: 'c.png' };
    const { bytes: inspected } = await inspector.inspect({ ...place, limitBytes: 1000 });
    expect(Buffer.from(inspected)).toEqual(bytes);
    await expect(
      inspector.inspect({ ...place, name: 'c.pdf', limitBytes: 1000 }),
    ).rejects.toMatchObject({
      code: 'document_type_mismatch',
      details: { name: 'c.pdf', claimed: 'PDF', found: 'PNG' },
    });
    await inspector.close();
  });

  it('is ended when a document takes too long', async () => {
    const inspector = createDocumentInspector(1);
    const place = { path: write('d.png', makePng()), name: 'd.png' };
    truncateSync(place.path, longDocumentBytes);
    await expect(
      inspector.inspect({ ...place, limitBytes: longDocumentBytes }),
    ).rejects.toMatchObject({
      code: 'check_failed',
    });
    await inspector.close();
  });
});
