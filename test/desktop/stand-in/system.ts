import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from './application.ts';
import { createEvent } from './contents.ts';
import { command, tell } from './control.ts';

/** What only exists once Chromium has started. */
function onlyWhenReady(what: string): void {
  if (!app.isReady()) throw new Error(`${what} cannot be used before the app is ready`);
}

let lastId = 0;
const open = new Map<number, (answer: unknown) => void>();

/** Shows a dialog to the test, and waits for what the person answers. */
function ask(kind: string, given: readonly unknown[]): Promise<never> {
  onlyWhenReady('dialog');
  const options = given.at(-1) as { defaultPath?: string };
  lastId += 1;
  const id = lastId;
  // Since Electron 43 a dialog that is told no place begins in Downloads, not where it was last.
  const begins = options.defaultPath ?? app.getPath('downloads');
  tell('dialog', { id, kind, options, begins, hasParent: given.length > 1 });
  return new Promise((resolve) => open.set(id, resolve as (answer: unknown) => void));
}
command('answer', ({ dialog: id, answer }) => {
  const resolve = open.get(Number(id));
  if (resolve === undefined) throw new Error(`there is no dialog ${id}`);
  open.delete(Number(id));
  resolve(answer);
});

export const dialog = {
  showMessageBox: (...given: unknown[]) => ask('message', given),
  showOpenDialog: (...given: unknown[]) => ask('open', given),
  showSaveDialog: (...given: unknown[]) => ask('save', given),
  /** Before `ready` Linux only gets a line on its error stream. */
  showErrorBox(title: string, content: string): void {
    if (app.isReady()) tell('error-box', { title, content });
    else process.stderr.write(`${title}\n${content}\n`);
  },
};

/** Only the collector knows whether somebody still holds a notification: nothing here does. */
const shown = new Map<number, WeakRef<Notification>>();

export class Notification extends EventEmitter {
  readonly #options: { title: string; body: string };
  static isSupported = (): boolean => true;
  constructor(options: { title: string; body: string }) {
    super();
    this.#options = options;
  }
  show(): void {
    lastId += 1;
    shown.set(lastId, new WeakRef(this));
    tell('notification', { id: lastId, ...this.#options });
  }
  close = (): void => void this.emit('close', createEvent());
}
command('notification', async ({ notice, event }) => {
  // Weak references are held until the turn ends.
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc?.();
  const notification = shown.get(Number(notice))?.deref();
  if (notification === undefined) return 'collected';
  notification.emit(String(event), createEvent(), 'made up');
  return 'told';
});

export class NativeTheme extends EventEmitter {
  #source = 'system';
  get themeSource(): string {
    return this.#source;
  }
  set themeSource(source: string) {
    this.#source = source;
    tell('theme', { source });
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}
export const nativeTheme = new NativeTheme();

export const screen = {
  getAllDisplays: () => {
    onlyWhenReady('screen');
    const area = { x: 0, y: 0, width: 1920, height: 1040 };
    return [{ id: 1, bounds: area, workArea: area, scaleFactor: 1 }];
  },
  getPrimaryDisplay: () => screen.getAllDisplays()[0],
  getDisplayMatching: () => screen.getAllDisplays()[0],
};

export const nativeImage = { createFromPath: (path: string) => ({ path }) };

export const powerMonitor = new EventEmitter();
command('power', ({ event }) => void powerMonitor.emit(String(event), createEvent()));
const blockers = new Set<number>();
export const powerSaveBlocker = {
  start(type: string): number {
    lastId += 1;
    blockers.add(lastId);
    tell('awake', { type, count: blockers.size });
    return lastId;
  },
  stop(id: number): boolean {
    const was = blockers.delete(id);
    tell('awake', { count: blockers.size });
    return was;
  },
};

export const shell = {
  openExternal: async (address: string): Promise<void> => tell('opened', { address }),
};

let copied = '';
export const clipboard = {
  readText: async (): Promise<string> => copied,
  writeText: async (text: string): Promise<void> => {
    copied = text;
  },
  clear: (): void => {
    copied = '';
  },
};

/** The system's keychain: a key in a file outside the data folder, and real encryption with it. */
function keychainKey(): Buffer {
  onlyWhenReady('safeStorage');
  const file = join(app.getPath('home'), 'keychain');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => keychainKey().length === 32,
  getSelectedStorageBackend: (): string => 'gnome_libsecret',
  async encryptStringAsync(text: string): Promise<Buffer> {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keychainKey(), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from('v11'), nonce, cipher.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const decipher = createDecipheriv('aes-256-gcm', keychainKey(), sealed.subarray(3, 15));
    decipher.setAuthTag(sealed.subarray(15, 31));
    const text = Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]);
    return { result: text.toString('utf8'), shouldReEncrypt: false };
  },
};
