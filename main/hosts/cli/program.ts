import { Argument, Command, Option } from 'commander';
import { languages, reportFormats, submissionStates } from '../../../contract/choices.ts';
import type { Texts } from '../../platform/texts.ts';
import { readVersion } from '../host.ts';
import type { CommandContext, Given } from './command-context.ts';
import { completion, type Shell, shells } from './completion.ts';
import { exitCodes } from './exit-codes.ts';
import type { FatalErrorReporter } from './fatal-error-reporter.ts';
import type { FixOptions } from './fix.ts';
import { helpIn, termIn } from './help-texts.ts';
import type { HistoryOptions } from './history.ts';
import { valueOptions } from './option-values.ts';
import { addProfileCommand } from './profile-command.ts';
import type { ServeOptions } from './serve.ts';
import type { SubmitOptions } from './submit.ts';
import type { ValidateOptions } from './validate.ts';
import { WrongUsage } from './wrong-usage.ts';

interface CallOptions {
  readonly list?: true;
  readonly schema?: true;
}

/** The parts of the command line. */
interface ProgramOptions {
  /** Receives the exit code of the subcommand. */
  readonly finish: (exitCode: number) => void;
  /** Reports an uncaught fault. */
  readonly fatalErrors: FatalErrorReporter;
  /** The methods that `call --help` lists. */
  readonly methodNames: readonly string[];
}

/**
 * Builds the command line: every subcommand loads its code when it runs, and nothing slow is loaded
 * before.
 */
export function createProgram(
  texts: Texts,
  { finish, fatalErrors, methodNames }: ProgramOptions,
): Command {
  const say = (key: string) => texts.say(`help.${key}`);
  const value = valueOptions(texts);
  const program = new Command('zubi')
    .description(say('zubi'))
    .version(readVersion(), '--version', say('version'))
    .addOption(value('--data <folder>', 'data', 'folder'))
    .addOption(new Option('--lang <language>', say('lang')).choices(languages))
    .helpOption('-h, --help', say('help'))
    .helpCommand('help [command]', say('helpCommand'))
    .configureHelp(helpIn(texts))
    // The caller prints it, in the person's language.
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', () => `\n${exitCodeLines(texts)}\n`)
    .exitOverride();
  const data = () => program.opts<{ data?: string }>().data ?? null;
  const port = (command: Command) =>
    command.addOption(value('--port <number>', 'port', 'port').default(0));

  const context: CommandContext = { say, value, data, finish };
  addDocumentCommands(program, texts, context);
  addProfileCommand(program, texts, context);
  program
    .command('call')
    .description(say('call'))
    .argument('[method]', say('method'))
    .argument('[input]', say('input'))
    .option('--list', say('list'))
    .option('--schema', say('schema'))
    .addHelpText('after', () => `\n${say('methods')}\n  ${methodNames.join('\n  ')}\n`)
    .action(async (method: string | undefined, input: string | undefined, options: CallOptions) => {
      const { describeMethod, listMethods } = await import('./describe-method.ts');
      if (options.list) return finish(await listMethods());
      if (method === undefined)
        throw new WrongUsage('usage.missingArgument', { name: termIn(texts, '<method>') });
      if (options.schema) return finish(await describeMethod(method));
      const { call } = await import('./call.ts');
      finish(await call(method, input, { data: data() }, texts));
    });
  program
    .command('completion')
    .description(say('completion'))
    .addArgument(new Argument('<shell>', say('shell')).choices(shells))
    .action(async (shell: Shell) => {
      const { methodNames: methods } = await import('../../../contract/methods.ts');
      finish(await completion(shell, program, methods));
    });
  port(program.command('serve'))
    .description(say('serve'))
    .option('--sandbox', say('useSandbox'))
    .option('--no-open', say('noOpen'))
    .action(async (options: Omit<Given<ServeOptions>, 'fatalErrors'>) => {
      const { serve } = await import('./serve.ts');
      finish(await serve({ ...options, data: data(), fatalErrors }, texts));
    });
  port(program.command('sandbox'))
    .description(say('sandbox'))
    .action(async (options: { port: number }) => {
      const { sandbox } = await import('./sandbox.ts');
      finish(await sandbox({ ...options, data: data() }));
    });
  return program;
}

/** The meaning of each exit code, one per line. */
function exitCodeLines(texts: Texts): string {
  const codes = [...new Set(Object.values(exitCodes))].filter((code) => code < 128);
  const lines = codes.map((code) => `  ${code}  ${texts.say(`exitCode.${code}`)}`);
  return [texts.say('heading.ExitCodes'), ...lines].join('\n');
}

/** The first one is for people. */
const verdictFormats = ['text', ...reportFormats] as const;

function addDocumentCommands(
  program: Command,
  texts: Texts,
  { say, value, data, finish }: CommandContext,
): void {
  const json = (command: Command) => command.option('--json', say('json'));
  json(program.command('validate'))
    .description(say('validate'))
    .argument('<path...>', say('paths'))
    .addOption(
      new Option('--checks <which>', say('checks')).choices(['schema', 'all']).default('all'),
    )
    .addOption(value('--schemas <folder>', 'schemas', 'folder'))
    .addOption(new Option('--format <format>', say('format')).choices(verdictFormats))
    .addOption(value('--output <file>', 'output', 'file'))
    .action(async (paths: string[], options: Given<ValidateOptions>) => {
      const { validate } = await import('./validate.ts');
      finish(await validate(paths, { ...options, data: data() }, texts));
    });
  json(program.command('mend'))
    .description(say('mend'))
    .argument('<path...>', say('paths'))
    .option('--write', say('write'))
    .action(async (paths: string[], options: Given<FixOptions>) => {
      const { fix } = await import('./fix.ts');
      finish(await fix(paths, { ...options, data: data() }, texts));
    });
  json(program.command('submit'))
    .description(say('submit'))
    .argument('<path...>', say('paths'))
    .option('--yes', say('yes'))
    .option('--allow-duplicates', say('allowDuplicates'))
    .action(async (paths: string[], options: Given<SubmitOptions>) => {
      const { submit } = await import('./submit.ts');
      finish(await submit(paths, { ...options, data: data() }, texts));
    });
  json(program.command('history'))
    .description(say('history'))
    .addOption(new Option('--state <state...>', say('state')).choices(submissionStates))
    .addOption(new Option('--model <model>', say('model')).choices(['140', '240']))
    .option('--text <words>', say('text'))
    .option('--connection <id>', say('connection'))
    .addOption(value('--from <day>', 'from', 'day'))
    .addOption(value('--to <day>', 'to', 'day'))
    .addOption(value('--limit <number>', 'limit', 'count'))
    .action(async (options: Given<HistoryOptions>) => {
      const { history } = await import('./history.ts');
      finish(await history({ ...options, data: data() }, texts));
    });
}
