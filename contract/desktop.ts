/**
 * The desktop's channels between the window's bridge and the core: one call, one push, documents in
 * and out, and a reminder. Only the bridge and the host's wrapper name them, never page code.
 */
export const desktopChannels = {
  /** One string: the JSON of `{method, input}`. */
  call: 'zubi:call',
  /** One array of `DroppedFile`. */
  files: 'zubi:files',
  /** One string: the JSON of a `SaveOrder`. */
  save: 'zubi:save',
  /** One string: the JSON of a `Deadline`. */
  remind: 'zubi:remind',
  /** Host to window: one `AppEvent`. */
  event: 'zubi:event',
} as const;

/** A document from the bridge: its path, or its content when it is not on disk. */
export type DroppedFile =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly bytes: Uint8Array };
