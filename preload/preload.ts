import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { HostBridge } from '../contract/client.ts';
import { type DroppedFile, desktopChannels } from '../contract/desktop.ts';
import type { AppEvent } from '../contract/events.ts';

/** A file's path from the system, or its bytes without one; page code sees neither. */
async function toDroppedFile(file: File): Promise<DroppedFile> {
  const path = webUtils.getPathForFile(file);
  if (path !== '') return { name: file.name, path };
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/**
 * The window's five functions. The host checks names of methods against the contract, behind the
 * sender check, so the list and its schemas need not be here.
 */
const bridge: HostBridge = {
  call: (method, input) =>
    ipcRenderer.invoke(desktopChannels.call, JSON.stringify({ method, input })),
  subscribe(listener) {
    const deliver = (_event: unknown, event: AppEvent): void => listener(event);
    ipcRenderer.on(desktopChannels.event, deliver);
    return () => {
      ipcRenderer.removeListener(desktopChannels.event, deliver);
    };
  },
  takeFiles: async (files: readonly File[]) =>
    ipcRenderer.invoke(desktopChannels.files, await Promise.all(files.map(toDroppedFile))),
  save: (order) => ipcRenderer.invoke(desktopChannels.save, JSON.stringify(order)),
  remind: (deadline) => ipcRenderer.invoke(desktopChannels.remind, JSON.stringify(deadline)),
};

contextBridge.exposeInMainWorld('zubi', bridge);
