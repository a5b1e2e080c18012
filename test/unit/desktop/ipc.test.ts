import type { IpcMainInvokeEvent } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { Reply } from '../../../contract/errors.ts';
import { methodNames } from '../../../contract/methods.ts';
import { createCallChannel, createFilesChannel } from '../../../main/hosts/desktop/channels.ts';
import { serveChannel } from '../../../main/hosts/desktop/ipc.ts';
import { RecordedApp, RecordedLog } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

const taken: string[] = [];
let hosted: RecordedApp;
let log: RecordedLog;
beforeEach(() => {
  electron.reset();
  hosted = new RecordedApp();
  log = new RecordedLog();
  serveChannel(createCallChannel(hosted), log);
  serveChannel(
    createFilesChannel(hosted, (paths) => taken.push(...paths)),
    log,
  );
});

const page = { detached: false, parent: null, origin: 'app://zubi', url: 'app://zubi/index.html' };
const status = JSON.stringify({ method: 'app.status', input: {} });

/** Sends as a frame would; `frame` null is a frame that has gone. */
async function send(
  channel: string,
  messages: unknown[],
  frame: object | null = page,
): Promise<Reply<unknown>> {
  const listener = electron.ipcHandlers.get(channel);
  if (listener === undefined) throw new Error('nobody listens');
  return (await listener(
    { senderFrame: frame } as IpcMainInvokeEvent,
    ...messages,
  )) as Reply<unknown>;
}
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.error.code);

// holds E13, E15
describe('E13 the one handler of calls', () => {
  test('only the two inbound channels exist', () => {
    expect([...electron.ipcHandlers.keys()].sort()).toEqual(
      [desktopChannels.call, desktopChannels.files].sort(),
    );
  });

  test('a page of our own is answered', async () => {
    expect(await send(desktopChannels.call, [status])).toMatchObject({
      ok: true,
      value: { face: 'desktop' },
    });
    expect(hosted.called).toEqual([{ method: 'app.status', input: {} }]);
  });

  const gone = {
    get detached(): boolean {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  const strangers: readonly (readonly [string, object | null])[] = [
    ['no frame', null],
    ['a frame that has gone', gone],
    ['a detached frame', { ...page, detached: true }],
    ['a subframe', { ...page, parent: page }],
    ['another origin', { ...page, origin: 'https://example.org', url: 'https://example.org/' }],
    ['an origin that begins like ours', { ...page, origin: 'app://zubi.example.org' }],
    [
      'another host of our scheme',
      { ...page, origin: 'app://other', url: 'app://other/index.html' },
    ],
    ['about:blank', { ...page, origin: 'null', url: 'about:blank' }],
    ['about:blank with our origin', { ...page, url: 'about:blank' }],
    ['no address', { ...page, origin: '', url: '' }],
    ['a file', { ...page, origin: 'file://', url: 'file:///index.html' }],
  ];
  test.each(strangers)('%s is refused on every channel', async (_name, frame) => {
    expect(codeOf(await send(desktopChannels.call, [status], frame))).toBe('not_allowed');
    expect(codeOf(await send(desktopChannels.files, [[{ name: 'a', path: '/a' }]], frame))).toBe(
      'not_allowed',
    );
    expect([hosted.called, hosted.taken]).toEqual([[], []]);
    expect(log.events).toEqual(['desktop.message_refused', 'desktop.message_refused']);
  });

  test.each([
    ['nothing', [], 'invalid_input'],
    ['an extra argument', [status, 1], 'invalid_input'],
    ['an object', [{ method: 'app.status', input: {} }], 'invalid_input'],
    ['text that is no JSON', ['{'], 'invalid_input'],
    ['JSON of another shape', ['[]'], 'invalid_input'],
    [
      'an extra field',
      [JSON.stringify({ method: 'app.status', input: {}, path: '/' })],
      'invalid_input',
    ],
    ['a folder by its path', ['{"method":"watching.add","input":{"path":"/"}}'], 'not_allowed'],
    ['an unknown method', [JSON.stringify({ method: 'app.quit', input: {} })], 'unknown_method'],
    ['a name out of Object', [JSON.stringify({ method: 'toString', input: {} })], 'unknown_method'],
    ['__proto__', ['{"method":"__proto__","input":{}}'], 'unknown_method'],
  ])('a call that is %s is refused', async (_name, messages, code) => {
    expect(codeOf(await send(desktopChannels.call, messages))).toBe(code);
    expect(hosted.called).toEqual([]);
  });

  test('a call of 100 MB is refused before it is parsed', async () => {
    const huge = JSON.stringify({
      method: 'app.status',
      input: { text: 'x'.repeat(100 * 1024 * 1024) },
    });
    const parse = vi.spyOn(JSON, 'parse');
    expect(codeOf(await send(desktopChannels.call, [huge]))).toBe('too_large');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  test('every method of the contract passes through, and an exception of the core becomes a code only', async () => {
    const open = methodNames.filter((method) => method !== 'watching.add');
    for (const method of open)
      await send(desktopChannels.call, [JSON.stringify({ method, input: {} })]);
    expect(hosted.called.map(({ method }) => method)).toEqual(open);
    const thrown = Object.assign(new Error('at /home/someone/zubi.db'), { code: 'EACCES' });
    hosted.call = () => Promise.reject(thrown);
    const reply = await send(desktopChannels.call, [status]);
    expect(reply).toEqual({ ok: false, error: { code: 'internal', details: {} } });
    const cause = { errorName: 'Error', errorCode: 'EACCES', cause: null };
    expect(log.fields.get('desktop.message_failed')).toEqual(cause);
  });
});

describe('E15 documents from the window', () => {
  const bytes = new Uint8Array([60, 97, 47, 62]);

  test('come through the bridge’s own channel, as a path or as bytes', async () => {
    const files = [
      { name: 'a.xml', path: '/documents/a.xml' },
      { name: 'b.xml', bytes },
    ];
    const reply = await send(desktopChannels.files, [files]);
    expect(reply).toEqual({
      ok: true,
      value: [
        { fileId: '1', name: 'a.xml' },
        { fileId: '2', name: 'b.xml' },
      ],
    });
    expect(hosted.taken).toEqual(files);
    expect(taken).toEqual(['/documents/a.xml']);
  });

  test.each([
    ['no list', 'a.xml'],
    ['an empty list', []],
    ['a text', ['/documents/a.xml']],
    ['a relative path', [{ name: 'a.xml', path: '../a.xml' }]],
    ['an address', [{ name: 'a.xml', path: 'file:///a.xml' }]],
    ['a NUL', [{ name: 'a.xml', path: '/a.xml\0.png' }]],
    ['both', [{ name: 'a.xml', path: '/a.xml', bytes }]],
    ['neither', [{ name: 'a.xml' }]],
    ['bytes of another kind', [{ name: 'a.xml', bytes: [1, 2] }]],
    ['no name', [{ name: '', path: '/a.xml' }]],
    ['too many', Array.from({ length: 5001 }, () => ({ name: 'a.xml', path: '/a.xml' }))],
    ['null', [null]],
  ])('%s is refused', async (_name, message) => {
    expect(codeOf(await send(desktopChannels.files, [message]))).toBe('invalid_input');
    expect(hosted.taken).toEqual([]);
  });

  test('more bytes than the limit of a document are refused', async () => {
    const files = [
      { name: 'a.xml', bytes: new Uint8Array(200 * 1024 * 1024) },
      { name: 'b.xml', bytes: new Uint8Array(100 * 1024 * 1024) },
    ];
    expect(codeOf(await send(desktopChannels.files, [files]))).toBe('too_large');
  });

  test('a refused one does not stop the others, and is reported', async () => {
    const files = ['a.xml', 'refused\u202e.xml', 'c.xml'].map((name) => ({
      name,
      path: `/documents/${name}`,
    }));
    const reply = await send(desktopChannels.files, [files]);
    const details = { name: 'refused.xml', taken: 2, refused: 1 };
    expect(reply).toEqual({ ok: false, error: { code: 'file_unreadable', details } });
    expect(hosted.taken.map(({ name }) => name)).toEqual(['a.xml', 'c.xml']);
  });

  test('no method of the contract takes a path', () => {
    expect(methodNames.filter((name) => /path|folder|directory/i.test(name))).toEqual([]);
  });
});
