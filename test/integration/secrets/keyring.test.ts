import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createKeyringProcess,
  type KeyringPort,
} from '../../../main/platform/secrets/keyring-port.ts';
import { createKeyringSealer } from '../../../main/platform/secrets/keyring-sealer.ts';
import { createLocalSealers } from '../../../main/platform/secrets/sealers.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { clock, VaultFolder } from '../../fixtures/secrets/vault-folder.ts';

const canary = 'CANARY-key-0123456789-wxyz';
let folder: VaultFolder;

beforeEach(() => {
  folder = new VaultFolder();
});
afterEach(() => folder.remove());

/** A keychain in memory, whose calls can be made to fail. */
class MemoryKeyring implements KeyringPort {
  readonly values = new Map<string, string>();
  isThere = true;
  failing = false;
  forgetful = false;
  mute = false;

  isLikely(): boolean {
    return this.isThere;
  }

  async get(account: string): Promise<string | null> {
    if (this.failing || this.mute) throw new Error('keyring_call');
    return this.values.get(account) ?? null;
  }

  async set(account: string, value: string): Promise<void> {
    if (this.failing) throw new Error('keyring_call');
    if (!this.forgetful) this.values.set(account, value);
  }

  async delete(account: string): Promise<void> {
    this.values.delete(account);
  }
}

// holds K1, K3
describe('a vault whose key is in the keychain', () => {
  const open = (keyring: KeyringPort) =>
    folder.open([createKeyringSealer(keyring), folder.keyFile()]);

  test('leaves nothing on the disk that can open it', async () => {
    const keyring = new MemoryKeyring();
    const vault = await open(keyring);
    await vault.set('user-api-key', new Secret(canary));
    expect(vault.protection()).toEqual({ backend: 'keyring', protects: true, locked: false });
    expect(folder.files()).toEqual(['secrets.json']);
    const [key] = keyring.values.values();
    expect(keyring.values.size).toBe(1);
    expect(folder.text()).not.toContain(key);
    expect((await (await open(keyring)).get('user-api-key'))?.reveal()).toBe(canary);
  });

  test.each(['isThere', 'failing', 'forgetful'] as const)(
    'uses the next protection when the keychain fails (%s)',
    async (fault) => {
      const keyring = new MemoryKeyring();
      keyring[fault] = fault !== 'isThere';
      const vault = await open(keyring);
      await vault.set('user-api-key', new Secret(canary));
      expect(vault.protection()).toEqual({ backend: 'key_file', protects: false, locked: false });
    },
  );

  test('is not moved to a key file unnoticed while the keychain is not available', async () => {
    const keyring = new MemoryKeyring();
    await (await open(keyring)).set('user-api-key', new Secret(canary));
    for (const fault of ['isThere', 'failing'] as const) {
      const away = Object.assign(new MemoryKeyring(), { [fault]: fault === 'failing' });
      const vault = await open(away);
      await expect(vault.get('user-api-key')).rejects.toMatchObject({ code: 'secrets_unreadable' });
      await expect(vault.set('company:1', new Secret('x'))).rejects.toMatchObject({
        code: 'secrets_unreadable',
      });
      expect(folder.files()).toEqual(['secrets.json']);
    }
  });

  test('removes its test value from a keychain that does not return it', async () => {
    const keyring = new MemoryKeyring();
    keyring.mute = true;
    expect(await createKeyringSealer(keyring).available()).toBe(false);
    expect([...keyring.values]).toEqual([]);
  });

  test('refuses a secret when the keychain did not keep the key, though it kept the test value', async () => {
    const keyring = new MemoryKeyring();
    const sealer = createKeyringSealer(keyring);
    expect(await sealer.available()).toBe(true);
    keyring.forgetful = true;
    const error = { code: 'secrets_unreadable', details: { reason: 'unavailable' } };
    await expect(sealer.sealKey(Buffer.alloc(32))).rejects.toMatchObject(error);
  });

  test('removes its key from the keychain when it gets a passphrase', async () => {
    const keyring = new MemoryKeyring();
    const vault = await open(keyring);
    await vault.set('user-api-key', new Secret(canary));
    await vault.protect(new Secret('a passphrase of hers'));
    expect(keyring.values.size).toBe(0);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
  });
});

describe('the process that calls the keychain', () => {
  const port = (source: string) => {
    const script = join(folder.path, 'script.mjs');
    writeFileSync(script, source);
    return createKeyringProcess({ environment: { PATH: process.env.PATH }, script });
  };

  test('gets its input by standard input, and nothing in its arguments', async () => {
    const echo = port(`
      let text = '';
      for await (const part of process.stdin) text += part;
      process.stdout.write(JSON.stringify({ ok: true, value: JSON.stringify([process.argv.slice(2), JSON.parse(text).account]) }));`);
    expect(await echo.get('name', 20_000)).toBe('[[],"name"]');
    await echo.set('name', canary, 20_000);
  });

  test('does not show a key to those who list processes', async () => {
    const listing = port(`
      import { execFileSync } from 'node:child_process';
      for await (const part of process.stdin);
      const value = execFileSync('ps', ['-eww', '-o', 'args'], { encoding: 'utf8' });
      process.stdout.write(JSON.stringify({ ok: true, value: String(value.includes('script.mjs')) + value.includes('${'CANARY'}-key') }));`);
    await listing.set('name', canary, 20_000);
    expect(await listing.get('name', 20_000)).toBe('truefalse');
  });

  test('is killed when it does not answer', async () => {
    const pidFile = join(folder.path, 'pid');
    const hanging = port(`
      import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`);
    // As long as this machine needs to start it.
    for (const limitMs of [300, 2_500, 20_000]) {
      await expect(hanging.get('name', limitMs)).rejects.toThrow('keyring_call');
      if (existsSync(pidFile)) break;
    }
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test.each(['', 'nonsense', '{"ok":false}', '{"ok":true}', '[]'])(
    'rejects the answer %j',
    async (answer) => {
      const bad = port(`process.stdout.write(${JSON.stringify(answer)})`);
      await expect(bad.get('name', 20_000)).rejects.toThrow('keyring_call');
    },
  );

  test('works with the real library, which says no where there is no keychain', async () => {
    const environment = {
      PATH: process.env.PATH,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    };
    const real = createKeyringProcess({ environment });
    if (process.platform !== 'linux') return;
    expect(real.isLikely()).toBe(true);
    await expect(real.set('zubi-test', 'x', 20_000)).rejects.toThrow('keyring_call');
    expect(await createKeyringSealer(real).available()).toBe(false);
  });
});

test('a D-Bus that takes the call and never answers delays nothing', async () => {
  const path = join(folder.path, 'bus');
  let calls = 0;
  const bus = createServer(() => {
    calls += 1;
  });
  bus.listen(path);
  await once(bus, 'listening');
  const environment = { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
  const keyring = createKeyringProcess({ environment });
  for (const limitMs of [500, 2_500, 20_000]) {
    await expect(keyring.get('zubi-test', limitMs)).rejects.toThrow('keyring_call');
    if (calls > 0 || process.platform !== 'linux') break;
  }
  expect(calls).toBe(process.platform === 'linux' ? 1 : 0);
  bus.close();
});

test('without a keychain and a passphrase the local hosts use a key file', async () => {
  const environment = {
    PATH: process.env.PATH,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  };
  if (process.platform !== 'linux') return;
  const vault = await folder.open(
    createLocalSealers({ dataFolder: folder.path, clock, environment }),
  );
  await vault.set('user-api-key', new Secret(canary));
  expect(vault.protection()).toEqual({ backend: 'key_file', protects: false, locked: false });
  expect(readdirSync(folder.path).sort()).toEqual(['secrets.json', 'secrets.key']);
});
