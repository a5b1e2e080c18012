/*
 * Runs before every document, in the page's world and in the bridge's, which Electron's context
 * isolation keeps apart. `preload` is null in the page's world.
 */
(preload) => {
  const [mine, other] = preload === null ? ['page', 'bridge'] : ['bridge', 'page'];
  /** Events of the window reach both worlds, at once. */
  const send = (name, detail) => dispatchEvent(new CustomEvent(name, { detail }));
  const on = (name, listener) => addEventListener(name, ({ detail }) => listener(detail));

  /** A function crosses as its number, a promise as one that settles it, all else as a clone. */
  const functions = [];
  const toNumber = (value) => functions.push(value) - 1;
  function pack(value) {
    if (typeof value === 'function') return { fn: toNumber(value) };
    // As Electron, it throws for what cannot be cloned.
    if (!(value instanceof Promise)) return { value: structuredClone(value) };
    return { settle: toNumber((done, fail) => void value.then(done, (e) => fail(e.message))) };
  }
  function unpack({ fn, settle, value }) {
    if (fn !== undefined) return (...args) => call(fn, args);
    if (settle === undefined) return value;
    return new Promise((done, fail) => call(settle, [done, (words) => fail(new Error(words))]));
  }
  let answer;
  function call(fn, args) {
    answer = { error: 'the other world did not answer' };
    send(`${other}:call`, { fn, args: args.map(pack) });
    if (answer.error !== undefined) throw new Error(answer.error);
    return unpack(answer);
  }
  on(`${mine}:answer`, (given) => (answer = given));
  on(`${mine}:call`, ({ fn, args }) => {
    let given;
    try {
      given = pack(functions[fn](...args.map(unpack)));
    } catch ({ message }) {
      given = { error: message };
    }
    send(`${other}:answer`, given);
  });

  if (preload === null) {
    on('expose', ({ key, api }) => {
      const value = Object.fromEntries(api.map(([name, packed]) => [name, unpack(packed)]));
      Object.defineProperty(window, key, { value, enumerable: true });
    });
    return;
  }

  const waiting = [];
  const listeners = new Map();
  const files = [];
  /** What the main process calls. */
  globalThis.standIn = {
    files,
    resolve: (id, value) => waiting[id].resolve(value),
    reject: (id, message) => waiting[id].reject(new Error(message)),
    deliver(channel, args) {
      for (const [listener, name] of listeners) if (name === channel) listener({}, ...args);
    },
  };
  function invoke(channel, ...args) {
    const reply = Promise.withResolvers();
    const id = waiting.push(reply) - 1;
    globalThis.tellMain(JSON.stringify({ id, channel, args }));
    return reply.promise;
  }
  addEventListener('contextmenu', ({ target }) => {
    const isEditable = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    const selectionText = String(getSelection());
    const canCopy = selectionText !== '';
    const canEdit = { canUndo: isEditable, canRedo: isEditable, canPaste: isEditable };
    const editFlags = { ...canEdit, canCut: isEditable && canCopy, canCopy, canSelectAll: true };
    void invoke('stand-in:context-menu', { isEditable, selectionText, editFlags });
  });
  const electron = {
    contextBridge: {
      exposeInMainWorld(key, api) {
        send('expose', { key, api: Object.entries(api).map(([name, run]) => [name, pack(run)]) });
      },
    },
    ipcRenderer: {
      invoke,
      on: (channel, listener) => void listeners.set(listener, channel),
      removeListener: (_channel, listener) => listeners.delete(listener),
    },
    // The main process finds the path, when the mark reaches it.
    webUtils: { getPathForFile: (file) => `stand-in:file:${files.push(file) - 1}` },
  };
  preload((name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  });
};
