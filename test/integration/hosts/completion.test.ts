import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodNames } from '../../../contract/methods.ts';
import { makeFolder, zubi } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

async function scriptFor(shell: string): Promise<string> {
  const { exitCode, stdout } = await zubi(['completion', shell]);
  expect(exitCode).toBe(0);
  return stdout;
}

const isThere = (program: string) => spawnSync(program, ['-c', 'exit 0']).status === 0;

describe('completion', () => {
  it.runIf(isThere('bash'))('in bash gives commands, options and methods', async () => {
    const path = join(folder.path, 'completion.bash');
    await writeFile(path, await scriptFor('bash'));
    const complete = (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(' ');
      const script = `source '${path}'; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _zubi
        printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
    };
    expect(complete('zubi', 'val')).toEqual(['validate']);
    expect(complete('zubi', 'submit', '--a')).toEqual(['--allow-duplicates']);
    expect(complete('zubi', 'history', '--js')).toEqual(['--json']);
    expect(complete('zubi', 'profile', 're')).toEqual(['reset', 'read-again']);
    expect(complete('zubi', 'profile', 'try', '--ans')).toEqual(['--answer']);
    expect(complete('zubi', 'call', 'license')).toEqual(['license.get']);
    expect(complete('zubi', '--data', 'x', 'call', 'connection.')).toEqual(
      methodNames.filter((name) => name.startsWith('connection.')),
    );
  });

  it.each(['zsh', 'fish', 'powershell'])('in %s names the same words', async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ['validate', 'submissions.send', 'allow-duplicates', 'state', 'read-again'])
      expect(script).toContain(word);
  });

  it.each(['zsh', 'fish'].filter(isThere))('in %s is a script that it reads', async (shell) => {
    const path = join(folder.path, `completion.${shell}`);
    await writeFile(path, await scriptFor(shell));
    expect(spawnSync(shell, ['-n', path]).status).toBe(0);
  });

  it('knows no other shell', async () => {
    expect((await zubi(['completion', 'tcsh'])).exitCode).toBe(2);
  });
});
