import { CommanderError } from 'commander';
import { ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { hardenProcess } from '../../platform/log/harden-process.ts';
import { systemCode } from '../../platform/system-code.ts';
import { loadTexts, type Texts } from '../../platform/texts.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { createFatalErrorReporter } from './fatal-error-reporter.ts';
import { termIn } from './help-texts.ts';
import { chooseLanguage, findLanguageOption } from './language.ts';
import { complain, complainRemedies, outliveReaders, write, writeJson } from './output.ts';
import { createProgram } from './program.ts';
import { WrongUsage } from './wrong-usage.ts';

const { notCarriedOut } = exitCodes;

/**
 * Runs a command line (`process.argv` without its first two) and returns the exit code. Never
 * throws.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const outputRefused = outliveReaders();
  const texts = loadTexts(chooseLanguage(findLanguageOption(args), process.env));
  const fatalErrors = createFatalErrorReporter(texts);
  const onFatal = (code: string) => {
    fatalErrors.say(code);
    process.exit(notCarriedOut);
  };
  const soften = hardenProcess({ log: fatalErrors.log, onFatal });
  let exitCode = 0;
  const finish = (code: number) => {
    exitCode = code;
  };
  try {
    const program = createProgram(texts, {
      finish,
      fatalErrors,
      methodNames: await listMethods(args),
    });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof ZubiError && args.includes('--json'))
      await writeJson({ error: toCallError(error) });
    exitCode = explain(error, texts);
  } finally {
    soften();
  }
  await write('');
  const code = outputRefused();
  if (code === null) return exitCode;
  complain(texts.say('usage.outputRefused', { code }));
  return notCarriedOut;
}

/** Loading the contract takes longer than most commands: only when its methods may be listed. */
async function listMethods(args: readonly string[]): Promise<readonly string[]> {
  return args.includes('call') ? (await import('../../../contract/methods.ts')).methodNames : [];
}

/** Prints in one line what went wrong, with its code; never a stack. */
function explain(error: unknown, texts: Texts): number {
  if (error instanceof CommanderError) return explainUsage(error, texts);
  if (error instanceof WrongUsage) {
    complain(texts.say(error.key, error.params));
    return notCarriedOut;
  }
  if (error instanceof ZubiError) {
    complain(`${texts.failure({ code: error.code, details: error.details })} (${error.code})`);
    complainRemedies([error.code], texts);
    return exitCodeOf(error.code, notCarriedOut);
  }
  const name = error instanceof Error ? error.name : 'Error';
  const code = systemCode(error) || 'internal';
  if (isOfPort(error)) complain(texts.say('usage.portTaken'));
  else complain(`${texts.failure({ code: 'internal', details: { name } })} (${code})`);
  return notCarriedOut;
}

const isOfPort = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen';

/** The parser's complaints in the person's language; its own text quotes the wrong word. */
function explainUsage(error: CommanderError, texts: Texts): number {
  if (error.exitCode === 0) return 0;
  // Without a command the help has been shown.
  if (error.code === 'commander.help') return notCarriedOut;
  const [, first = '', second = ''] = /'([^']*)'[^']*(?:'([^']*)')?/.exec(error.message) ?? [];
  // Of an argument the parser names the value first.
  const isArgument = error.message.includes('for argument');
  const [name, given] = isArgument ? [second, first] : [first, second];
  const choices = /Allowed choices are (.+)\.$/.exec(error.message)?.[1];
  const key = choices === undefined ? error.code.replace('commander.', '') : 'invalidChoice';
  const term = isArgument || key === 'missingArgument' ? `<${name}>` : name;
  complain(texts.say(`usage.${key}`, { name: termIn(texts, term ?? ''), given, choices }));
  // Our own sentence, behind the parser's; of choices it is the parser's too.
  const [, reason] = /^.* is invalid\. (.+)$/s.exec(error.message) ?? [];
  if (reason !== undefined && choices === undefined) complain(reason);
  complain(texts.say('usage.seeHelp'));
  return notCarriedOut;
}
