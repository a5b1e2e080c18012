import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import texts from '../../locales/es/desktop.json' with { type: 'json' };
import { BatchPage } from '../e2e/pages/batch-page.ts';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { atEnd } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { build, pack, root, unpackedFolder } from '../integration/packaging/pack.ts';
import { openPublisher } from '../integration/updates/publisher.ts';
import { isReal, makeFolder, openDesktop, writeDocument } from './open-desktop.ts';
import { StandInDesktop } from './stand-in-desktop.ts';

/** The page's view of its bridge. */
function ask(page: Page, method: string, input: object = {}) {
  return page.evaluate(([name, given]) => Reflect.get(globalThis, 'zubi').call(name, given), [
    method,
    input,
  ] as const);
}

/** Libraries that a process has loaded, out of the folders of packages. */
function loadedLibraries(pid: number): readonly string[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  return [...new Set(maps.match(/\/\S+\.node$/gm))];
}

/** The package as a publisher with that key and address makes it; returns its resources. */
async function packWithKey(archive: string, folder: string, trust: object): Promise<string> {
  const [content, resources] = [join(folder, 'content'), join(folder, 'resources')];
  extractAll(archive, content);
  writeFileSync(join(content, 'dist/main/hosts/desktop/updates.json'), JSON.stringify(trust));
  await createPackageWithOptions(content, join(resources, 'app.asar'), { unpack: '**/*.node' });
  writeFileSync(join(resources, 'app-update.yml'), 'updaterCacheDirName: zubi-updater\n');
  return resources;
}

const canRun = process.platform === 'linux' && !isReal;
// holds E24
describe.skipIf(!canRun)('the package, run from its archive', () => {
  let packFolder: string;
  beforeAll(async () => {
    packFolder = mkdtempSync(join(tmpdir(), 'zubi-package-'));
    await build();
    const { code, stdout, stderr } = await pack(packFolder);
    if (code !== 0) throw new Error(`packing failed:\n${stdout}${stderr}`);
  }, 300_000);
  afterAll(() => rmSync(packFolder, { recursive: true, force: true }));
  const packed = () => join(unpackedFolder(packFolder), 'resources', 'app.asar');

  it('opens with a document, and takes the document of a second start', async () => {
    const folder = makeFolder();
    const document = writeDocument({ folder }, 'mine.xml', 3);
    const desktop = await openDesktop({ STAND_IN_ASAR: packed() }, { folder, args: [document] });
    const page = await desktop.page();
    const submit = new SubmitPage(page);
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goTo('submit');
    await submit.standing('mine.xml', 'newCompany').waitFor();
    await desktop.startAgain(writeDocument(desktop, 'again.xml', 4));
    await submit.row('again.xml').waitFor();
    await desktop.closeWindow();
    expect(await desktop.ended()).toBe(0);
  });

  it('uses only its own page, schemas and native parts; nothing outside has an effect', async () => {
    const folder = makeFolder();
    const xml = makeDocument('240-received', { records: 2, seed: 1 });
    const files = [join(folder, 'good.xml'), join(folder, 'bad.xml')] as const;
    writeFileSync(files[0], xml);
    writeFileSync(files[1], xml.replace('<Modelo>240<', '<Modelo>999<'));
    const desktop = await StandInDesktop.create(folder, {
      STAND_IN_ASAR: packed(),
      ZUBI_DATA: join(folder, 'not-here'),
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    atEnd(() => desktop.end());
    await desktop.start(...files);
    const page = await desktop.page();
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goTo('submit');
    await new SubmitPage(page).row('bad.xml').waitFor();

    expect(new URL(page.url()).pathname).toBe('/index.html');
    const fetched = await page.evaluate(
      async (paths) => {
        const answers = await Promise.all(paths.map((path) => fetch(path)));
        return answers.map(({ status, headers }) => [status, headers.get('content-type')]);
      },
      ['/index.html', '/..%2f..%2fpackage.json', '/package.json', '/dist/main/app.js'],
    );
    expect(fetched[0]).toEqual([200, 'text/html; charset=utf-8']);
    expect(fetched.slice(1).map(([status]) => status)).toEqual([404, 404, 404]);
    expect(await desktop.menu()).toContain(texts.menu.file);
    expect(await desktop.evaluate(() => process.env)).not.toHaveProperty(
      'NODE_TLS_REJECT_UNAUTHORIZED',
    );

    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const face = { face: 'desktop', version, ownsDataFolder: true };
    expect(await ask(page, 'app.status')).toMatchObject({ ok: true, value: face });
    const companies = await ask(page, 'companies.list');
    expect(companies).toMatchObject({ ok: true, value: { companies: [] } });
    // Packed without a publisher's key, and not by an installer.
    const updates = await ask(page, 'updates.get');
    expect(updates).toMatchObject({ ok: true, value: { offBecause: 'not_installed' } });

    const { value } = await ask(page, 'submissions.worklist');
    const taken: { id: string; name: string }[] = value.files;
    await ask(page, 'submissions.check', { fileIds: taken.map(({ id }) => id) });
    const breaksSchema = await Promise.all(
      taken.map(async ({ id, name }) => {
        const reply = await ask(page, 'submissions.issues', { fileId: id });
        const issues: { layer: string }[] = reply.value.issues;
        return [name, issues.some(({ layer }) => layer === 'schema')];
      }),
    );
    expect(Object.fromEntries(breaksSchema)).toEqual({ 'good.xml': false, 'bad.xml': true });

    const libraries = loadedLibraries(desktop.pid);
    expect(libraries.filter((path) => path.includes('better-sqlite3'))).toHaveLength(1);
    expect(libraries.filter((path) => !path.startsWith(`${packed()}.unpacked/`))).toEqual([]);
    expect(existsSync(join(folder, 'share', 'zubi', 'zubi.db'))).toBe(true);
    expect(existsSync(join(folder, 'not-here'))).toBe(false);

    expect(await desktop.evaluate(() => seen.dialogs.length)).toBe(0);
    await desktop.closeWindow();
    expect(await desktop.ended()).toBe(0);
    expect(desktop.said).toBe('');
  });

  it('gets submissions accepted in its own sandbox', async () => {
    const desktop = await openDesktop({ STAND_IN_ASAR: packed() });
    const page = await desktop.page();
    const submit = new SubmitPage(page);
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goTo('submit');
    await submit.addSamples(submit.practiseButton);
    await submit.sendButton.click();
    await submit.openBatch.click();
    await new BatchPage(page).waitUntilReady();
    await new BatchPage(page).result('accepted').getByText('3').waitFor();
  });

  it('finds a newer version in Settings, shows its changes, and is replaced by it', async () => {
    const publisher = await openPublisher();
    const address = 'https://zubi.example/updates.json';
    publisher.manifest = publisher.resign({ version: '9.0.0' });
    const folder = makeFolder();
    const resources = await packWithKey(packed(), folder, {
      publicKey: publisher.publicKey,
      manifestUrl: address,
    });
    const installed = join(folder, 'installed.AppImage');
    writeFileSync(installed, 'the version before');
    const desktop = await openDesktop(
      {
        STAND_IN_ASAR: join(resources, 'app.asar'),
        STAND_IN_PUBLISHER: new URL(publisher.url).origin,
        APPIMAGE: installed,
        APPDIR: dirname(process.execPath),
        XDG_CACHE_HOME: join(folder, 'cache'),
      },
      { folder },
    );
    const page = await desktop.page();
    const window = new WindowPage(page);
    await window.waitUntilReady();
    await window.goToSettings('advanced');
    const card = page.getByTestId('settings-updates');
    await card.getByTestId('check-updates').click();
    await card.getByTestId('install-update').waitFor();
    await page.getByTestId('notice-update').getByText('9.0.0').waitFor();
    expect(await card.getByTestId('update-news').innerText()).toBe('Faster.');
    expect(readFileSync(installed, 'utf8')).toBe('the version before');
    await card.getByTestId('install-update').click();
    expect(await desktop.ended()).toBe(0);
    expect(readFileSync(installed).equals(publisher.installer)).toBe(true);
  });

  it('refuses a switch that turns a protection off', async () => {
    const args = ['--remote-debugging-port=1'];
    const desktop = await openDesktop({ STAND_IN_ASAR: packed() }, { args });
    expect(await desktop.box()).toContain('--remote-debugging-port');
    expect(await desktop.ended()).toBe(70);
  });
});
