import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { App } from '../../app-options.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { IncomingFile } from '../../platform/ports.ts';
import { jsonLines } from './lines.ts';
import { createSecret, isProof, prove, relayAddress, secretFile } from './place.ts';

/** What the owner of the data folder answers to other processes of the same person. */
interface Relay {
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
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveGuest(app, secret, socket);
  });
  try {
    writeFileSync(secretFile(dataFolder), secret, { mode: 0o600 });
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
    close: () =>
      new Promise((resolve) => {
        rmSync(secretFile(dataFolder), { force: true });
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serveGuest(app: Owner, secret: string, socket: Socket): void {
  const challenge = randomBytes(16).toString('hex');
  let isKnown = false;
  const lines = jsonLines(socket, (value) => {
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
