import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

/** The YAML reader of electron-builder itself. */
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { load } = ofBuilder('js-yaml') as { load(text: string): unknown };

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const builder = z
  .object({
    appId: z.string(),
    asar: z.unknown(),
    electronFuses: z.unknown(),
    afterPack: z.string(),
    publish: z.record(z.string(), z.string()),
    artifactName: z.string(),
    npmRebuild: z.boolean(),
    asarUnpack: z.array(z.string()),
    files: z.array(z.string()),
    nsis: z.record(z.string(), z.unknown()),
    mac: z.record(z.string(), z.unknown()),
    linux: z.record(z.string(), z.unknown()),
    win: z.record(z.string(), z.unknown()),
    appImage: z.record(z.string(), z.unknown()),
  })
  .loose()
  .parse(load(read('electron-builder.yml')));
const manifest = z
  .object({
    main: z.string(),
    desktopName: z.string(),
    scripts: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

// holds E4, E19, E20, E21
describe('E4 the start commands', () => {
  test('no script and no desktop entry switches the sandbox off', () => {
    const weaker = /no-sandbox|disable-web-security|remote-debugging|ignore-certificate/;
    expect(Object.values(manifest.scripts).filter((script) => weaker.test(script))).toEqual([]);
    expect(read('electron-builder.yml')).not.toMatch(weaker);
    // Left out, electron-builder puts `--no-sandbox` there with its older runtime.
    expect(builder.appImage.executableArgs).toEqual([]);
  });
});

test('Windows knows the running program by the name its installer gave it: else it shows no notifications', () => {
  expect(read('main/hosts/desktop/main.ts')).toContain(`setAppUserModelId('${builder.appId}')`);
});

describe('E19 Electron is current', () => {
  const installed = z
    .object({ version: z.string() })
    .parse(JSON.parse(read('node_modules/electron/package.json')));
  /** The oldest supported major when this was last changed; raise it with every second release. */
  const oldestMajor = 45;

  test('the installed, the requested and the typed version are of the same, supported major', () => {
    const major = Number(installed.version.split('.')[0]);
    expect(major).toBeGreaterThanOrEqual(oldestMajor);
    expect(manifest.devDependencies.electron).toMatch(new RegExp(`^[\\^~]?${major}\\.`));
    expect(read('node_modules/electron/electron.d.ts')).toContain(
      `for Electron ${installed.version}`,
    );
  });
});

describe('E20 fuses', () => {
  test('are exactly these', () => {
    expect(builder.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(builder.afterPack).toBe('scripts/after-pack.mjs');
  });
});

describe('E21 the archive', () => {
  test('is made, checked, and verified at start in every system', () => {
    expect(builder.asar).toEqual({ smartUnpack: false });
    for (const name of [
      'disableAsarIntegrity',
      'disableSanityCheckAsar',
      'electronDownload',
      'electronDist',
    ])
      expect(builder).not.toHaveProperty(name);
    for (const system of ['win', 'mac', 'linux'])
      expect(builder[system]).not.toHaveProperty('asar');
  });

  test('T10: excludes only native parts, which a system loads from a file', () => {
    expect(builder.asarUnpack).toEqual(['**/*.node']);
    expect(builder.npmRebuild).toBe(false);
  });
});

describe('document types', () => {
  const installer = read('build/installer.nsh').replaceAll(/^\s*;.*$/gm, '');

  test('can be opened with Zubi on each system, without making it the default', () => {
    expect(builder.mac.fileAssociations).toEqual([
      { ext: ['xml', 'xsig', 'p7m', 'gz', 'zip'], name: 'Zubi', role: 'Viewer', rank: 'Alternate' },
    ]);
    expect(builder.linux.mimeTypes).toEqual(['application/xml', 'text/xml']);
    // Associations of electron-builder's own installer for Windows replace the default.
    for (const place of [builder, builder.win])
      expect(place).not.toHaveProperty('fileAssociations');
    expect(installer).toMatch(
      /WriteRegNone SHELL_CONTEXT "Software\\Classes\\\.xml\\OpenWithProgids"/,
    );
    expect(installer).not.toMatch(/WriteReg\w+ \w+ "Software\\Classes\\\.\w+" /);
  });

  test('Windows: an update asks a running Zubi to close and waits, and never kills it', () => {
    expect(installer).toMatch(/!macro customCheckAppRunning/);
    expect(installer).toMatch(/taskkill \/IM/);
    expect(installer).not.toMatch(
      /taskkill[^`]*\/F |-Force|Stop-Process|KillProcess|KILL_PROCESS/i,
    );
  });

  test('Linux: the running window has the name of its desktop entry', () => {
    expect(manifest.desktopName).toMatch(/^[a-z]+\.[a-z]+\.\w+\.desktop$/);
    expect(builder.linux.syncDesktopName).toBe(true);
    // The only size that the theme of icons surely has a folder for.
    expect(builder.linux.icon).toBe('build/icon.svg');
  });
});

describe('other properties of an installer', () => {
  test('nothing is published from a build: its address takes no uploads', () => {
    expect(builder.publish.provider).toBe('generic');
    expect(manifest.scripts.pack).toContain('--publish never');
  });

  test('the name of an installer says system, architecture and version', () =>
    expect(builder.artifactName).toMatch(/^zubi-\$\{version\}-\$\{os\}-\$\{arch\}\.\$\{ext\}$/));

  test('is made for each system and architecture that updates know', () => {
    const targets = (system: 'win' | 'mac' | 'linux') =>
      z
        .array(z.object({ target: z.string(), arch: z.array(z.string()) }))
        .parse(builder[system].target)
        .map(({ target, arch }) => `${target} ${arch.join(' ')}`);
    expect(targets('win')).toEqual(['nsis x64 arm64']);
    expect(targets('mac')).toEqual(['dmg x64 arm64', 'zip x64 arm64']);
    expect(targets('linux')).toEqual(['AppImage x64 arm64', 'deb x64 arm64', 'rpm x64 arm64']);
  });

  test('made on Windows, it has the schemas of their digests: no line end is converted', () =>
    expect(read('.gitattributes')).toMatch(/^\* -text$/m));

  test('supports Basque, also where electron-builder does not', () => {
    expect(builder.nsis.installerLanguages).toEqual(['es_ES', 'eu_ES', 'en_US']);
    const templates = ['messages.yml', 'assistedMessages.yml'].flatMap((name) =>
      Object.keys(load(read(`node_modules/app-builder-lib/templates/nsis/${name}`)) as object),
    );
    const own = [...read('build/installer.nsh').matchAll(/LangString (\w+) \$\{LANG_BASQUE\}/g)];
    expect(own.map(([, name]) => name).toSorted()).toEqual(templates.toSorted());
  });

  test('the history survives an uninstall', () =>
    expect(builder.nsis.deleteAppDataOnUninstall).toBe(false));

  test('macOS runs it hardened, and it requests one right only', () => {
    expect(builder.mac.hardenedRuntime).toBe(true);
    const rights = [...read('build/entitlements.mac.plist').matchAll(/<key>([^<]+)<\/key>/g)].map(
      ([, key]) => key,
    );
    expect(rights).toEqual(['com.apple.security.cs.allow-jit']);
  });

  test('Electron starts the built files', () =>
    expect(manifest.main).toBe('dist/main/hosts/desktop/main.js'));
});

describe('hosted workflows', () => {
  const folder = new URL('../../../.github/workflows/', import.meta.url);
  const workflows = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

  test('use actions by the commit of a named release, and only read rights by default', () => {
    expect(workflows.length).toBeGreaterThanOrEqual(3);
    const uses = workflows.flatMap((text) => [...text.matchAll(/uses: (.*)$/gm)]);
    expect(uses.length).toBeGreaterThan(8);
    for (const [, use] of uses)
      expect(use).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const text of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  });

  test('test the real Electron on each system and display, and use scripts that exist', () => {
    const text = workflows.join('\n');
    const machines = ['macos-15-intel', 'windows-2025', 'windows-11-arm', 'ubuntu-24.04-arm'];
    for (const name of ['x11', 'wayland', ...machines]) expect(text).toContain(name);
    for (const [, path = ''] of text.matchAll(/node ((?:scripts|test)\/\S+)/g))
      expect(() => read(path)).not.toThrow();
  });
});
