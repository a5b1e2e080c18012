import { ZubiError } from '../../../contract/errors.ts';
import type { Input, MethodName, Output } from '../../../contract/methods.ts';
import type { App } from '../../app-options.ts';
import type { Texts } from '../../platform/texts.ts';
import { chooseDataFolder, openApp, readSurroundings } from '../host.ts';
import { createKeyNotice } from './key-notice.ts';

/** The core, opened for one command. */
export interface Session {
  readonly app: App;
  /** Calls a method; a refusal is thrown as a `ZubiError`. */
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Output<Name>>;
}

/**
 * Opens the core in the data folder, runs a command in it and closes it again, also when it fails.
 */
export async function withSession<Result>(
  dataFolder: string | null,
  texts: Texts,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const folder = chooseDataFolder(dataFolder, readSurroundings());
  const reportLockedKeys = createKeyNotice(folder, texts);
  const app = await openApp({ dataFolder: folder, face: 'command_line', resumeQueue: false });
  try {
    return await run({ app, call: (method, input) => callOrThrow(app, method, input) });
  } finally {
    await reportLockedKeys(app).finally(() => app.close());
  }
}

/** Calls a method of the core and gives its value; throws a `ZubiError` when it is refused. */
export async function callOrThrow<Name extends MethodName>(
  app: Pick<App, 'call'>,
  method: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await app.call(method, input);
  if (!reply.ok) throw new ZubiError(reply.error.code, reply.error.details);
  // The dispatcher answers a method with that method's own output: the contract's one list pairs
  // them.
  return reply.value as Output<Name>;
}
