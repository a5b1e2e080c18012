/*
 * What runs in the page, in its own world and in the bridge's, as with Electron's context
 * isolation; events of the window reach both. `preload` is null in the page's world.
 */
(preload) => {
  const [mine, other] = preload === null ? ['main', 'bridge'] : ['bridge', 'main'];
  const functions = [];
  let calls = 0;
  const tell = (name, detail) =>
    void dispatchEvent(new CustomEvent(`stand-in:${name}`, { detail }));
  const hear = (name, listener, options) =>
    addEventListener(`stand-in:${name}`, ({ detail }) => listener(detail), options);

  /** A function crosses as its number, a promise as a function that settles another one. */
  function wrap(value) {
    if (typeof value === 'function') return { fn: functions.push(value) - 1 };
    // As Electron, it throws for what cannot be cloned.
    if (!(value instanceof Promise)) return { value: structuredClone(value) };
    return {
      promise: wrap((resolve, reject) => void value.then(resolve, (e) => reject(e.message))),
    };
  }
  function unwrap({ fn, promise, value }) {
    if (fn !== undefined) return (...args) => callOver(fn, args);
    if (promise === undefined) return value;
    return new Promise((resolve, reject) =>
      unwrap(promise)(resolve, (message) => reject(new Error(message))),
    );
  }
  function callOver(fn, args) {
    calls += 1;
    const answer = `${mine}:${calls}`;
    let got = { error: 'the other world did not answer' };
    hear(answer, (sent) => (got = sent), { once: true });
    tell(other, { fn, answer, args: args.map(wrap) });
    if (got.error !== undefined) throw new Error(got.error);
    return unwrap(got);
  }
  hear(mine, ({ fn, answer, args }) => {
    try {
      tell(answer, wrap(functions[fn](...args.map(unwrap))));
    } catch ({ message }) {
      tell(answer, { error: message });
    }
  });
  if (preload === null) {
    hear('expose', ({ key, api }) => {
      const value = Object.fromEntries(api.map(([name, sent]) => [name, unwrap(sent)]));
      Object.defineProperty(window, key, { value, enumerable: true });
    });
    return;
  }

  const paths = new WeakMap();
  const listeners = new Map();
  const answers = [];
  /** Sends a message to the main process and waits for its answer. */
  function ask(channel, ...args) {
    const answer = Promise.withResolvers();
    const id = answers.push(answer) - 1;
    globalThis.standInSend(JSON.stringify({ id, channel, args }));
    return answer.promise;
  }
  /** What the main process uses. */
  const files = [];
  globalThis.standIn = {
    files,
    settle: (id, error, value) =>
      error === null ? answers[id].resolve(value) : answers[id].reject(new Error(error)),
    deliver(channel, args) {
      for (const [listener, name] of listeners) if (name === channel) listener({}, ...args);
    },
  };
  /** Electron knows paths at once; here they are asked for before the bridge runs. */
  const withPaths =
    (call) =>
    (...args) => {
      const given = args.flat().filter((arg) => arg instanceof File);
      if (given.length === 0) return call(...args);
      const find = async (file) =>
        paths.set(file, await ask('stand-in:path', files.push(file) - 1));
      return Promise.all(given.map(find)).then(() => call(...args));
    };

  addEventListener('contextmenu', ({ target }) => {
    const isEditable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const selectionText = String(getSelection());
    const canCopy = selectionText !== '';
    const canEdit = { canUndo: isEditable, canRedo: isEditable, canPaste: isEditable };
    const editFlags = { ...canEdit, canCut: isEditable && canCopy, canCopy, canSelectAll: true };
    void ask('stand-in:context-menu', { isEditable, selectionText, editFlags });
  });

  const electron = {
    contextBridge: {
      exposeInMainWorld: (key, api) =>
        tell('expose', {
          ...{ key, api: Object.entries(api).map(([name, call]) => [name, wrap(withPaths(call))]) },
        }),
    },
    ipcRenderer: {
      invoke: ask,
      on: (channel, listener) => void listeners.set(listener, channel),
      removeListener: (_channel, listener) => listeners.delete(listener),
    },
    webUtils: { getPathForFile: (file) => paths.get(file) ?? '' },
  };
  preload((name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  });
};
