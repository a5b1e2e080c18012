import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';

const source = JSON.stringify(
  new URL('../../../main/hosts/cli/until-ended.ts', import.meta.url).href,
);
/** Reports a request to end, and does not end by itself. */
const script = `
  const { untilEnded } = await import(${source});
  untilEnded().then(() => console.log('told'));
  setInterval(() => console.log('here'), 20);
`;

describe.skipIf(process.platform === 'win32')('a command that is being ended', () => {
  it('treats simultaneous signals as one, and ends at once on a later one', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
    await expect.poll(() => said).toContain('here');
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) child.kill(signal);
    await expect.poll(() => said).toMatch(/told\nhere\n/);
    const again = setInterval(() => child.kill('SIGINT'), 50);
    onTestFinished(() => clearInterval(again));
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(said.split('told')).toHaveLength(2);
  });

  it('reports this once when it is busy and a library sends the signal again', async () => {
    const busy = `
      await import('conf');
      const { untilEnded } = await import(${source});
      untilEnded().then(() => {
        const startMs = performance.now();
        while (performance.now() - startMs < 600);
        setTimeout(() => process.exit(7), 100);
      });
      setInterval(() => console.log('here'), 20);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', busy]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([7, null]);
  });
});
