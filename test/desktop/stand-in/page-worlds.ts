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
  const hear = (name: string, listener: (detail: never) => void, options = {}) =>
    addEventListener(name, (event) => listener((event as CustomEvent).detail as never), options);

  function wrap(value: unknown): Sent {
    if (typeof value === 'function') return { fn: functions.push(value as Fn) - 1 };
    // As Electron, it throws for what cannot be cloned.
    if (!(value instanceof Promise)) return { value: structuredClone(value) };
    const settle: Fn = (resolve, reject) =>
      void value.then(resolve as Fn, (error) => (reject as Fn)(error.message));
    return { promise: functions.push(settle) - 1 };
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
    const got: Sent = { error: 'the other world did not answer' };
    hear(answer, (sent: Sent) => Object.assign(got, { error: undefined }, sent), { once: true });
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
function enterMainWorld({ unwrap, hear }: ReturnType<typeof createSide>): void {
  hear('stand-in:expose', ({ key, api }: { key: string; api: [string, Sent][] }) => {
    const value = Object.fromEntries(api.map(([name, sent]) => [name, unwrap(sent)]));
    Object.defineProperty(window, key, { value, enumerable: true });
  });
}

/** The bridge's world: returns the `require` of a sandboxed preload. */
function enterBridgeWorld({ wrap, tell }: ReturnType<typeof createSide>) {
  const paths = new WeakMap<Blob, string>();
  const listeners = new Map<Fn, string>();
  const answers: PromiseWithResolvers<unknown>[] = [];

  /** Sends a message to the main process and waits for its answer. */
  function ask(message: object): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    const id = answers.push(answer) - 1;
    Reflect.get(globalThis, 'standInSend')(JSON.stringify({ ...message, id }));
    return answer.promise;
  }

  /** What the main process calls. */
  const standIn = {
    files: [] as Blob[],
    settle(id: number, error: string | null, value: unknown) {
      if (error === null) answers[id]?.resolve(value);
      else answers[id]?.reject(new Error(error));
    },
    deliver(channel: string, args: readonly unknown[]) {
      for (const [listener, name] of listeners) if (name === channel) listener({}, ...args);
    },
  };
  Object.assign(globalThis, { standIn });

  /** Electron knows paths at once; here they are asked for before the bridge runs. */
  const withPaths =
    (call: Fn): Fn =>
    (...args) => {
      const files = args.flat().filter((arg) => arg instanceof File);
      if (files.length === 0) return call(...args);
      const findPath = async (file: File) =>
        paths.set(file, (await ask({ file: standIn.files.push(file) - 1 })) as string);
      return Promise.all(files.map(findPath)).then(() => call(...args));
    };

  addEventListener('contextmenu', ({ target }) => {
    const isEditable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const selectionText = String(getSelection());
    const canCopy = selectionText !== '';
    const canEdit = { canUndo: isEditable, canRedo: isEditable, canPaste: isEditable };
    const editFlags = { ...canEdit, canCut: isEditable && canCopy, canCopy, canSelectAll: true };
    void ask({ context: { isEditable, selectionText, editFlags } });
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
      on: (channel: string, listener: Fn) => void listeners.set(listener, channel),
      removeListener: (_channel: string, listener: Fn) => listeners.delete(listener),
    },
    webUtils: { getPathForFile: (file: Blob) => paths.get(file) ?? '' },
  };
  return (name: string) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
}

/** Script of the page's own world. */
export const mainWorldSource = `(${enterMainWorld})((${createSide})('main', 'bridge'))`;

/** Script of the bridge's world, around a preload. */
export const bridgeWorldSource = (preload: string): string =>
  `{ const require = (${enterBridgeWorld})((${createSide})('bridge', 'main')); ${preload}\n}`;
