import { clipboard } from 'electron';
import type { ClipboardPort } from '../../platform/secrets/secret-clipboard.ts';

/** The clipboard for keys: page code may only write to it, and only in front. */
export function createClipboardPort(): ClipboardPort {
  return {
    read: () => clipboard.readText(),
    write: (text) => clipboard.writeText(text),
    clear: () => clipboard.clear(),
  };
}
