/*
 * What runs in the page. These functions go there as text, so they use nothing around them. Page
 * and bridge are two worlds of one document, as with Electron's context isolation.
 */

/** A value on its way between the worlds; a function or a promise as a number. */
interface Sent {
  readonly fn?: number;
  readonly promise?: number;
  readonly value?: unknown;
  readonly error?: string;
}
type Fn = (...args: unknown[]) => unknown;

/** One side of Electron's `contextBridge`. Events of the window reach both worlds. */
function createSide(mine: string, other: string) {
  const functions: Fn[] = [];
  let lastAnswer = 0;
  const tell = (name: string, detail: unknown) => dispatchEvent(new CustomEvent(name, { detail }));
  const hear = (name: string, listener: (detail: never) => void) =>
    addEventListener(name, (event) => listener((event as CustomEvent).detail as never));

  function wrap(value: unknown): Sent {
    if (typeof value === 'function') return { fn: functions.push(value as Fn) - 1 };
    if (value instanceof Promise) {
      const settle: Fn = (resolve, reject) =>
        void value.then(resolve as Fn, (error) => (reject as Fn)(error.message));
      return { promise: functions.push(settle) - 1 };
    }
    // As Electron, it throws for what cannot be cloned.
    return { value: structuredClone(value) };
  }

  function unwrap({ fn, promise, value }: Sent): unknown {
    if (fn !== undefined) return (...args: unknown[]) => callOver(fn, args);
    if (promise === undefined) return value;
    return new Promise((resolve, reject) =>
      callOver(promise, [resolve, (message: string) => reject(new Error(message))]),
    );
  }

  function callOver(at: number, args: readonly unknown[]): unknown {
    lastAnswer += 1;
    const answer = `stand-in:${mine}:${lastAnswer}`;
    let got: Sent = { error: 'the other world did not answer' };
    const take = (event: Event) => {
      got = (event as CustomEvent).detail;
    };
    addEventListener(answer, take, { once: true });
    tell(`stand-in:${other}`, { at, answer, args: args.map(wrap) });
    if (got.error !== undefined) throw new Error(got.error);
    return unwrap(got);
  }

  hear(`stand-in:${mine}`, ({ at, answer, args }: { at: number; answer: string; args: Sent[] }) => {
    try {
      tell(answer, wrap(functions[at]?.(...args.map(unwrap))));
    } catch (error) {
      tell(answer, { error: (error as Error).message });
    }
  });
  return { wrap, unwrap, tell, hear };
}

/** The page's world: it only gets what was exposed to it. */
function enterMainWorld({ unwrap, tell, hear }: ReturnType<typeof createSide>) {
  hear('stand-in:expose', ({ key, api }: { key: string; api: [string, Sent][] }) => {
    const value = Object.fromEntries(api.map(([name, sent]) => [name, unwrap(sent)]));
    Object.defineProperty(window, key, { value, enumerable: true });
  });
  // A refused window never exists in Electron: here the page must not make it first.
  window.open = (address) => {
    tell('stand-in:open', new URL(String(address), location.href).href);
    return null;
  };
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.target !== '_blank' || event.defaultPrevented) return;
    event.preventDefault();
    window.open(link.href);
  });
}

/** The bridge's world: `electron` as a sandboxed preload gets it. */
function enterBridgeWorld(
  { wrap, tell, hear }: ReturnType<typeof createSide>,
  run: (require: (name: string) => unknown) => void,
) {
  const paths = new WeakMap<Blob, string>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, Set<Fn>>();
  let lastId = 0;
  const send = (message: object) => Reflect.get(globalThis, 'standInSend')(JSON.stringify(message));

  function ask(message: object): Promise<unknown> {
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    send({ ...message, id: lastId });
    return answer.promise;
  }

  /** What the other process calls. */
  const standIn = {
    files: [] as Blob[],
    settle(id: number, error: string | null, value: unknown) {
      if (error === null) waiting.get(id)?.resolve(value);
      else waiting.get(id)?.reject(new Error(error));
      waiting.delete(id);
    },
    deliver(channel: string, args: readonly unknown[]) {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
  };
  Object.assign(globalThis, { standIn });

  /** Electron knows paths at once; here they are asked for before the bridge runs. */
  const withPaths =
    (call: Fn): Fn =>
    (...args) => {
      const files = args.flat().filter((arg) => arg instanceof File);
      if (files.length === 0) return call(...args);
      const first = standIn.files.push(...files) - files.length;
      return ask({ kind: 'paths', first, count: files.length }).then((found) => {
        for (const [at, file] of files.entries()) paths.set(file, (found as string[])[at] ?? '');
        return call(...args);
      });
    };

  hear('stand-in:open', (url) => send({ kind: 'open', url }));
  addEventListener('contextmenu', ({ target }) => {
    const isEditable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const selectionText = String(getSelection());
    const canCopy = selectionText !== '';
    const editFlags = {
      ...{ canUndo: isEditable, canRedo: isEditable, canCut: isEditable && canCopy, canCopy },
      ...{ canPaste: isEditable, canSelectAll: true },
    };
    send({ kind: 'context', params: { isEditable, selectionText, editFlags } });
  });

  const electron = {
    contextBridge: {
      exposeInMainWorld(key: string, api: Record<string, Fn>) {
        const parts = Object.entries(api).map(([name, call]) => [name, wrap(withPaths(call))]);
        tell('stand-in:expose', { key, api: parts });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => ask({ channel, args }),
      on(channel: string, listener: Fn) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      removeListener: (channel: string, listener: Fn) => listeners.get(channel)?.delete(listener),
    },
    webUtils: { getPathForFile: (file: Blob) => paths.get(file) ?? '' },
  };
  run((name) => {
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
