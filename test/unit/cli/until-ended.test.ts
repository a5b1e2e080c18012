import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';

const source = JSON.stringify(new URL('../../../main/cli/until-ended.ts', import.meta.url).href);
/** Says when it was told to end, and does not come to an end by itself. */
const script = `
  const { untilEnded } = await import(${source});
  setInterval(() => undefined, 60_000);
  untilEnded().then(() => console.log('told'));
  console.log('ready');
`;

describe.skipIf(process.platform === 'win32')('a command that is to end', () => {
  it('is told once, and ended at once by whoever does not want to wait', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(String(chunk)));
    await once(child.stdout, 'data');
    const again = setInterval(() => child.kill('SIGINT'), 50);
    onTestFinished(() => clearInterval(again));
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(said.join('')).toBe('ready\ntold\n');
  });
});
