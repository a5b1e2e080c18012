/*
 * What runs in the page: both functions go there as text, so they use nothing around them. Page and
 * bridge are two worlds of one document, as with Electron's context isolation.
 */

/** A value on its way between the worlds: no prototype; a function as the number of a proxy. */
interface Sent {
  readonly call?: { readonly at: number; readonly answer: string; readonly args: unknown };
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * One side of Electron's `contextBridge`. Events of the window reach both worlds, and their detail
 * is cloned on the way.
 */
function createSide(mine: string, other: string) {
  type Fn = (...args: unknown[]) => unknown;
  const functions: Fn[] = [];
  let lastAnswer = 0;
  const tell = (name: string, detail: Sent) => dispatchEvent(new CustomEvent(name, { detail }));
  const isPlain = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Blob || ArrayBuffer.isView(value) || value instanceof ArrayBuffer);

  function wrap(value: unknown): unknown {
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value === 'function') return { fn: functions.push(value as Fn) - 1 };
    if (value instanceof Promise)
      return { promise: functions.push((...to) => void value.then(...(to as [Fn, Fn]))) - 1 };
    if (value instanceof Error) return { object: { message: { value: value.message } } };
    if (Array.isArray(value)) return { list: value.map(wrap) };
    if (!isPlain(value)) return { value };
    return {
      object: Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wrap(each)])),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: what `wrap` made
  function unwrap(sent: any): unknown {
    if ('fn' in sent) return (...args: unknown[]) => callOver(sent.fn, args);
    if ('promise' in sent)
      return new Promise((resolve, reject) =>
        callOver(sent.promise, [
          resolve,
          (error: Error) => reject(new Error(error?.message ?? String(error))),
        ]),
      );
    if ('list' in sent) return sent.list.map(unwrap);
    if ('object' in sent)
      return Object.fromEntries(
        Object.entries(sent.object).map(([key, each]) => [key, unwrap(each)]),
      );
    return sent.value;
  }

  function callOver(at: number, args: readonly unknown[]): unknown {
    lastAnswer += 1;
    const answer = `stand-in:${mine}:${lastAnswer}`;
    let got: Sent = { error: 'the other world did not answer' };
    const take = (event: Event) => {
      got = (event as CustomEvent).detail;
    };
    addEventListener(answer, take, { once: true });
    tell(`stand-in:${other}`, { call: { at, answer, args: wrap([...args]) } });
    removeEventListener(answer, take);
    if (got.error !== undefined) throw new Error(got.error);
    return unwrap(got.value);
  }

  addEventListener(`stand-in:${mine}`, (event) => {
    const { call } = (event as CustomEvent<Sent>).detail;
    if (call === undefined) return;
    try {
      const value = functions[call.at]?.(...(unwrap(call.args) as unknown[]));
      tell(call.answer, { value: wrap(value) });
    } catch (error) {
      tell(call.answer, { error: (error as Error).message });
    }
  });
  return { wrap, unwrap, tell };
}

/** The page's world: it only ever gets what was exposed to it. */
function enterMainWorld(side: ReturnType<typeof createSide>) {
  addEventListener('stand-in:expose', (event) => {
    const { value } = (event as CustomEvent<Sent>).detail;
    const { key, api } = side.unwrap(value) as { key: string; api: unknown };
    if (!(key in window)) Object.defineProperty(window, key, { value: api, enumerable: true });
  });
  // A window that is refused never exists in Electron: here the page must not make it first.
  window.open = (address) => {
    const value = new URL(String(address), location.href).href;
    side.tell('stand-in:open', { value });
    return null;
  };
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.target !== '_blank' || event.defaultPrevented) return;
    event.preventDefault();
    window.open(link.href);
  });
  side.tell('stand-in:hello', {});
}

/** The bridge's world: `electron` as a sandboxed preload is given it. */
function enterBridgeWorld(side: ReturnType<typeof createSide>, run: (load: unknown) => void) {
  // biome-ignore lint/suspicious/noExplicitAny: globals that the other process puts here
  const shared = globalThis as any;
  const paths = new WeakMap<Blob, string>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  const files = new Map<number, readonly Blob[]>();
  const exposed: unknown[] = [];
  let lastId = 0;

  function ask(message: Record<string, unknown>): Promise<unknown> {
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    shared.standInSend(JSON.stringify({ ...message, id: lastId }));
    return answer.promise;
  }
  const encode = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (_key, each) => {
        if (typeof each === 'function' || each instanceof Blob)
          throw new Error('An object could not be cloned.');
        if (!(each instanceof Uint8Array)) return each;
        let text = '';
        for (let at = 0; at < each.length; at += 8192)
          text += String.fromCharCode(...each.subarray(at, at + 8192));
        return { standInBytes: btoa(text) };
      }) ?? 'null',
    );

  /** Paths are known at once in Electron; here they are asked for before the bridge runs. */
  async function learnPaths(given: readonly Blob[]): Promise<void> {
    lastId += 1;
    const id = lastId;
    files.set(id, given);
    const found = (await ask({ kind: 'paths', files: id, count: given.length })) as string[];
    files.delete(id);
    for (const [index, file] of given.entries()) paths.set(file, found[index] ?? '');
  }
  const isFile = (value: unknown): value is File => value instanceof File;
  function withPaths(api: unknown): unknown {
    if (typeof api === 'function')
      return (...args: unknown[]) => {
        const given = args.flat().filter(isFile);
        return given.length === 0 ? api(...args) : learnPaths(given).then(() => api(...args));
      };
    if (typeof api !== 'object' || api === null) return api;
    return Object.fromEntries(Object.entries(api).map(([key, each]) => [key, withPaths(each)]));
  }

  shared.standIn = {
    settle(id: number, error: string | null, value: unknown) {
      const answer = waiting.get(id);
      waiting.delete(id);
      if (error === null) answer?.resolve(value);
      else answer?.reject(new Error(error));
    },
    deliver(channel: string, args: readonly unknown[]) {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
    files: (id: number) => files.get(id),
  };
  addEventListener('stand-in:hello', () => {
    for (const value of exposed) side.tell('stand-in:expose', { value });
  });
  addEventListener('stand-in:open', (event) => {
    const { value: url } = (event as CustomEvent<Sent>).detail;
    shared.standInSend(JSON.stringify({ kind: 'open', url }));
  });
  addEventListener('contextmenu', ({ target, clientX: x, clientY: y }) => {
    const isEditable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const selectionText = getSelection()?.toString() ?? '';
    const isSelected = selectionText !== '';
    const editFlags = {
      ...{ canUndo: isEditable, canRedo: isEditable, canCut: isEditable && isSelected },
      ...{ canCopy: isSelected, canPaste: isEditable, canSelectAll: true },
    };
    const params = { x, y, isEditable, selectionText, editFlags };
    shared.standInSend(JSON.stringify({ kind: 'context', params }));
  });
  const electron = {
    contextBridge: {
      exposeInMainWorld(key: string, api: unknown) {
        const value = side.wrap({ key, api: withPaths(api) });
        exposed.push(value);
        side.tell('stand-in:expose', { value });
      },
    },
    ipcRenderer: {
      invoke: async (channel: string, ...args: unknown[]) =>
        ask({ kind: 'invoke', channel, args: encode(args) }),
      send: (channel: string, ...args: unknown[]) =>
        shared.standInSend(JSON.stringify({ kind: 'send', channel, args: encode(args) })),
      on(channel: string, listener: () => void) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      removeListener: (channel: string, listener: () => void) =>
        listeners.get(channel)?.delete(listener),
    },
    webUtils: { getPathForFile: (file: Blob) => paths.get(file) ?? '' },
  };
  run((name: string) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  });
}

/** Script of the page's own world. */
export const mainWorldSource = `if (window === top) (${enterMainWorld})((${createSide})('main', 'bridge'))`;

/** Script of the bridge's world, around a preload. */
export function bridgeWorldSource(preload: string): string {
  const run = `(require) => { const module = { exports: {} }, exports = module.exports; ${preload}\n}`;
  return `if (window === top) (${enterBridgeWorld})((${createSide})('bridge', 'main'), ${run})`;
}
