import { EventEmitter } from 'node:events';
import { type RequestOptions, request } from 'node:http';

/*
 * The part of `electron` that electron-updater uses, on Node: the folder is the run's own.
 */

const folder = process.env.HERE ?? '';

class Application extends EventEmitter {
  readonly isPackaged = true;
  readonly commandLine = { hasSwitch: () => false };
  getVersion = () => '0.0.9';
  getName = () => 'zubi';
  getPath = () => folder;
  getAppPath = () => folder;
  whenReady = () => Promise.resolve();
  quit = () => void this.emit('quit');
  relaunch = () => undefined;
}

export const app = new Application();
export const autoUpdater = new EventEmitter();
export const session = { fromPartition: () => ({}) };
export const net = {
  request: ({ protocol, hostname, port, path, headers }: RequestOptions) =>
    request({ protocol, hostname, port, path, headers }),
};
export default { app, autoUpdater, session, net };
