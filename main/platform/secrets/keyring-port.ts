import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { moduleBeside } from '../module-beside.ts';

/**
 * A keychain of the system: names and texts. Each call rejects when it fails or exceeds
 * `timeoutMs`.
 */
export interface KeyringPort {
  /** False when it is known without asking that there is none. */
  isLikely(): boolean;
  get(account: string, timeoutMs: number): Promise<string | null>;
  set(account: string, value: string, timeoutMs: number): Promise<void>;
  delete(account: string, timeoutMs: number): Promise<void>;
}

interface KeyringProcessOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** The script that calls the keychain; tests replace it. */
  readonly script?: string;
}

const service = 'Zubi';
const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.string().nullable() }),
  z.object({ ok: z.literal(false) }),
]);

/** The keychain, each call in a process of its own that is killed at its time limit. */
export function createKeyringProcess(options: KeyringProcessOptions): KeyringPort {
  const { environment, script = fileURLToPath(moduleBeside(import.meta.url, './keyring-child')) } =
    options;
  const ask = async (operation: string, account: string, value: string | null, timeout: number) => {
    const child = spawn(process.execPath, [script], {
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify({ operation, service, account, value }));
    try {
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
      const answer = answerSchema.parse(JSON.parse(output));
      if (answer.ok) return answer.value;
    } catch {
      // It did not start, was killed, or said something else.
    }
    throw new Error('keyring_call');
  };
  return {
    isLikely: () => isKeychainLikely(environment),
    get: (account, timeoutMs) => ask('get', account, null, timeoutMs),
    set: async (account, value, timeoutMs) => void (await ask('set', account, value, timeoutMs)),
    delete: async (account, timeoutMs) => void (await ask('delete', account, null, timeoutMs)),
  };
}

function isKeychainLikely(environment: NodeJS.ProcessEnv): boolean {
  // There the host's own storage is used; its binary does not run scripts.
  if (process.versions.electron !== undefined) return false;
  if (process.platform !== 'linux') return true;
  return (
    Boolean(environment.DBUS_SESSION_BUS_ADDRESS) ||
    existsSync(`/run/user/${process.getuid?.()}/bus`)
  );
}
