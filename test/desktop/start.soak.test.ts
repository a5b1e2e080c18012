import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import texts from '../../locales/es/desktop.json' with { type: 'json' };
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { isReal, makeFolder, openDesktop, writeDocument } from './open-desktop.ts';

describe('a start', () => {
  it('takes the documents of its arguments, file addresses included', async () => {
    const folder = makeFolder();
    const [one, two] = [1, 2].map((seed) => writeDocument({ folder }, `n.º ${seed}.xml`, seed));
    const { href: address } = pathToFileURL(two ?? '');
    const desktop = await openDesktop({}, { folder, args: [one ?? '', address] });
    const page = await desktop.page();
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goTo('submit');
    await new SubmitPage(page).row('n.º 1.xml').waitFor();
    await new SubmitPage(page).row('n.º 2.xml').waitFor();
  });

  // A person alone sees a box of the real Electron before its window.
  it.skipIf(isReal)('says in a box why it is refused, and opens no browser instead', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'data'), 'a file where the data folder should be');
    const desktop = await openDesktop({}, { folder });
    expect(await desktop.box()).toContain(texts.start.failed);
    expect(await desktop.ended()).toBe(70);
  });
});
