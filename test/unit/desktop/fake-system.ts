import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { PowerMonitor } from '../../desktop/stand-in/power-monitor.ts';

/* The system's part of the fake `electron`: screens, menus, power, keychain. */

/** All calls to the module, in order. */
export const calls: string[] = [];

export const powerMonitor = new PowerMonitor();
/** The blockers that keep the computer awake now. */
export const awake = new Set<number>();
export const powerSaveBlocker = {
  started: 0,
  start(type: Parameters<Electron.PowerSaveBlocker['start']>[0]): number {
    calls.push(type);
    powerSaveBlocker.started += 1;
    awake.add(powerSaveBlocker.started);
    return powerSaveBlocker.started;
  },
  stop: (id: number) => awake.delete(id),
};
/** The system's clipboard, which every other program may write to as well. */
export const clipboard = {
  text: '',
  fault: null as Error | null,
  async readText(): Promise<string> {
    if (clipboard.fault !== null) throw clipboard.fault;
    return clipboard.text;
  },
  async writeText(text: string): Promise<void> {
    if (clipboard.fault !== null) throw clipboard.fault;
    clipboard.text = text;
  },
  clear: () => {
    clipboard.text = '';
  },
};
export const menus: Electron.MenuItemConstructorOptions[][] = [];
export const popups: Electron.MenuItemConstructorOptions[][] = [];
export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) =>
    Object.assign([...template], { popup: () => void popups.push(template) }),
  setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[]) => void menus.push(menu),
};
export const nativeTheme = {
  shouldUseDarkColors: false,
  themeSource: 'system' as Electron.NativeTheme['themeSource'],
};
interface FakeDisplay {
  readonly id: number;
  readonly workArea: Electron.Rectangle;
}
/** Screens from left to right; the first is the primary one. */
export const screen = {
  all: [] as FakeDisplay[],
  getAllDisplays: () => screen.all,
  getPrimaryDisplay: () => screen.all[0],
  getDisplayMatching: ({ x }: Electron.Rectangle) =>
    screen.all.findLast(({ workArea }) => workArea.x <= x) ?? screen.all[0],
};
export const oneScreen = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
export const nativeImage = { createFromPath: (path: string) => ({ path }) };
/** Counts calls; encryption is reversing the text. `fault` makes every call fail with it. */
export const safeStorage = {
  used: [] as string[],
  storageBackend: 'gnome_libsecret',
  mark: 'v11',
  fault: null as Error | null,
  note(name: string): void {
    safeStorage.used.push(name);
    if (safeStorage.fault !== null) throw safeStorage.fault;
  },
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    safeStorage.note('isAsyncEncryptionAvailable');
    return true;
  },
  getSelectedStorageBackend: () => safeStorage.storageBackend,
  async encryptStringAsync(text: string): Promise<Buffer> {
    safeStorage.note('encryptStringAsync');
    return Buffer.from(`${safeStorage.mark}${[...text].reverse().join('')}`);
  },
  async decryptStringAsync(sealed: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    safeStorage.note('decryptStringAsync');
    const result = [...sealed.toString().slice(3)].reverse().join('');
    return { result, shouldReEncrypt: false };
  },
};

type Handler<Name extends keyof Electron.Session> = Electron.Session[Name] extends (
  handler: infer Given,
  ...rest: never[]
) => unknown
  ? NonNullable<Given>
  : never;

export class FakeSession extends EventEmitter {
  request: Handler<'setPermissionRequestHandler'> | null = null;
  check: Handler<'setPermissionCheckHandler'> | null = null;
  device: Handler<'setDevicePermissionHandler'> | null = null;
  display: Handler<'setDisplayMediaRequestHandler'> | null = null;
  pairing: Handler<'setBluetoothPairingHandler'> | null = null;
  spellChecks = true;
  setPermissionRequestHandler = (handler: Handler<'setPermissionRequestHandler'>) => {
    this.request = handler;
  };
  setPermissionCheckHandler = (handler: Handler<'setPermissionCheckHandler'>) => {
    this.check = handler;
  };
  setDevicePermissionHandler = (handler: Handler<'setDevicePermissionHandler'>) => {
    this.device = handler;
  };
  setDisplayMediaRequestHandler = (handler: Handler<'setDisplayMediaRequestHandler'>) => {
    this.display = handler;
  };
  setBluetoothPairingHandler = (handler: Handler<'setBluetoothPairingHandler'>) => {
    this.pairing = handler;
  };
  setSpellCheckerEnabled = (on: boolean) => {
    this.spellChecks = on;
  };
  resolveProxy = async () => 'DIRECT';
}
