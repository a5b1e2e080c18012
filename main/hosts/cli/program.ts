import { Argument, Command, Option } from 'commander';
import { languages, reportFormats, submissionStates } from '../../../contract/choices.ts';
import type { Texts } from '../../platform/texts.ts';
import { readVersion } from '../host.ts';
import { type CommandContext, createRun } from './command-context.ts';
import { completion, type Shell, shells } from './completion.ts';
import { exitCodes } from './exit-codes.ts';
import type { FatalErrorReporter } from './fatal-error-reporter.ts';
import { helpIn, termIn } from './help-texts.ts';
import { valueOptions } from './option-values.ts';
import { addProfileCommand } from './profile-command.ts';
import type { ServeOptions } from './serve.ts';
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

  const run = createRun(texts, data, finish);
  const context: CommandContext = { say, value, run };
  addDocumentCommands(program, context);
  addProfileCommand(program, context);
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
    .action(
      run(async () => {
        const { serve } = await import('./serve.ts');
        return (options: Omit<ServeOptions, 'fatalErrors'>) =>
          serve({ ...options, fatalErrors }, texts);
      }),
    );
  port(program.command('sandbox'))
    .description(say('sandbox'))
    .action(run(async () => (await import('./sandbox.ts')).sandbox));
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

function addDocumentCommands(program: Command, { say, value, run }: CommandContext): void {
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
    .action(run(async () => (await import('./validate.ts')).validate));
  json(program.command('mend'))
    .description(say('mend'))
    .argument('<path...>', say('paths'))
    .option('--write', say('write'))
    .action(run(async () => (await import('./fix.ts')).fix));
  json(program.command('submit'))
    .description(say('submit'))
    .argument('<path...>', say('paths'))
    .option('--yes', say('yes'))
    .option('--allow-duplicates', say('allowDuplicates'))
    .action(run(async () => (await import('./submit.ts')).submit));
  json(program.command('history'))
    .description(say('history'))
    .addOption(new Option('--state <state...>', say('state')).choices(submissionStates))
    .addOption(new Option('--model <model>', say('model')).choices(['140', '240']))
    .option('--text <words>', say('text'))
    .option('--connection <id>', say('connection'))
    .addOption(value('--from <day>', 'from', 'day'))
    .addOption(value('--to <day>', 'to', 'day'))
    .addOption(value('--limit <number>', 'limit', 'count'))
    .action(run(async () => (await import('./history.ts')).history));
}
