import type { HelpConfiguration } from 'commander';
import type { Texts } from '../../platform/texts.ts';

/** A term of the command line with its placeholders in the person's language: `<folder>`. */
export const termIn = (texts: Texts, term: string): string =>
  term.replaceAll(/(?<=[<[])\w+(?=[.\]>])/g, (name) => texts.say(`placeholder.${name}`));

/** Help in the person's language, also where the library has English words of its own. */
export function helpIn(texts: Texts): HelpConfiguration {
  const term = (text: string) => termIn(texts, text);
  const description = (text: string) =>
    text.replaceAll(/(?<=[(,] ?)(?:choices|default)(?=:)/g, (name) =>
      texts.say(`placeholder.${name}`),
    );
  return {
    showGlobalOptions: true,
    styleTitle: (title) => texts.say(`heading.${title.replace(':', '')}`),
    styleUsage: term,
    styleOptionTerm: term,
    styleArgumentTerm: (name) => texts.say(`placeholder.${name}`),
    styleSubcommandTerm: term,
    styleOptionDescription: description,
    styleArgumentDescription: description,
  };
}
