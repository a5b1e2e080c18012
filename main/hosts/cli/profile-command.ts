import { type Command, Option } from 'commander';
import { profileCalls } from '../../../contract/choices.ts';
import type { CommandContext } from './command-context.ts';

/** `zubi profile`: the service profile of the connection in force. */
export function addProfileCommand(program: Command, { say, value, run }: CommandContext): void {
  const profile = program.command('profile').description(say('profile'));
  profile
    .command('show')
    .description(say('profileShow'))
    .option('--default', say('profileDefault'))
    .addOption(value('--output <file>', 'profileOutput', 'file'))
    .action(run(async () => (await import('./profile.ts')).showProfile));
  profile
    .command('set')
    .description(say('profileSet'))
    .argument('<file>', say('profileSetFile'))
    .action(run(async () => (await import('./profile.ts')).setProfile));
  profile
    .command('reset')
    .description(say('profileReset'))
    .action(run(async () => (await import('./profile.ts')).resetProfile));
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
    .action(run(async () => (await import('./profile.ts')).tryProfile));
  profile
    .command('read-again')
    .description(say('profileReadAgain'))
    .option('--preview', say('profilePreview'))
    .option('--json', say('json'))
    .action(run(async () => (await import('./profile.ts')).readAnswersAgain));
}
