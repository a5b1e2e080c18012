import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxHost } from '../../../sandbox/host.ts';
import { send, userHeader } from './stage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zubi-sandbox-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the sandbox inside the application', () => {
  it('works from the data folder and keeps its key from one start to the next', async () => {
    const first = await sandboxHost.start(folder);
    const seen = await send(first.baseUrl, {
      method: 'GET',
      path: '/regional/license',
      headers: userHeader(first.userApiKey),
    });
    expect(seen.status).toBe(200);
    expect((await stat(join(folder, 'sandbox', 'sandbox.db'))).isFile()).toBe(true);
    await first.close();
    await expect(request(first.baseUrl)).rejects.toThrow();
    const second = await sandboxHost.start(folder);
    expect(second.userApiKey).toBe(first.userApiKey);
    await second.close();
  });

  it('closes twice without an error', async () => {
    const sandbox = await sandboxHost.start(folder);
    await Promise.all([sandbox.close(), sandbox.close()]);
  });

  it('says why it cannot start', async () => {
    await writeFile(join(folder, 'sandbox'), 'a file where the folder should be');
    await expect(sandboxHost.start(folder)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('is reachable from this machine only', async () => {
    const sandbox = await sandboxHost.start(folder);
    const { port } = new URL(sandbox.baseUrl);
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of outside) {
      await expect(request(`http://${address}:${port}/regional/license`)).rejects.toThrow();
    }
    await sandbox.close();
  });
});
