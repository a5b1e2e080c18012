import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findFuseFaults } from '../../../scripts/read-fuses.mjs';
import { build, pack, root, unpackedFolder } from './pack.ts';

const canPack = process.platform === 'linux';
if (!canPack) console.log('packaging: skipped, the stand-in for Electron is one for Linux');

const manifestSchema = z.object({
  main: z.string(),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()).optional(),
  scripts: z.record(z.string(), z.string()).optional(),
});
/** For the command line alone. */
const leftOut = ['commander', '@napi-rs/keyring'];
const part = z.object({ name: z.string(), version: z.string() });
const billSchema = z.object({
  bomFormat: z.string(),
  metadata: z.object({ component: z.object({ name: z.string() }) }),
  components: z.array(part),
});
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** Files of the repository below a folder, from the root, with `/`. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

// holds E20, E21
describe.skipIf(!canPack)('the package', () => {
  let folder: string;
  let archive: string;
  let files: ReadonlySet<string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'zubi-package-'));
    await build();
    const { code, stdout, stderr } = await pack(folder);
    if (code !== 0) throw new Error(`packing failed:\n${stdout}${stderr}`);
    archive = join(unpackedFolder(folder), 'resources', 'app.asar');
    files = new Set(listPackage(archive, { isPack: false }).map((path) => path.slice(1)));
    console.log(`packaging: app.asar has ${files.size} entries, ${statSync(archive).size} bytes`);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const missing = (paths: readonly string[]) => paths.filter((path) => !files.has(path));
  const present = (pattern: RegExp) => [...files].filter((path) => pattern.test(path));

  describe('holds', () => {
    test('every source as it was compiled, for each host', () => {
      const sources = ['contract', 'main', 'sandbox'].flatMap(filesBelow);
      const compiled = sources
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
        .filter((path) => !path.startsWith('main/hosts/cli/'))
        .map((path) => `dist/${path.replace(/\.ts$/, '.js')}`);
      expect(missing(compiled)).toEqual([]);
      expect(
        missing([manifest.main, 'dist/main/hosts/browser/server.js', 'dist/sandbox/host.js']),
      ).toEqual([]);
    });

    test('the window, its bridge, every text and every profile', () => {
      const sentences = filesBelow('locales').filter((path) => /\/[a-z]{2}\/\w+\.json$/.test(path));
      const profiles = filesBelow('main/service/profiles').filter((path) => path.endsWith('.json'));
      expect(sentences.length).toBeGreaterThanOrEqual(12);
      expect(missing([...sentences, ...profiles].map((path) => `dist/${path}`))).toEqual([]);
      expect(
        missing(['dist/preload/preload.cjs', 'dist/renderer/index.html', 'dist/guide/eu.html']),
      ).toEqual([]);
      expect(present(/^dist\/renderer\/assets\/.*\.(?:js|css|woff2)$/).length).toBeGreaterThan(3);
    });

    test('every schema', () => {
      const schemas = filesBelow('xsd').filter((path) => /\.xsd$|manifest\.json$/.test(path));
      expect(schemas.length).toBeGreaterThan(6);
      expect(missing(schemas)).toEqual([]);
    });

    test('every library the core needs', () => {
      const libraries = Object.keys(manifest.dependencies)
        .filter((name) => !leftOut.includes(name))
        .map((name) => `node_modules/${name}/package.json`);
      expect(missing(libraries)).toEqual([]);
    });

    test('the licences: of all libraries bundled into the window, fonts too, and of every library with one', () => {
      const bundled = extractFile(archive, 'dist/renderer/third-party-licenses.md').toString();
      for (const name of [
        'react',
        '@mantine/core',
        '@codemirror/view',
        '@fontsource-variable/inter',
      ])
        expect(bundled).toContain(`## ${name} - `);
      const isLicence = (name: string) => /^licen[cs]e/i.test(name);
      const here = present(/^node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/).flatMap((path) => {
        const library = path.slice(0, -'/package.json'.length);
        return readdirSync(join(root, library))
          .filter(isLicence)
          .map((name) => `${library}/${name}`);
      });
      expect(here.length).toBeGreaterThan(20);
      expect(missing(here)).toEqual([]);
    });

    test('the notices and the bill of materials, of exactly its contents', () => {
      const notices = extractFile(archive, 'dist/third-party-notices.md').toString();
      const bill = billSchema.parse(
        JSON.parse(extractFile(archive, 'dist/sbom.cdx.json').toString()),
      );
      expect(bill).toMatchObject({
        bomFormat: 'CycloneDX',
        metadata: { component: { name: 'zubi' } },
      });
      const listed = bill.components.map(({ name, version }) => `${name} ${version}`);
      const manifests = present(/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/);
      const inside = manifests.map((path) => {
        const { name, version } = JSON.parse(extractFile(archive, path).toString());
        return `${name} ${version}`;
      });
      const bundled = extractFile(archive, 'dist/renderer/third-party-licenses.md').toString();
      const window = [...bundled.matchAll(/^## (\S+) - (\S+) \(/gm)].map(
        ([, name, version]) => `${name} ${version}`,
      );
      const all = new Set([...inside, ...window]);
      expect(all.size).toBeGreaterThan(100);
      expect([...all].filter((part) => !listed.includes(part))).toEqual([]);
      expect([...all].filter((part) => !notices.includes(`\n## ${part} (`))).toEqual([]);
      expect(listed.filter((part) => !all.has(part) && !part.startsWith('electron '))).toEqual([]);
    });

    test('T10: beside the archive only the native parts of this system', () => {
      const beside = `${archive}.unpacked`;
      const native = readdirSync(beside, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(beside, join(entry.parentPath, entry.name)));
      expect(native.filter((path) => !path.endsWith('.node'))).toEqual([]);
      const database = `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`;
      expect(native.filter((path) => path.includes('better-sqlite3'))).toEqual([database]);
      expect(native.filter((path) => path.includes('keyring'))).toEqual([]);
      expect(native.sort()).toEqual(present(/\.node$/).sort());
      for (const path of native) expect(statFile(archive, path)).toMatchObject({ unpacked: true });
    });

    test('a manifest that starts the desktop and names no tool', () => {
      const packed = manifestSchema.parse(
        JSON.parse(extractFile(archive, 'package.json').toString()),
      );
      expect(packed.main).toBe('dist/main/hosts/desktop/main.js');
      expect(packed.devDependencies).toBeUndefined();
      expect(packed.scripts).toBeUndefined();
    });
  });

  describe('does not hold', () => {
    test('anything except the build, the schemas, the libraries and the licence', () => {
      const top = new Set([...files].map((path) => path.split('/')[0]));
      expect([...top].sort()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json', 'xsd']);
      const built = new Set(present(/^dist\//).map((path) => path.split('/')[1]));
      expect([...built].sort()).toEqual([
        'contract',
        'guide',
        'locales',
        'main',
        'preload',
        'renderer',
        'sandbox',
        'sbom.cdx.json',
        'third-party-notices.md',
      ]);
    });

    test('the command line and what only it can use', () => {
      expect(
        present(/^dist\/main\/hosts\/cli|node_modules\/(?:@napi-rs\/keyring.*|commander)(?:\/|$)/),
      ).toEqual([]);
    });

    test('sources, source maps or tests', () => {
      expect(present(/\.(?:ts|mts|cts|tsx|map|tsbuildinfo)$/)).toEqual([]);
      expect(present(/\.test\.\w+$/)).toEqual([]);
      expect(
        present(/(?:^|\/)(?:shared|docs|coverage)(?:\/|$)/).filter(
          (path) => !path.startsWith('node_modules'),
        ),
      ).toEqual([]);
    });

    test('development tools, Electron itself, or the second XML engine', () => {
      const tools = Object.keys(manifest.devDependencies ?? {});
      expect(tools).toContain('electron');
      expect(tools.filter((name) => files.has(`node_modules/${name}`))).toEqual([]);
      expect(
        present(/libxmljs|node_modules\/(?:electron|vite|typescript|node-gyp)(?:\/|$)/),
      ).toEqual([]);
    });

    test('the sources of native parts', () => {
      expect(present(/\.(?:c|cc|cpp|h|hpp|gyp|gypi)$/)).toEqual([]);
    });

    test('a path of the machine that built it', () => {
      const texts = present(/^dist\/.*\.(?:js|cjs|json|html)$/);
      const home = root.replace(/\/$/, '');
      expect(texts.filter((path) => extractFile(archive, path).includes(home))).toEqual([]);
    });
  });

  test('E20 has every fuse as required, in the program itself', () => {
    const program = readFileSync(join(unpackedFolder(folder), 'zubi'));
    expect(findFuseFaults(program)).toEqual([]);
    expect(findFuseFaults(readFileSync(join(folder, 'electron', 'electron')))).toHaveLength(9);
  });

  test('E20 cannot be made of an Electron with a fuse that is not in the list', async () => {
    const other = join(folder, 'other');
    const { code, stdout, stderr } = await pack(other, '1011001101');
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/fuse/i);
  }, 120_000);

  test('has Chromium’s texts in the languages of the window only', () => {
    expect(readdirSync(join(unpackedFolder(folder), 'locales')).sort()).toEqual([
      'en-US.pak',
      'es.pak',
    ]);
  });
});
