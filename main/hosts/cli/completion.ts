import type { Command } from 'commander';
import { write } from './output.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** Words that complete a command line: commands, options, and the words after each. */
interface Words {
  readonly commands: readonly string[];
  /** By command; '' for the options of all commands. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** The words after a command: methods after `call`, subcommands after `profile`. */
  readonly after: Readonly<Record<string, readonly string[]>>;
}

function wordsOf(program: Command, methods: readonly string[]): Words {
  const ownOptions = (command: Command) =>
    command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
  const optionsOf = (command: Command) => [
    ...new Set([command, ...command.commands].flatMap(ownOptions)),
  ];
  const inner = program.commands.filter(({ commands }) => commands.length > 0);
  const namesOf = ({ commands }: Command) => commands.map((command) => command.name());
  return {
    commands: program.commands.map((command) => command.name()),
    options: Object.fromEntries([
      ['', [...ownOptions(program), '--help']],
      ...program.commands.map((command) => [command.name(), optionsOf(command)] as const),
    ]),
    after: {
      ...Object.fromEntries(inner.map((command) => [command.name(), namesOf(command)] as const)),
      call: methods,
    },
  };
}

/**
 * Prints the script with which a shell completes `zubi`; in bash: `source <(zubi completion bash)`.
 * It contains this version's words, so typing starts nothing.
 */
export async function completion(
  shell: Shell,
  program: Command,
  methods: readonly string[],
): Promise<number> {
  await write(scripts[shell](wordsOf(program, methods)));
  return 0;
}

const after = (
  words: Words['after'],
  line: (name: string, words: readonly string[]) => string,
): string =>
  Object.entries(words)
    .map(([name, each]) => line(name, each))
    .join('\n');

const quote = (words: readonly string[]): string => words.join(' ');

const scripts: Readonly<Record<Shell, (words: Words) => string>> = {
  bash: ({ commands, options, after: rest }) => `# bash completion for zubi
_zubi() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="" each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$each" in ${commands.join('|')}) command="$each"; break ;; esac
  done
  local words=""
  case "$command" in
    '') words="${quote(commands)}" ;;
${after(rest, (name, words) => `    ${name}) words="${quote(words)}" ;;`)}
  esac
  if [[ "$word" == -* ]]; then
    words="${quote(options[''] ?? [])}"
    case "$command" in
${commands.map((name) => `      ${name}) words+=" ${quote(options[name] ?? [])}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _zubi zubi
`,
  zsh: ({ commands, options, after: rest }) => `#compdef zubi
# zsh completion for zubi
_zubi() {
  local command each
  local -a words_of
  for each in "\${(@)words[2,CURRENT-1]}"; do
    case "$each" in (${commands.join('|')}) command="$each"; break ;; esac
  done
  case "$command" in
    ('') words_of=(${quote(commands)}) ;;
${after(rest, (name, words) => `    (${name}) words_of=(${quote(words)}) ;;`)}
    (*) _files ;;
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    words_of=(${quote(options[''] ?? [])})
    case "$command" in
${commands.map((name) => `      (${name}) words_of+=(${quote(options[name] ?? [])}) ;;`).join('\n')}
    esac
  fi
  compadd -a words_of
}
compdef _zubi zubi
`,
  fish: ({ commands, options, after: rest }) =>
    [
      '# fish completion for zubi',
      `complete -c zubi -n __fish_use_subcommand -a '${quote(commands)}'`,
      ...(options[''] ?? []).map((option) => `complete -c zubi -l ${option.slice(2)}`),
      ...commands.flatMap((name) =>
        (options[name] ?? []).map(
          (option) =>
            `complete -c zubi -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
        ),
      ),
      after(
        rest,
        (name, words) =>
          `complete -c zubi -n '__fish_seen_subcommand_from ${name}' -f -a '${quote(words)}'`,
      ),
      '',
    ].join('\n'),
  powershell: ({ commands, options, after: rest }) => `# PowerShell completion for zubi
Register-ArgumentCompleter -Native -CommandName zubi -ScriptBlock {
  param($word, $ast, $position)
  $commands = @(${list(commands)})
  $options = @{
${commands.map((name) => `    '${name}' = @(${list(options[name] ?? [])})`).join('\n')}
  }
  # Not the word being typed: it may be the beginning of another command.
  $given = $ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } |
    ForEach-Object { "$_" }
  $command = $given | Where-Object { $commands -contains $_ } | Select-Object -First 1
  $words = if ("$word" -like '-*') { @(${list(options[''] ?? [])}) + $options["$command"] }
    elseif ("$command" -eq '') { $commands }
${after(rest, (name, words) => `    elseif ("$command" -eq '${name}') { @(${list(words)}) }`)}
    else { @() }
  $words | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};

const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
