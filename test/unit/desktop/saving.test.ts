import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { Reply } from '../../../contract/errors.ts';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import { createDesktopFixture, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
let folder: string;
beforeEach(async () => {
  electron.reset();
  folder = mkdtempSync(join(tmpdir(), 'zubi-saving-'));
  fixture = createDesktopFixture();
  startDesktop(fixture.options);
  electron.app.ready.resolve();
  await settle();
});
afterEach(() => {
  fixture.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function save(order: unknown): Promise<Reply<Record<string, unknown>>> {
  const senderFrame = { detached: false, parent: null, origin: 'app://zubi' };
  const event = { senderFrame: { ...senderFrame, url: 'app://zubi/index.html' } };
  const listener = electron.ipcHandlers.get(desktopChannels.save);
  return (await listener?.(event as never, JSON.stringify(order))) as never;
}
const base64 = (text: string) => Buffer.from(text).toString('base64');
const answerWith = (value: object) =>
  vi.spyOn(fixture.hosted, 'call').mockImplementation(async () => ({ ok: true, value }));
const page = {
  name: 'receipt.html',
  mediaType: 'text/html; charset=utf-8',
  contentBase64: base64('<h1>Receipt</h1>'),
};
const receipt = { method: 'reports.receipt', input: { submissionId: '1' } };

describe('saving a document with the system’s own dialog', () => {
  test('writes an archive in pieces, and the window never holds it', async () => {
    const path = join(folder, 'copy.zubi');
    electron.dialog.place = path;
    const whole = 'abcdefghij';
    const call = vi.spyOn(fixture.hosted, 'call').mockImplementation(async (_method, input) => {
      const { offset = 0 } = input as { offset?: number };
      // Not yet there under its name while it is written.
      expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
      const contentBase64 = base64(whole.slice(offset, offset + 4));
      return { ok: true, value: { name: 'copy.zubi', sizeBytes: 10, contentBase64 } };
    });
    const reply = await save({ method: 'backup.read', input: { id: 'b', limit: 4 } });
    expect(reply).toEqual({
      ok: true,
      value: { name: 'copy.zubi', sizeBytes: 10, saved: true },
    });
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(call.mock.calls.map(([, input]) => input)).toEqual([
      { id: 'b', limit: 4 },
      { id: 'b', limit: 4, offset: 4 },
      { id: 'b', limit: 4, offset: 8 },
    ]);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  test('offers its name, in the folder of the last one', async () => {
    answerWith({ name: 'companies.csv', mediaType: 'text/csv', contentBase64: base64('x') });
    electron.dialog.place = join(folder, 'a.csv');
    await save({ method: 'companies.exportFile', input: { format: 'csv' } });
    await save({ method: 'companies.exportFile', input: { format: 'csv' } });
    const [first, second] = electron.dialog.saveOptions;
    expect(first?.filters).toEqual([{ name: 'CSV', extensions: ['csv'] }]);
    expect(second?.defaultPath).toBe(join(folder, 'companies.csv'));
  });

  test('offers no sign that Windows refuses, and every kind where the name has no ending', async () => {
    const offer = async (name: string) => {
      answerWith({ name, mediaType: 'text/csv', contentBase64: base64('x') });
      await save({ method: 'companies.exportFile', input: { format: 'csv' } });
      return electron.dialog.saveOptions.at(-1);
    };
    const odd = await offer('2T: "ventas" <a|b>? *.xml');
    expect(basename(odd?.defaultPath ?? '')).toBe('2T_ _ventas_ _a_b__ _.xml');
    expect(await offer('poder')).toMatchObject({ filters: [] });
  });

  test('gives a name without an ending its own, unless that would replace another file', async () => {
    answerWith({ name: 'companies.csv', mediaType: 'text/csv', contentBase64: base64('x') });
    electron.dialog.place = join(folder, 'a');
    for (const names of [['a.csv'], ['a', 'a.csv']]) {
      await save({ method: 'companies.exportFile', input: { format: 'csv' } });
      expect(readdirSync(folder).toSorted()).toEqual(names);
    }
  });

  test('writes a page that the service answered as it came, and opens it nowhere', async () => {
    const answer = { ...page, name: 'gastos.answer.json' };
    answerWith(answer);
    electron.dialog.place = join(folder, answer.name);
    await save({ method: 'submissions.document', input: { id: '1', part: 'answer' } });
    expect(readFileSync(join(folder, answer.name), 'utf8')).toBe('<h1>Receipt</h1>');
    expect(electron.dialog.saveOptions[0]?.filters).toEqual([
      { name: 'JSON', extensions: ['json'] },
    ]);
    expect(electron.FakeWindow.all).toHaveLength(1);
  });

  test('takes a name as long as the disk allows', async () => {
    answerWith({ name: 'a.csv', mediaType: 'text/csv', contentBase64: base64('x') });
    const name = `${'ñ'.repeat(120)}.csv`;
    electron.dialog.place = join(folder, name);
    const order = { method: 'companies.exportFile', input: { format: 'csv' } };
    expect(await save(order)).toMatchObject({ ok: true, value: { saved: true } });
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('writes nothing when a person cancels', async () => {
    answerWith(page);
    expect(await save(receipt)).toMatchObject({ ok: true, value: { saved: false } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps the former file when it is interrupted, and leaves no partial one', async () => {
    const path = join(folder, 'copy.zubi');
    writeFileSync(path, 'before');
    electron.dialog.place = path;
    const piece = { name: 'copy.zubi', sizeBytes: 10, contentBase64: base64('abcd') };
    const gone = { code: 'backup_not_found', details: {} } as const;
    vi.spyOn(fixture.hosted, 'call')
      .mockResolvedValueOnce({ ok: true, value: piece })
      .mockResolvedValueOnce({ ok: false, error: gone } as never);
    const reply = await save({ method: 'backup.read', input: { id: 'b' } });
    expect(reply).toEqual({ ok: false, error: gone });
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['copy.zubi'], 'before']);
  });

  test('names a place that takes no file', async () => {
    answerWith(page);
    electron.dialog.place = join(folder, 'missing', 'receipt.html');
    expect(await save(receipt)).toEqual({
      ok: false,
      error: { code: 'file_not_written', details: { file: 'receipt.html', reason: 'ENOENT' } },
    });
  });

  test.each([
    { method: 'settings.set', input: { language: 'eu' } },
    { method: 'backup.read', input: [] },
    { method: 'backup.read', input: {}, path: '/etc/passwd' },
    'backup.read',
  ])('lets the window name a document and nothing else: %j', async (order) => {
    const before = fixture.hosted.called.length;
    expect(await save(order)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect([fixture.hosted.called.length, electron.dialog.saveOptions]).toEqual([before, []]);
  });
});

describe('a receipt', () => {
  const hidden = () => electron.FakeWindow.all.at(-1);

  test('is saved as a PDF of the page, made in a hidden window without script or bridge', async () => {
    answerWith(page);
    electron.dialog.place = join(folder, 'receipt.pdf');
    expect(await save(receipt)).toMatchObject({ value: { name: 'receipt.pdf', saved: true } });
    expect(electron.dialog.saveOptions[0]?.defaultPath).toMatch(/receipt\.pdf$/);
    // Without it, Linux overwrites an existing file unasked.
    expect(electron.dialog.saveOptions[0]?.properties).toEqual(['showOverwriteConfirmation']);
    expect(electron.dialog.saveOptions[0]?.filters?.map(({ name }) => name)).toEqual([
      'PDF',
      'HTML',
    ]);
    expect(readFileSync(join(folder, 'receipt.pdf'), 'utf8')).toBe('%PDF <h1>Receipt</h1>');
    expect(hidden()?.options).toMatchObject({ show: false, webPreferences: { javascript: false } });
    const style = { pageSize: 'A4', printBackground: true, generateTaggedPDF: true };
    expect(hidden()?.webContents.prints).toMatchObject([style]);
    expect(hidden()?.done).toEqual(['destroyed']);
    // Its page is forgotten.
    const again = await electron.served.get('app')?.(new Request(hidden()?.loaded[0] ?? ''));
    expect(again?.status).toBe(404);
  });

  test('is saved as a page where a person wants that', async () => {
    answerWith(page);
    electron.dialog.place = join(folder, 'receipt.html');
    await save(receipt);
    expect(readFileSync(join(folder, 'receipt.html'), 'utf8')).toBe('<h1>Receipt</h1>');
    expect(electron.FakeWindow.all).toHaveLength(1);
  });

  test('is printed by the system’s dialog, and no file is written', async () => {
    answerWith(page);
    expect(await save({ ...receipt, prints: true })).toMatchObject({ value: { saved: true } });
    expect(hidden()?.webContents.prints).toEqual([{ printBackground: true }]);
    expect(electron.dialog.saveOptions).toEqual([]);
    answerWith({ name: 'a.csv', mediaType: 'text/csv', contentBase64: '' });
    const order = { method: 'companies.exportFile', input: { format: 'csv' }, prints: true };
    expect(await save(order)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  test.each([
    ['Print job canceled', { ok: true, value: { saved: false } }],
    ['Print job failed', { ok: false, error: { code: 'print_failed' } }],
    ['No printers available on the network', { ok: false, error: { code: 'print_failed' } }],
  ])('that is not printed (%s) says so unless a person cancelled', async (reason, reply) => {
    answerWith(page);
    electron.FakeContents.printFailure = reason;
    try {
      expect(await save({ ...receipt, prints: true })).toMatchObject(reply);
      expect(hidden()?.done).toEqual(['destroyed']);
    } finally {
      electron.FakeContents.printFailure = '';
    }
  });
});
