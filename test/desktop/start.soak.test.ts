import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import texts from '../../locales/es/desktop.json' with { type: 'json' };
import { BatchPage } from '../e2e/pages/batch-page.ts';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { share } from '../fixtures/lifetime.ts';
import { build, pack, unpackedFolder } from '../integration/packaging/pack.ts';
import { makeFolder, openDesktop, writeDocument } from './open-desktop.ts';

describe('a start', () => {
  it('takes the documents of its arguments, also as addresses', async () => {
    const folder = makeFolder();
    const [one, two] = [1, 2].map((seed) => writeDocument({ folder }, `n.º ${seed}.xml`, seed));
    const address = `file://${encodeURI(two ?? '')}`;
    const desktop = await openDesktop({}, { folder, args: [one ?? '', address] });
    const page = await desktop.page();
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goTo('submit');
    await new SubmitPage(page).row('n.º 1.xml').waitFor();
    await new SubmitPage(page).row('n.º 2.xml').waitFor();
  });

  it('that is refused says why in a box, and no browser opens in its place', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'data'), 'a file where the data folder should be');
    const desktop = await openDesktop({}, { folder });
    expect(await desktop.box()).toContain(texts.start.failed);
    expect(await desktop.ended()).toBe(70);
  });
});

describe.skipIf(process.platform !== 'linux')('the package, run out of its archive', () => {
  const packed = share(async () => {
    const folder = makeFolder();
    await build();
    const { code, stdout, stderr } = await pack(folder);
    if (code !== 0) throw new Error(`packing failed:\n${stdout}${stderr}`);
    return join(unpackedFolder(folder), 'resources', 'app.asar');
  });

  it('opens with a document, and takes that of a second start', async () => {
    const folder = makeFolder();
    const document = writeDocument({ folder }, 'mine.xml', 3);
    const env = { STAND_IN_ASAR: packed(), ZUBI_DATA: join(folder, 'not-here') };
    const desktop = await openDesktop(env, { folder, args: [document] });
    const page = await desktop.page();
    const submit = new SubmitPage(page);
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goTo('submit');
    await submit.standing('mine.xml', 'newCompany').waitFor();
    await desktop.startAgain(writeDocument(desktop, 'again.xml', 4));
    await submit.row('again.xml').waitFor();
    expect(existsSync(join(folder, 'share', 'zubi', 'zubi.db'))).toBe(true);
    expect(existsSync(join(folder, 'not-here'))).toBe(false);
    await desktop.closeWindow();
    expect(await desktop.ended()).toBe(0);
  });

  it('reaches accepted submissions in its own sandbox', async () => {
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

  it('refuses a switch that takes a protection away', async () => {
    const args = ['--remote-debugging-port=1'];
    const desktop = await openDesktop({ STAND_IN_ASAR: packed() }, { args });
    expect(await desktop.box()).toContain('--remote-debugging-port');
    expect(await desktop.ended()).toBe(70);
  });
});
