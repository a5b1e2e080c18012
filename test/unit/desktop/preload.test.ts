import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostBridge } from '../../../contract/client.ts';
import type { AppEvent } from '../../../contract/events.ts';

type Listener = (event: unknown, message: unknown) => void;

/** The preload's side of `electron`: exposed names, sent messages, listeners. */
const side = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  invoked: [] as { channel: string; messages: unknown[] }[],
  listeners: new Map<string, Set<(event: unknown, message: unknown) => void>>(),
  paths: new Map<unknown, string>(),
}));

vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown) => void side.exposed.set(name, value),
  },
  ipcRenderer: {
    async invoke(channel: string, ...messages: unknown[]) {
      side.invoked.push({ channel, messages });
      return { ok: true, value: [] };
    },
    on(channel: string, listener: Listener) {
      side.listeners.set(channel, (side.listeners.get(channel) ?? new Set()).add(listener));
    },
    removeListener: (channel: string, listener: Listener) =>
      void side.listeners.get(channel)?.delete(listener),
  },
  webUtils: { getPathForFile: (file: unknown) => side.paths.get(file) ?? '' },
}));

let bridge: HostBridge;
beforeAll(async () => {
  await import('../../../preload/preload.ts');
  bridge = side.exposed.get('zubi') as HostBridge;
});
beforeEach(() => {
  side.invoked.length = 0;
});

describe('E14 the bridge', () => {
  test('is one name with five functions', () => {
    expect([...side.exposed.keys()]).toEqual(['zubi']);
    expect(Object.entries(bridge).map(([name, value]) => `${name}: ${typeof value}`)).toEqual([
      'call: function',
      'subscribe: function',
      'takeFiles: function',
      'save: function',
      'remind: function',
    ]);
  });

  test('sends a call as data on the one channel, whatever the method name', async () => {
    await bridge.call('app.status', {});
    await bridge.call('zubi:files' as 'app.status', { toJSON: () => ({ a: 1 }) } as never);
    expect(side.invoked).toEqual([
      { channel: 'zubi:call', messages: ['{"method":"app.status","input":{}}'] },
      { channel: 'zubi:call', messages: ['{"method":"zubi:files","input":{"a":1}}'] },
    ]);
  });

  test('passes on events without Electron’s own object, until the subscription ends', () => {
    const heard: unknown[][] = [];
    const end = bridge.subscribe((...given: unknown[]) => void heard.push(given));
    const event: AppEvent = { name: 'settings.changed', payload: {} };
    const push = () => {
      for (const listener of side.listeners.get('zubi:event') ?? [])
        listener({ sender: 'ipcRenderer' }, event);
    };
    push();
    expect(heard).toEqual([[event]]);
    expect(end()).toBeUndefined();
    push();
    expect(heard).toHaveLength(1);
    expect([...side.listeners.keys()]).toEqual(['zubi:event']);
  });
});

describe('E15 documents', () => {
  test('are passed by their path, which the page does not see', async () => {
    const onDisk = new File(['<a/>'], 'a.xml');
    side.paths.set(onDisk, '/documents/a.xml');
    const reply = await bridge.takeFiles([onDisk]);
    expect(side.invoked).toEqual([
      { channel: 'zubi:files', messages: [[{ name: 'a.xml', path: '/documents/a.xml' }]] },
    ]);
    expect(JSON.stringify(reply)).not.toContain('/documents');
  });

  test('are passed by their bytes where they are not on a disk', async () => {
    await bridge.takeFiles([new File(['<a/>'], 'made.xml')]);
    const bytes = new TextEncoder().encode('<a/>');
    expect(side.invoked[0]?.messages).toEqual([[{ name: 'made.xml', bytes }]]);
  });

  test('a path made up by page code is not used', async () => {
    const forged = {
      name: 'a.xml',
      path: '/etc/passwd',
      size: 0,
      arrayBuffer: async () => new ArrayBuffer(0),
    };
    await bridge.takeFiles([forged]);
    expect(JSON.stringify(side.invoked)).not.toContain('/etc/passwd');
  });
});
