import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Statement, statements } from './statements.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const ids = String.raw`(?:[EFHKLQTX]\d{1,2}(?:, )?)+`;
/** A title begins with its statements, or ends with one; a file names its own in a comment. */
const named = [
  new RegExp(String.raw`['"\`](${ids})(?::| [a-z])`, 'g'),
  new RegExp(String.raw`\((${ids})\)['"\`]`, 'g'),
  /^\/\/ holds (.+)$/gm,
];

function statementsIn(text: string): Set<string> {
  const found = named.flatMap((pattern) => [...text.matchAll(pattern)].map(([, one = '']) => one));
  return new Set(found.flatMap((list) => list.split(', ')).filter(Boolean));
}

/** The files of tests, without `.test.ts`, with the statements each names. */
function readTests(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = globSync('**/*.test.ts', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    files
      .toSorted()
      .map((name) => [
        name.replace(/\.test\.ts$/, ''),
        statementsIn(readFileSync(`${folder}${name}`, 'utf8')),
      ]),
  );
}

/** Each statement with the tests that prove it. */
export function proofs(): readonly { readonly statement: Statement; readonly tests: string[] }[] {
  const tests = readTests();
  return statements.map((statement) => {
    const naming = [...tests].filter(([, names]) => names.has(statement.id)).map(([name]) => name);
    return { statement, tests: [...new Set([...naming, ...(statement.by ?? [])])] };
  });
}

export function render(): string {
  const rows = proofs().map(({ statement: { id, says, open }, tests }) => {
    const cell = tests.map((name) => `\`${name}\``).join(', ') || `none: ${open ?? ''}`;
    return `| ${id} | ${says} | ${cell} |`;
  });
  return [
    '# What must hold, and the test that proves it',
    '',
    'Made by `node test/statements/table.ts` from the list beside it, from titles (`Q2: …`, `… (L9)`) and from',
    'comments (`// holds E4, E24`). E to L and T: the security bar; 15.H1: the issue and its list.',
    '',
    '| | what | files below `test/` |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export const tableFile = `${folder}statements.md`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(tableFile, render());
