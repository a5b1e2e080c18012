import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../../contract/choices.ts';
import { createFatalErrorReporter } from '../../../main/hosts/cli/fatal-error-reporter.ts';
import { createProgram } from '../../../main/hosts/cli/program.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

const programIn = (language: Language) => {
  const texts = loadTexts(language);
  return createProgram(texts, {
    finish: () => undefined,
    fatalErrors: createFatalErrorReporter(texts),
    methodNames: [],
  });
};

describe('the help', () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const words = (language: Language) =>
    all(programIn(language)).flatMap((command) => [
      ...command.helpInformation().matchAll(/[<[]([^>\]]+?)(?:\.\.\.)?[>\]]|(?:\(|, )(\w[\w ]*):/g),
    ]);

  it.each(['es', 'eu'] as const)('has no word of the library in %s', (language) => {
    const english = words('en').map(([, place = '', value = '']) => place + value);
    const own = words(language).map(([, place = '', value = '']) => place + value);
    expect(own.length).toBeGreaterThan(100);
    expect(english).toEqual(expect.arrayContaining(['options', 'command', 'choices', 'default']));
    expect(own.filter((word) => english.includes(word))).toEqual([]);
    expect(own.filter((word) => word.includes('placeholder'))).toEqual([]);
    const bare = all(programIn(language)).flatMap((command) =>
      command.registeredArguments
        .map((argument) => argument.name())
        .filter((name) => new RegExp(`^ {2}${name} `, 'm').test(command.helpInformation())),
    );
    expect(bare).toEqual([]);
  });
});

it.each(['es', 'eu', 'en'] as const)(
  'the help of the sandbox says what keeps its data: %s',
  (language) => {
    const sandbox = programIn(language).commands.find((command) => command.name() === 'sandbox');
    expect(sandbox?.description()).toMatch(/--data.*ZUBI_DATA/);
  },
);

describe('zubi validate', () => {
  it.each(['csv', 'text'])('refuses --json beside another format: %s', async (format) => {
    const program = programIn('es');
    const args = ['validate', 'no.xml', '--json', '--format', format];
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toMatchObject({
      name: 'WrongUsage',
      key: 'usage.formatIsNotJson',
      params: { format },
    });
  });
});
