/**
 * The desktop's channels between the window's bridge and the core: one call, one push, and the
 * documents on their way in and out. Page code never names one: only the bridge and the host's one
 * wrapper do.
 */
export const desktopChannels = {
  /** One string: the JSON of `{method, input}`. */
  call: 'zubi:call',
  /** One array of `DroppedFile`. */
  files: 'zubi:files',
  /** One string: the JSON of a `SaveOrder`. */
  save: 'zubi:save',
  /** Host to window: one `AppEvent`. */
  event: 'zubi:event',
} as const;

/**
 * A document as the bridge hands it over: where it lies, or what it holds when it lies on no disk.
 */
export type DroppedFile =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly bytes: Uint8Array };
