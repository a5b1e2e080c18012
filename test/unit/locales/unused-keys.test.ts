import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

type Tree = { [key: string]: string | Tree };

const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

const code = ['main', 'renderer']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n');

/** Types, or other tests, compare these with the codes that they are for. */
const byCode = ['answers', 'errors', 'fixes', 'issues', 'record', 'rules'];

/** Keys, and starts and ends of keys in templates. The desktop reads its texts as an object. */
const whole = new Set(code.match(/\w+(\.\w+)+|(?<=')\w+(?=')/g));
const starts = new Set(code.match(/[\w.]+\.(?=\$\{)/g));
const ends = new Set(code.match(/(?<=\})(\.\w+)+/g));
const properties = new Set(code.match(/(?<=\.)\w+\b/g));
/** Both parts of the key are values. */
const composed = /^(resolve|resolveAll|waiting)\./;

function isUsed(namespace: string, key: string): boolean {
  if (whole.has(key) || composed.test(key)) return true;
  const parts = key.split('.');
  if (namespace === 'desktop') return properties.has(parts.at(-1) ?? '');
  return parts.some((_, at) => {
    if (at === 0) return false;
    return (
      starts.has(`${parts.slice(0, at).join('.')}.`) || ends.has(`.${parts.slice(at).join('.')}`)
    );
  });
}

const namespaces = readdirSync(join(root, 'locales/es'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))
  .filter((name) => !byCode.includes(name));

it.each(namespaces)('every text of %s is shown somewhere', (namespace) => {
  const tree = JSON.parse(readFileSync(join(root, `locales/es/${namespace}.json`), 'utf8')) as Tree;
  const keys = keysOf(tree).map((key) => key.replace(/_(one|other|zero)$/, ''));
  expect(keys.filter((key) => !isUsed(namespace, key))).toEqual([]);
});

it('every issue that has texts is reported somewhere', () => {
  const issues = JSON.parse(readFileSync(join(root, 'locales/es/issues.json'), 'utf8')) as Tree;
  const unused = Object.keys(issues).filter((code) => !whole.has(code));
  // Their names end with the limit that a document exceeds.
  expect(unused.filter((code) => !code.startsWith('xml_too_many_'))).toEqual([]);
});
