import type { Input, MethodName, Output } from '../../../contract/methods.ts';
import type { App } from '../../app-options.ts';
import type { Texts } from '../../platform/texts.ts';
import { callOrThrow } from '../call-or-throw.ts';
import { chooseDataFolder, openApp, readSurroundings } from '../host.ts';
import { connectRelay, type RelayedApp } from '../relay/client.ts';
import { createKeyNotice } from './key-notice.ts';

/** The core, opened for one command. */
export interface Session {
  readonly app: RelayedApp;
  /** Calls a method; throws a refusal as a `ZubiError`. */
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Opens the folder again, after the window that owned it was closed. */
  reopen(): Promise<void>;
}

/** The process that owns the folder, if it can be reached: its window is open. */
async function findOwner(own: App, dataFolder: string): Promise<RelayedApp | null> {
  if (own.ownsDataFolder) return null;
  const owner = await connectRelay(dataFolder);
  if (owner !== null) await own.close();
  return owner;
}

/** Opens the core in the data folder, runs a command in it and closes it, also on failure. */
export async function withSession<Result>(
  dataFolder: string | null,
  texts: Texts,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const folder = chooseDataFolder(dataFolder, readSurroundings());
  const reportLockedKeys = createKeyNotice(folder, texts);
  const open = async (): Promise<RelayedApp> => {
    const own = await openApp({ dataFolder: folder, face: 'command_line' });
    return (await findOwner(own, folder)) ?? own;
  };
  let app = await open();
  const session: Session = {
    get app() {
      return app;
    },
    call: (method, input) => callOrThrow(app, method, input),
    async reopen() {
      app = await open();
    },
  };
  try {
    return await run(session);
  } finally {
    await reportLockedKeys(app).finally(() => app.close());
  }
}
