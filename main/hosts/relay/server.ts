import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { App } from '../../app-options.ts';
import { toCallError } from '../../platform/call-error.ts';
import { writeWholeFile } from '../../platform/files/whole-file.ts';
import type { IncomingFile } from '../../platform/ports.ts';
import { jsonLines } from './lines.ts';
import { createSecret, isProof, prove, relayAddress, secretFile } from './place.ts';

/** What the owner of the data folder answers to other processes of the same person. */
export interface Relay {
  /** Takes no more guests and calls; those that wait still get their answers and events. */
  end(): void;
  /** After `end`. */
  close(): Promise<void>;
}

type Owner = Pick<App, 'call' | 'takeFile' | 'subscribe' | 'idle'>;

/**
 * Lets commands send through this process while its window is open. Null where the folder has no
 * place for a socket; if the disk fails, only the relay is missing, not the window.
 */
export async function startRelay(app: Owner, dataFolder: string): Promise<Relay | null> {
  const address = relayAddress(dataFolder);
  if (address === null) return null;
  const secret = createSecret();
  const sockets = new Set<Socket>();
  const ending = new AbortController();
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveGuest(app, { secret, socket, ending: ending.signal });
  });
  try {
    // Replaces a file or link that another user has put there to read the secret.
    writeWholeFile(secretFile(dataFolder), secret);
    // Only the folder's owner gets here, so an existing socket belongs to a killed process.
    if (process.platform !== 'win32') rmSync(address, { force: true });
    server.on('error', () => undefined);
    server.listen(address);
    await once(server, 'listening');
  } catch {
    server.close();
    return null;
  }
  return {
    end: () => {
      ending.abort();
      rmSync(secretFile(dataFolder), { force: true });
      server.close(() => closed.resolve());
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closed.promise;
    },
  };
}

interface Guest {
  readonly secret: string;
  readonly socket: Socket;
  readonly ending: AbortSignal;
}

function serveGuest(app: Owner, { secret, socket, ending }: Guest): void {
  const challenge = randomBytes(16).toString('hex');
  let isKnown = false;
  const lines = jsonLines(socket, (value) => {
    // A call that comes too late ends with the socket: then the folder is free for its command.
    if (ending.aborted) return isKnown ? undefined : void socket.destroy();
    if (isKnown) return void answer(app, value).then((reply) => lines.send(reply));
    if (typeof value.challenge === 'string')
      return lines.send({ proof: prove(secret, 'owner', value.challenge), challenge });
    if (!isProof(value.proof, prove(secret, 'guest', challenge))) return socket.destroy();
    isKnown = true;
    lines.trust();
    socket.on(
      'close',
      app.subscribe((event) => lines.send({ event })),
    );
    lines.send({ welcome: true });
  });
}

async function answer(app: Owner, { id, ask, ...rest }: Readonly<Record<string, unknown>>) {
  try {
    if (ask === 'idle') {
      await app.idle();
      return { id, reply: { ok: true, value: {} } };
    }
    if (ask === 'takeFile') return { id, reply: await app.takeFile(toFile(rest)) };
    return { id, reply: await app.call(String(rest.method), rest.input) };
  } catch (error) {
    return { id, reply: { ok: false, error: toCallError(error) } };
  }
}

function toFile({ name, path, content }: Readonly<Record<string, unknown>>): IncomingFile {
  return typeof content === 'string'
    ? { name: String(name), bytes: Buffer.from(content, 'base64') }
    : { name: String(name), path: String(path) };
}
