import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodNames } from '../../../contract/methods.ts';
import { command } from './run-command.ts';
import { makeFolder } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

async function scriptFor(shell: string): Promise<string> {
  const { exitCode, stdout } = await command(['completion', shell]);
  expect(exitCode).toBe(0);
  return stdout;
}

const isThere = (program: string) => spawnSync(program, ['-c', 'exit 0']).status === 0;

/** The command line that prints how each shell completes the words by the script. */
const linesIn: Readonly<Record<string, (path: string, words: readonly string[]) => string>> = {
  bash: (path, words) => `source '${path}'; COMP_WORDS=(${quote(words)})
    COMP_CWORD=${words.length - 1}; _zubi; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The functions of the completion system exist only while a line is edited.
  zsh: (path, words) => `compdef() { : }; _files() { : }; compadd() { print -rl -- $words_of }
    source '${path}'; words=(${quote(words)}); CURRENT=${words.length}
    _zubi | grep -e "^\${words[CURRENT]}"`,
  fish: (path, words) => `source '${path}'; complete -C '${words.join(' ')}'`,
};
const quote = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

describe('completion', () => {
  it.for(Object.entries(linesIn))(
    'in %s gives commands, options and methods',
    async ([shell, lineOf], { skip }) => {
      skip(!isThere(shell), `${shell} is not installed here`);
      const path = join(folder.path, `completion.${shell}`);
      await writeFile(path, await scriptFor(shell));
      const complete = (...words: string[]) =>
        execFileSync(shell, ['-c', lineOf(path, words)], { encoding: 'utf8' })
          .split('\n')
          .filter((line) => line !== '')
          .toSorted();
      expect(complete('zubi', 'val')).toEqual(['validate']);
      expect(complete('zubi', 'submit', '--a')).toEqual(['--allow-duplicates']);
      expect(complete('zubi', 'history', '--js')).toEqual(['--json']);
      expect(complete('zubi', 'profile', 're')).toEqual(['read-again', 'reset']);
      expect(complete('zubi', 'profile', 'try', '--ans')).toEqual(['--answer']);
      expect(complete('zubi', 'call', 'license')).toEqual(['license.get']);
      expect(complete('zubi', '--data', 'x', 'call', 'connection.')).toEqual(
        methodNames.filter((name) => name.startsWith('connection.')).toSorted(),
      );
    },
  );

  it.each(['zsh', 'fish', 'powershell'])('in %s has the same words', async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ['validate', 'submissions.send', 'allow-duplicates', 'state', 'read-again'])
      expect(script).toContain(word);
  });

  it('supports no other shell', async () => {
    const { exitCode, stdout, stderr } = await command(['completion', 'tcsh']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('bash, zsh, fish, powershell.');
  });
});
