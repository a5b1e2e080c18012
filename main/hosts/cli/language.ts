import { type Language, languages } from '../../../contract/choices.ts';

/** The value of `--lang`, before arguments are parsed: the help itself is in that language. */
export function findLanguageOption(args: readonly string[]): string | null {
  const at = args.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  if (at < 0) return null;
  return args[at]?.split('=', 2)[1] ?? args[at + 1] ?? null;
}

/** The language: the requested one, else the system's if it is one of ours, else Spanish. */
export function chooseLanguage(
  asked: string | null,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const system = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  for (const tag of [asked ?? '', system.slice(0, 2).toLowerCase()]) {
    const language = languages.find((known) => known === tag);
    if (language !== undefined) return language;
  }
  return 'es';
}
