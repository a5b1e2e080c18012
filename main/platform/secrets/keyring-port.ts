import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
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
  const script = options.script ?? ownScript();
  const ask = (operation: string, account: string, value: string | null, timeoutMs: number) =>
    askProcess(
      { script, environment: options.environment, timeoutMs },
      { operation, service, account, value },
    );
  return {
    isLikely: () => isKeychainLikely(options.environment),
    get: (account, timeoutMs) => ask('get', account, null, timeoutMs),
    set: async (account, value, timeoutMs) => void (await ask('set', account, value, timeoutMs)),
    delete: async (account, timeoutMs) => void (await ask('delete', account, null, timeoutMs)),
  };
}

function ownScript(): string {
  return fileURLToPath(moduleBeside(import.meta.url, './keyring-child'));
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

interface ProcessCall {
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

function askProcess(call: ProcessCall, request: object): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [call.script], {
      env: call.environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: call.timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      text += part;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', () => reject(new Error('keyring_process')));
    child.on('close', () => {
      const answer = parseAnswer(text);
      if (answer?.ok) resolve(answer.value);
      else reject(new Error('keyring_call'));
    });
    child.stdin.end(JSON.stringify(request));
  });
}

function parseAnswer(text: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
