import { Command, InvalidArgumentError, Option } from 'commander';
import { languages, reportFormats } from '../../../contract/choices.ts';
import type { Texts } from '../../platform/texts.ts';
import { readVersion } from '../host.ts';
import type { FatalErrorReporter } from './fatal-error-reporter.ts';

interface GlobalOptions {
  readonly data?: string;
}

/** What the command line is built with. */
export interface ProgramOptions {
  /** Told the exit code of the subcommand that ran. */
  readonly finish: (exitCode: number) => void;
  /** What is said of a fault that nothing catches. */
  readonly fatalErrors: FatalErrorReporter;
  /** What `call --help` lists. */
  readonly methodNames: readonly string[];
}

/**
 * Builds the command line: every subcommand loads its code when it runs, and nothing is loaded
 * before that takes longer than the command.
 */
export function createProgram(
  texts: Texts,
  { finish, fatalErrors, methodNames }: ProgramOptions,
): Command {
  const say = (key: string) => texts.say(`help.${key}`);
  const program = new Command('zubi')
    .description(say('zubi'))
    .version(readVersion(), '--version', say('version'))
    .option('--data <folder>', say('data'))
    .addOption(new Option('--lang <language>', say('lang')).choices(languages))
    .helpOption('-h, --help', say('help'))
    .helpCommand('help [command]', say('helpCommand'))
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => texts.say(`heading.${title.replace(':', '')}`),
    })
    // Told by the code that called us, in the person's language.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  const data = () => program.opts<GlobalOptions>().data ?? null;
  const port = (command: Command) =>
    command.addOption(
      new Option('--port <number>', say('port')).argParser(parsePort(texts)).default(0),
    );

  addDocumentCommands(program, texts, { say, data, finish });
  program
    .command('call')
    .description(say('call'))
    .argument('<method>', say('method'))
    .argument('[input]', say('input'))
    .addHelpText('after', () => `\n${say('methods')}\n  ${methodNames.join('\n  ')}\n`)
    .action(async (method: string, input: string | undefined) => {
      const { call } = await import('./call.ts');
      finish(await call(method, input, { data: data() }, texts));
    });
  port(program.command('serve'))
    .description(say('serve'))
    .option('--sandbox', say('useSandbox'))
    .option('--no-open', say('noOpen'))
    .action(async (options: { port: number; sandbox?: true; open: boolean }) => {
      const { serve } = await import('./serve.ts');
      const { sandbox = false } = options;
      finish(await serve({ ...options, sandbox, data: data(), fatalErrors }, texts));
    });
  port(program.command('sandbox'))
    .description(say('sandbox'))
    .action(async (options: { port: number }) => {
      const { sandbox } = await import('./sandbox.ts');
      finish(await sandbox({ ...options, data: data() }));
    });
  return program;
}

/** The first one is what a person reads. */
const verdictFormats = ['text', ...reportFormats] as const;

interface ValidateArguments {
  readonly json?: true;
  readonly checks: 'schema' | 'all';
  readonly schemas?: string;
  readonly format?: (typeof verdictFormats)[number];
  readonly output?: string;
}

interface Surroundings {
  readonly say: (key: string) => string;
  readonly data: () => string | null;
  readonly finish: (exitCode: number) => void;
}

function addDocumentCommands(
  program: Command,
  texts: Texts,
  { say, data, finish }: Surroundings,
): void {
  const json = (command: Command) => command.option('--json', say('json'));
  json(program.command('validate'))
    .description(say('validate'))
    .argument('<path...>', say('paths'))
    .addOption(
      new Option('--checks <which>', say('checks')).choices(['schema', 'all']).default('all'),
    )
    .option('--schemas <folder>', say('schemas'))
    .addOption(new Option('--format <format>', say('format')).choices(verdictFormats))
    .option('--output <file>', say('output'))
    .action(async (paths: string[], options: ValidateArguments) => {
      const { validate } = await import('./validate.ts');
      const { json = false, checks, schemas = null, output = null } = options;
      const format = options.format ?? (json ? 'json' : 'text');
      finish(await validate(paths, { format, checks, schemas, output, data: data() }, texts));
    });
  json(program.command('mend'))
    .description(say('mend'))
    .argument('<path...>', say('paths'))
    .option('--write', say('write'))
    .action(async (paths: string[], options: { json?: true; write?: true }) => {
      const { fix } = await import('./fix.ts');
      const { json = false, write = false } = options;
      finish(await fix(paths, { json, write, data: data() }, texts));
    });
  json(program.command('submit'))
    .description(say('submit'))
    .argument('<path...>', say('paths'))
    .option('--yes', say('yes'))
    .action(async (paths: string[], options: { json?: true; yes?: true }) => {
      const { submit } = await import('./submit.ts');
      finish(
        await submit(
          paths,
          { json: options.json ?? false, yes: options.yes ?? false, data: data() },
          texts,
        ),
      );
    });
  json(program.command('history'))
    .description(say('history'))
    .action(async (options: { json?: true }) => {
      const { history } = await import('./history.ts');
      finish(await history({ json: options.json ?? false, data: data() }, texts));
    });
}

function parsePort(texts: Texts): (text: string) => number {
  return (text) => {
    const port = Number(text);
    if (!/^\d{1,5}$/.test(text) || port > 65_535)
      throw new InvalidArgumentError(texts.say('usage.port'));
    return port;
  };
}
