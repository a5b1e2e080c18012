import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, zubiScript } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

const isWindows = process.platform === 'win32';

describe('a server that npm started', () => {
  it.skipIf(isWindows)('ends with npm, although npm ends only the shell between them', async () => {
    // As npm does it: a shell that waits, and a name for its command.
    const command = '"$0" "$1" sandbox --data "$2"; true';
    const shell = spawn('sh', ['-c', command, process.execPath, zubiScript, folder.path], {
      env: { ...process.env, npm_lifecycle_event: 'npx' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await new Promise<string[]>((resolve) => {
      createInterface(shell.stdout).once('line', (text) => resolve([text]));
    });
    const { baseUrl } = JSON.parse(line ?? '');
    expect((await fetch(`${baseUrl}/sandbox/assumptions`)).status).toBe(200);
    // Its end of the pipe is the last one: when it closes, the server is gone.
    const closed = new Promise<void>((resolve) => shell.stdout.once('close', () => resolve()));
    shell.kill('SIGKILL');
    await closed;
    await expect(fetch(`${baseUrl}/sandbox/state`)).rejects.toThrow();
  });
});
