import { clipboard } from 'electron';
import type { ClipboardPort } from '../../platform/secrets/secret-clipboard.ts';

/** The clipboard for keys. Page code can only write, and only in front. */
export function createClipboardPort(): ClipboardPort {
  return {
    read: () => clipboard.readText(),
    write: (text) => clipboard.writeText(text),
    clear: () => clipboard.clear(),
  };
}
