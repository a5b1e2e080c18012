import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../../../contract/choices.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { sampled } from '../../rounds.ts';
import { makeFolder, type Running, startZubi } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let running: Running;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  running.kill('SIGKILL');
  await running.ended;
  await folder.remove();
});

const planted = new URL('./planted-fault.mjs', import.meta.url);
const logFile = () => join(folder.path, 'log', 'browser', 'zubi.log');

/** `zubi serve` with a fault that occurs on command. */
async function startFaulty(...args: string[]): Promise<void> {
  const env = { NODE_OPTIONS: `--import=${planted.href}` };
  running = startZubi(['serve', '--no-open', '--data', folder.path, ...args], { env });
  await running.firstLine();
}

describe.skipIf(process.platform === 'win32')('an uncaught fault in zubi serve', () => {
  it.each(sampled(languages, 1))(
    'is reported in a sentence, with its code and the place of the log, in %s',
    async (language) => {
      await startFaulty('--lang', language);
      running.kill('SIGUSR2');
      const { exitCode, stderr } = await running.ended;
      expect(exitCode).toBe(2);
      const texts = loadTexts(language);
      const path = logFile();
      expect(stderr.trimEnd().split('\n').slice(-2)).toEqual([
        `zubi: ${texts.say('fault.ended')} (EPLANTED)`,
        `zubi: ${texts.say('fault.log', { path })}`,
      ]);
      expect(stderr).not.toMatch(/planted-secret|\n\s+at /);
    },
  );

  it('is logged with its code and its places, and nothing that it quotes', async () => {
    await startFaulty();
    running.kill('SIGUSR2');
    await running.ended;
    const log = readFileSync(logFile(), 'utf8');
    expect(JSON.parse(log)).toMatchObject({
      level: 'error',
      event: 'process.fault',
      errorName: 'TypeError',
      errorCode: 'EPLANTED',
      places: expect.stringMatching(/^test\/integration\/hosts\/planted-fault\.mjs:\d+$/),
    });
    expect(log).not.toMatch(/planted-secret|12345678/);
  });

  it('names no log when none could be written', async () => {
    await startFaulty();
    rmSync(join(folder.path, 'log', 'browser'), { recursive: true, force: true });
    writeFileSync(join(folder.path, 'log', 'browser'), '');
    running.kill('SIGUSR2');
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(2);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `zubi: ${loadTexts('es').say('fault.ended')} (EPLANTED)`,
    );
    expect(existsSync(logFile())).toBe(false);
  });
});
