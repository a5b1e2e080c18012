import { Buffer } from 'node:buffer';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LiveSecrets } from '../../../main/platform/secrets/live-secrets.ts';
import { createPassphraseSealer } from '../../../main/platform/secrets/passphrase-sealer.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createSessionSealer } from '../../../main/platform/secrets/session-sealer.ts';
import { VaultFolder } from '../../fixtures/secrets/vault-folder.ts';

const canary = 'CANARY-key-0123456789-wxyz';
const passphrase = () => new Secret('txalaparta eta albokak');
let folder: VaultFolder;

beforeEach(() => {
  folder = new VaultFolder();
});
afterEach(() => folder.remove());

// holds K4, K7
describe('a vault beside a key file', () => {
  test('returns the stored secret, also in the next run', async () => {
    const vault = await folder.open();
    await vault.set('user-api-key', new Secret(canary));
    await vault.set('company:1', new Secret('ñ€🙂'));
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    const next = await folder.open();
    expect((await next.get('user-api-key'))?.reveal()).toBe(canary);
    expect((await next.get('company:1'))?.reveal()).toBe('ñ€🙂');
    expect(await next.get('company:2')).toBeNull();
    expect(await next.get('constructor')).toBeNull();
  });

  test('reports that it does not protect', async () => {
    const vault = await folder.open();
    await vault.set('user-api-key', new Secret(canary));
    expect(vault.protection()).toEqual({ backend: 'key_file', protects: false, locked: false });
    expect(vault.fault()).toBeNull();
  });

  test('writes nothing unencrypted, not even the last four characters, in files for this user only', async () => {
    const vault = await folder.open();
    await vault.set('user-api-key', new Secret(canary));
    expect(folder.files()).toEqual(['secrets.json', 'secrets.key']);
    for (const name of folder.files()) {
      expect(folder.text(name)).not.toMatch(/CANARY|wxyz/);
      expect(folder.text(name)).not.toContain(Buffer.from(canary).toString('base64').slice(0, 12));
      expect(folder.mode(name)).toBe(0o600);
    }
    expect(folder.mode('.')).toBe(0o700);
  });

  test('shows the last four characters of a secret', async () => {
    const vault = await folder.open();
    await vault.set('user-api-key', new Secret(canary));
    await vault.set('company:1', new Secret('short'));
    expect(await vault.hint('user-api-key')).toEqual({ present: true, last4: 'wxyz' });
    expect(await vault.hint('company:1')).toEqual({ present: true, last4: null });
    expect(await vault.hint('company:2')).toEqual({ present: false, last4: null });
  });

  test('removes a secret', async () => {
    const vault = await folder.open();
    await vault.set('company:1', new Secret(canary));
    await vault.removeMany(['company:1']);
    await vault.removeMany(['company:1']);
    expect(await vault.get('company:1')).toBeNull();
    expect(await (await folder.open()).hint('company:1')).toEqual({ present: false, last4: null });
  });

  test('keeps the order of simultaneous calls', async () => {
    const vault = await folder.open();
    const calls = Array.from({ length: 20 }, (_, index) =>
      vault.set('company:1', new Secret(`key ${index}`)),
    );
    const last = vault.get('company:1');
    await Promise.all(calls);
    expect((await last)?.reveal()).toBe('key 19');
  });

  test('does not open an entry under the name of another', async () => {
    const vault = await folder.open();
    await vault.set('user-api-key', new Secret(canary));
    await vault.set('certificate-key', new Secret('other key of the office'));
    const contents = JSON.parse(folder.text());
    const { entries } = contents;
    [entries['user-api-key'], entries['certificate-key']] = [
      entries['certificate-key'],
      entries['user-api-key'],
    ];
    writeFileSync(join(folder.path, 'secrets.json'), JSON.stringify(contents));
    const next = await folder.open();
    await expect(next.get('user-api-key')).rejects.toMatchObject({ code: 'secrets_unreadable' });
    await expect(next.get('certificate-key')).rejects.toMatchObject({
      details: { reason: 'decrypt' },
    });
  });

  test('registers each secret that passes through it, for the log', async () => {
    await (await folder.open()).set('user-api-key', new Secret(canary));
    expect(folder.secrets.mask(`x ${canary} y`)).toBe('x [secret] y');
    folder.secrets = new LiveSecrets();
    await (await folder.open()).get('user-api-key');
    expect(folder.secrets.mask(`x ${canary} y`)).toBe('x [secret] y');
  });

  test('reports that its key is missing, keeps the entry, and takes the key again', async () => {
    await (await folder.open()).set('user-api-key', new Secret(canary));
    const before = JSON.parse(folder.text()).entries['user-api-key'];
    writeFileSync(join(folder.path, 'secrets.key'), 'garbage');
    const vault = await folder.open();
    expect(vault.fault()).toEqual({ code: 'secrets_unreadable', details: { reason: 'missing' } });
    await expect(vault.get('user-api-key')).rejects.toMatchObject({ code: 'secrets_unreadable' });
    expect(await vault.hint('user-api-key')).toEqual({ present: true, last4: null });
    await vault.set('certificate-key', new Secret('entered once more'));
    expect(JSON.parse(folder.text()).entries['user-api-key']).toEqual(before);
    expect(folder.files().filter((name) => name.startsWith('secrets.key.corrupt-'))).toHaveLength(
      1,
    );
    expect((await (await folder.open()).get('certificate-key'))?.reveal()).toBe(
      'entered once more',
    );
  });

  test('closes files that others could read', async () => {
    await (await folder.open()).set('user-api-key', new Secret(canary));
    chmodSync(join(folder.path, 'secrets.json'), 0o644);
    chmodSync(folder.path, 0o755);
    await folder.open();
    expect([folder.mode('secrets.json'), folder.mode('.')]).toEqual([0o600, 0o700]);
  });
});

describe('a damaged secrets file', () => {
  test.each(['', '{"keys":', '[]', 'null', '{"entries": {"a": 1}}', '\u0000\u0001'])(
    '%j is reported and kept',
    async (text) => {
      writeFileSync(join(folder.path, 'secrets.json'), text);
      for (const vault of [await folder.open(), await folder.open()]) {
        expect(vault.fault()).toMatchObject({
          code: 'secrets_unreadable',
          details: { reason: 'damaged' },
        });
        await expect(vault.get('user-api-key')).rejects.toMatchObject({
          code: 'secrets_unreadable',
        });
      }
      expect(folder.text()).toBe(text);
      const vault = await folder.open();
      await vault.set('user-api-key', new Secret(canary));
      expect(vault.fault()).toBeNull();
      expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
      expect(await vault.get('company:1')).toBeNull();
      const aside = folder.files().find((name) => name.startsWith('secrets.json.corrupt-'));
      expect(folder.text(aside)).toBe(text);
    },
  );

  test('is neither read nor overwritten when a newer version made it', async () => {
    const text = JSON.stringify({ version: 9, entries: 'of another kind' });
    writeFileSync(join(folder.path, 'secrets.json'), text);
    const vault = await folder.open();
    const newer = { code: 'secrets_unreadable', details: { reason: 'newer' } };
    await expect(vault.get('user-api-key')).rejects.toMatchObject(newer);
    await expect(vault.set('user-api-key', new Secret(canary))).rejects.toMatchObject(newer);
    await expect(vault.protect(passphrase())).rejects.toMatchObject(newer);
    expect(folder.text()).toBe(text);
  });
});

describe('a vault for this session', () => {
  test('writes nothing, and forgets', async () => {
    const vault = await folder.open([createSessionSealer()]);
    await vault.set('user-api-key', new Secret(canary));
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    expect(vault.protection()).toEqual({ backend: 'session', protects: false, locked: false });
    expect(folder.files()).toEqual([]);
    expect(await (await folder.open([createSessionSealer()])).get('user-api-key')).toBeNull();
  });

  test('forgets a removed secret at once', async () => {
    const vault = await folder.open([createSessionSealer()]);
    await vault.set('user-api-key', new Secret(canary));
    await vault.removeMany(['user-api-key']);
    expect([await vault.get('user-api-key'), vault.names()]).toEqual([null, []]);
  });

  test('keeps its secrets once a passphrase is chosen', async () => {
    const vault = await folder.open([createSessionSealer()]);
    await vault.set('user-api-key', new Secret(canary));
    expect(await vault.protect(passphrase())).toEqual({
      backend: 'passphrase',
      protects: true,
      locked: false,
    });
    const next = await folder.open([createPassphraseSealer(passphrase()), createSessionSealer()]);
    expect((await next.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('holds no copy of the key once a passphrase is chosen', async () => {
    const session = createSessionSealer();
    const sealed: string[] = [];
    const vault = await folder.open([
      {
        ...session,
        async sealKey(key) {
          sealed.push(await session.sealKey(key));
          return sealed.at(-1) ?? '';
        },
      },
    ]);
    await vault.set('user-api-key', new Secret(canary));
    expect((await session.openKey(sealed[0] ?? '')).key).toHaveLength(32);
    await vault.protect(passphrase());
    expect(sealed).toHaveLength(1);
    await expect(session.openKey(sealed[0] ?? '')).rejects.toMatchObject({
      code: 'secrets_unreadable',
    });
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    // What comes and goes later is in the file alone.
    await vault.set('user-api-key', new Secret('another-key-0123456789'));
    await vault.set('certificate-key', new Secret(canary));
    await vault.removeMany(['certificate-key']);
    const next = await folder.open([createPassphraseSealer(passphrase()), createSessionSealer()]);
    for (const each of [vault, next]) {
      expect((await each.get('user-api-key'))?.reveal()).toBe('another-key-0123456789');
      expect(await each.get('certificate-key')).toBeNull();
    }
  });
});

test('a vault in a folder that another process owns reads and writes nothing', async () => {
  await (await folder.open()).set('user-api-key', new Secret(canary));
  const before = folder.text();
  const sealers = [createPassphraseSealer(passphrase()), folder.keyFile()];
  const vault = await folder.open(sealers, true);
  expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
  const refused = { code: 'data_folder_in_use' };
  await expect(vault.set('user-api-key', new Secret('x'))).rejects.toMatchObject(refused);
  await expect(vault.removeMany(['user-api-key'])).rejects.toMatchObject(refused);
  await expect(vault.protect(passphrase())).rejects.toMatchObject(refused);
  expect(folder.text()).toBe(before);
  expect(folder.files()).toEqual(['secrets.json', 'secrets.key']);
});

test('a damaged file stays as it is while keys are set in memory and others removed', async () => {
  folder.write('secrets.json', 'no vault');
  const vault = await folder.open([createSessionSealer()]);
  await vault.setMany([['user-api-key', new Secret(canary)]], ['company:1']);
  expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
  expect(folder.files()).toEqual(['secrets.json']);
  expect(folder.text()).toBe('no vault');
});
