import { describe, expect, it } from 'vitest';
import { createFatalErrorReporter } from '../../../main/hosts/cli/fatal-error-reporter.ts';
import { createProgram } from '../../../main/hosts/cli/program.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

const texts = loadTexts('es');

describe('zubi validate', () => {
  it.each(['csv', 'text'])('refuses --json beside another format: %s', async (format) => {
    const program = createProgram(texts, {
      finish: () => undefined,
      fatalErrors: createFatalErrorReporter(texts),
      methodNames: [],
    });
    const args = ['validate', 'no.xml', '--json', '--format', format];
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toMatchObject({
      name: 'WrongUsage',
      key: 'usage.formatIsNotJson',
      params: { format },
    });
  });
});
