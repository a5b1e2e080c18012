import type { HostBridge, TakenFile } from '../../contract/client.ts';
import type { CallError } from '../../contract/errors.ts';
import type { Input, MethodName, Output } from '../../contract/methods.ts';

declare global {
  interface Window {
    /** Set by the desktop's preload; absent in a browser. */
    readonly zubi?: HostBridge;
  }
}

/**
 * State of the window's host: `lost` while it does not answer, `ended` when it no longer knows this
 * window.
 */
export type HostState = 'live' | 'lost' | 'ended';

/**
 * A host with its state. The desktop's bridge lives as long as its window, so it is always `live`.
 */
export interface Host {
  readonly bridge: HostBridge;
  state(): HostState;
  /** Called when the state changes; returns the function that ends it. */
  watch(listener: () => void): () => void;
  /** Called when events may have been missed. */
  onGap(listener: () => void): () => void;
}

/** A refused call, to be thrown. */
export class CallFailure extends Error {
  readonly error: CallError;

  constructor(error: CallError) {
    super(error.code);
    this.name = 'CallFailure';
    this.error = error;
  }
}

/** The refusal inside a thrown value; any other value is `internal`. */
export function toCallError(thrown: unknown): CallError {
  return thrown instanceof CallFailure ? thrown.error : { code: 'internal', details: {} };
}

/** Calls a method and returns its value; throws `CallFailure` when it was refused. */
export async function callMethod<Name extends MethodName>(
  bridge: HostBridge,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await bridge.call(name, input);
  if (!reply.ok) throw new CallFailure(reply.error);
  return reply.value;
}

/** Hands a file to the core. Throws `CallFailure`. */
export async function takeFile(bridge: HostBridge, file: File): Promise<TakenFile> {
  const taken = await bridge.takeFiles([file]);
  if (!taken.ok) throw new CallFailure(taken.error);
  const [first] = taken.value;
  if (first === undefined)
    throw new CallFailure({ code: 'file_unreadable', details: { file: file.name } });
  return first;
}

/** A host around the desktop's bridge. */
export function createDesktopHost(bridge: HostBridge): Host {
  const never = () => () => undefined;
  return { bridge, state: () => 'live', watch: never, onGap: never };
}
