import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What may import what (docs/ARCHITECTURE.md): types count like values. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['contract', 'locales', 'main', 'preload', 'renderer', 'sandbox'];

/** Features from the highest to the lowest: each may use those below it. */
const features = [
  'backup',
  'reports',
  'updates',
  'history',
  'profile',
  'outbox',
  'watching',
  'worklist',
  'submissions',
  'authorizations',
  'companies',
  'schemas',
  'connection',
  'preferences',
];

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = sources.flatMap(filesIn);
const texts = new Map(files.map((file) => [file, read(file)]));
const graph = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): readonly string[] {
  const specifiers = (texts.get(file) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  const paths = [...specifiers].map(([, path = '']) => join(dirname(file), path));
  return [...new Set(paths)].filter((path) => texts.has(path));
}

const edges = [...graph].flatMap(([from, all]) => all.map((to) => ({ from, to })));
const named = (found: typeof edges) => found.map(({ from, to }) => `${from} -> ${to}`);
const featureOf = (file: string) => /^main\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

/** The layer of a file in `main/`: it imports nothing from a higher one. */
function heightOf(file: string): number {
  const feature = featureOf(file);
  if (feature !== null) return 200 - features.indexOf(feature);
  const heights: readonly (readonly [string, number])[] = [
    ['main/hosts/', 400],
    ['main/features/core.ts', 100],
    // The service reads the ledger's answers by the validator.
    ['main/service/', 30],
    ['main/validator/', 20],
    ['main/platform/', 10],
    ['main/', 300],
    ['contract/', 0],
    ['locales/', 0],
  ];
  return heights.find(([start]) => file.startsWith(start))?.[1] ?? Number.POSITIVE_INFINITY;
}

/** Circles, each as the files that lie on it. */
function findCircles(): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return circles;
}

describe('the source structure', () => {
  it('has every feature in its order', () => {
    const folders = new Set(files.map(featureOf).filter((name) => name !== null));
    expect([...folders].toSorted()).toEqual(features.toSorted());
    expect(edges.length).toBeGreaterThan(2000);
  });

  it('has no import circle', () => expect(findCircles()).toEqual([]));

  it('has imports downwards only', () => {
    const upwards = edges.filter(
      ({ from, to }) => from.startsWith('main/') && heightOf(to) > heightOf(from),
    );
    expect(named(upwards).toSorted()).toEqual([
      // The types of what the core hands to every feature.
      'main/features/core.ts -> main/features/connection/connection.ts',
      'main/features/core.ts -> main/features/schemas/library.ts',
      // The sandbox in a thread of the host, and as a command.
      'main/hosts/cli/sandbox.ts -> sandbox/server.ts',
      'main/hosts/host.ts -> sandbox/host.ts',
    ]);
  });

  it('has imports of other features through their public file only', () => {
    const isUser = (file: string) => /^main\/[^/]+$/.test(file) || featureOf(file) !== null;
    const past = edges.filter(
      ({ from, to }) =>
        isUser(from) &&
        featureOf(to) !== null &&
        featureOf(to) !== featureOf(from) &&
        !to.endsWith('/public.ts'),
    );
    expect(named(past)).toEqual([]);
  });

  it('has screens that import no other screen, and shared parts that import none', () => {
    const screenOf = (file: string) => /^renderer\/screens\/([^/]+)/.exec(file)?.[1] ?? null;
    const past = edges.filter(({ from, to }) => {
      const screen = screenOf(to);
      if (screen === null) return false;
      return from.startsWith('renderer/shared/') || ![null, screen].includes(screenOf(from));
    });
    expect(edges.filter(({ to }) => screenOf(to) !== null).length).toBeGreaterThan(100);
    expect(named(past)).toEqual([]);
  });

  it('exports nothing in public files that nobody uses', () => {
    const unused = files
      .filter((file) => file.endsWith('/public.ts'))
      .flatMap((file) => {
        const users = edges
          .filter(({ to }) => to === file)
          .map(({ from }) => texts.get(from) ?? '');
        const names = (texts.get(file) ?? '').matchAll(/(?:\{|,)\s*(?:type )?(\w+)(?=[\s,}])/g);
        return [...names]
          .map(([, name = '']) => name)
          .filter((name) => !users.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
          .map((name) => `${file}: ${name}`);
      });
    expect(unused).toEqual([]);
  });
});

it('no source and no test has more than 300 lines', () => {
  const long = [...files, ...filesIn('test')].filter((file) => read(file).split('\n').length > 301);
  expect(long).toEqual([]);
});

it('no line of a comment is longer than 100 characters', () => {
  const long = [...files, ...filesIn('test')].flatMap((file) =>
    read(file)
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
      .filter(({ line }) => /^\s*(?:\*|\/\/|\/\*)/.test(line) && line.length > 100)
      .filter(({ line }) => !line.includes('biome-ignore')),
  );
  expect(long.map(({ place }) => place)).toEqual([]);
});

describe('tables', () => {
  const declared = [...texts].filter(([file]) =>
    /^main\/platform\/db\/[\w-]*tables\.ts$/.test(file),
  );
  const tables = declared.flatMap(([, text]) =>
    [...text.matchAll(/^ {2}([a-z_]+): \w+Table\b/gm)].map(([, name]) => name),
  );
  const writes =
    /(?:insertInto|updateTable|deleteFrom|replaceInto)\('([a-z_]+)'|\b(?:insert (?:or \w+ )?into|update|delete from|replace into) ([a-z_]+)\b/g;

  it('each is written by one folder', () => {
    const owners = new Map<string, Set<string>>();
    for (const [file, text] of texts) {
      // A step of the schema has triggers. The probe of a new history changes no row.
      if (!file.startsWith('main/') || file.includes('/migrations/')) continue;
      if (file === 'main/platform/db/store.ts') continue;
      for (const [, typed, raw] of text.matchAll(writes)) {
        const table = typed ?? raw ?? '';
        if (tables.includes(table))
          owners.set(table, (owners.get(table) ?? new Set()).add(dirname(file)));
      }
    }
    expect(owners.size).toBeGreaterThan(25);
    const shared = [...owners].filter(([, folders]) => folders.size > 1);
    expect(shared.map(([table, folders]) => [table, ...folders])).toEqual([]);
  });
});

describe('styles', () => {
  const sheets = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join('renderer', name));

  it('are global in the theme alone', () => {
    const loose = sheets.filter((file) => !file.endsWith('.module.css'));
    expect(loose.length).toBeGreaterThan(5);
    expect(loose.filter((file) => !file.startsWith('renderer/theme/'))).toEqual([]);
  });

  it('of a module each have a use, and each use its style', () => {
    const users = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/import (\w+) from '(\..+\.module\.css)'/g)].map(
        ([, name = '', path = '']) => ({ file: join(dirname(file), path), name, text }),
      ),
    );
    const modules = sheets.filter((file) => file.endsWith('.module.css'));
    expect(modules.length).toBeGreaterThan(40);
    for (const file of modules) {
      const own = users.filter((user) => user.file === file);
      const used = own.flatMap(({ name, text }) =>
        [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, style = '']) => style),
      );
      const selectors = read(file).replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|\{[^{}]*\}/g, ' ');
      const styles = [...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, style = '']) => style);
      // What a part is may be its style's name.
      const isByName = own.some(({ name, text }) => text.includes(`${name}[`));
      expect(isByName ? [] : styles.filter((style) => !used.includes(style)), file).toEqual([]);
      expect(
        used.filter((style) => !styles.includes(style)),
        file,
      ).toEqual([]);
    }
  });
});
