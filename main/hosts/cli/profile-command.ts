import { type Command, Option } from 'commander';
import { profileCalls } from '../../../contract/choices.ts';
import type { Texts } from '../../platform/texts.ts';
import type { CommandContext, Given } from './command-context.ts';

import type { ReadAgainOptions, ShowOptions, TryOptions } from './profile.ts';

/** `zubi profile`: the service profile of the connection in force. */
export function addProfileCommand(
  program: Command,
  texts: Texts,
  { say, value, data, finish }: CommandContext,
): void {
  const profile = program.command('profile').description(say('profile'));
  profile
    .command('show')
    .description(say('profileShow'))
    .option('--default', say('profileDefault'))
    .addOption(value('--output <file>', 'profileOutput', 'file'))
    .action(async (options: Given<ShowOptions>) => {
      const { showProfile } = await import('./profile.ts');
      finish(await showProfile({ ...options, data: data() }, texts));
    });
  profile
    .command('set')
    .description(say('profileSet'))
    .argument('<file>', say('profileSetFile'))
    .action(async (file: string) => {
      const { setProfile } = await import('./profile.ts');
      finish(await setProfile(file, { data: data() }, texts));
    });
  profile
    .command('reset')
    .description(say('profileReset'))
    .action(async () => {
      const { setProfile } = await import('./profile.ts');
      finish(await setProfile(null, { data: data() }, texts));
    });
  profile
    .command('try')
    .description(say('profileTry'))
    .argument('[file]', say('profileFile'))
    .addOption(
      new Option('--call <call>', say('profileCall')).choices(profileCalls).default('submission'),
    )
    .addOption(value('--answer <file>', 'profileAnswer', 'file'))
    .addOption(value('--status <number>', 'profileStatus', 'status'))
    .option('--type <type>', say('profileType'))
    .option('--submission <id>', say('profileSubmission'))
    .option('--tax-id <id>', say('profileTaxId'))
    .option('--json', say('json'))
    .action(async (file: string | undefined, options: Given<TryOptions>) => {
      const { tryProfile } = await import('./profile.ts');
      finish(await tryProfile(file, { ...options, data: data() }, texts));
    });
  profile
    .command('read-again')
    .description(say('profileReadAgain'))
    .option('--preview', say('profilePreview'))
    .option('--json', say('json'))
    .action(async (options: Given<ReadAgainOptions>) => {
      const { readAnswersAgain } = await import('./profile.ts');
      finish(await readAnswersAgain({ ...options, data: data() }, texts));
    });
}
