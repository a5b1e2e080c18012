import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const script = join(root, 'scripts/sign-update.mjs');

export const installerName = 'zubi-0.1.0-linux-x86_64.AppImage';

const changes = `# Changelog

## Unreleased

- Not yet.

## 0.1.0 (2026-11-24)

- Faster.

## 0.0.9

- Older.
`;

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A publisher: a key made and a manifest signed by the real script, an installer, a server. */
export interface Publisher {
  readonly url: string;
  readonly publicKey: string;
  readonly installer: Buffer;
  /** The server's answer instead of the signed manifest. */
  manifest: string;
  /** The answer for the installer. */
  answer: RequestListener;
  /** The requested paths. */
  readonly asked: string[];
  /** Signs other contents with the publisher's key. */
  resign(change: object): string;
}

export async function openPublisher(): Promise<Publisher> {
  const folder = makeFolder();
  const key = join(folder, 'private.pem');
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', stdio: 'pipe' });
  const made = run('new-key', '--key', key, '--manifest-url', 'https://zubi.example/updates.json');
  const installer = Buffer.alloc(300_000, 'zubi');
  writeFileSync(join(folder, installerName), installer);
  writeFileSync(join(folder, 'zubi-0.0.9-linux-x86_64.AppImage'), 'an older one');
  writeFileSync(join(folder, 'zubi-0.1.0-mac-arm64.dmg'), 'for people');
  const changelog = join(folder, 'CHANGELOG.md');
  writeFileSync(changelog, changes);
  const out = join(folder, 'updates.json');
  const named = ['--key', key, '--files', folder, '--version', '0.1.0', '--out', out];
  run('sign', ...named, '--changelog', changelog);
  const manifest = readFileSync(out, 'utf8');
  const publisher: Omit<Publisher, 'url'> = {
    publicKey: JSON.parse(made.slice(made.indexOf('{'))).publicKey,
    installer,
    manifest,
    answer: (_request, response) => void response.end(installer),
    asked: [],
    resign(change) {
      const signed = JSON.stringify({ ...JSON.parse(JSON.parse(manifest).signed), ...change });
      const signature = sign(null, Buffer.from(signed), readFileSync(key, 'utf8'));
      return JSON.stringify({ signed, signature: signature.toString('base64') });
    },
  };
  const server = createServer((request, response) => {
    publisher.asked.push(request.url ?? '');
    if (request.url === '/updates.json') response.end(publisher.manifest);
    else publisher.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(publisher, { url: `http://127.0.0.1:${port}/updates.json` });
}

/** A key that nobody trusts. */
export function strangersKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}
