import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import spanish from '../../locales/es/desktop.json' with { type: 'json' };
import basque from '../../locales/eu/desktop.json' with { type: 'json' };
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { openDesktop, writeDocument } from './open-desktop.ts';

describe('the page in the window', () => {
  it('reloads by itself three times; then a person decides, and the count starts again', async () => {
    const desktop = await openDesktop();
    for (let death = 0; death < 3; death += 1) {
      await desktop.untilDrawn();
      await desktop.crashPage();
    }
    await desktop.untilDrawn();
    await desktop.crashPage();
    const question = await desktop.dialog();
    expect(question.options.message).toBe(spanish.gone.message);
    await question.answer(spanish.gone.reload);
    await desktop.untilDrawn();
    await desktop.crashPage();
    await desktop.untilDrawn();
    for (let death = 0; death < 3; death += 1) {
      await desktop.crashPage();
      if (death < 2) await desktop.untilDrawn();
    }
    await (await desktop.dialog()).answer(spanish.gone.leave);
    expect(await desktop.ended()).toBe(0);
  });

  it('may reload itself, and goes to no other address', async () => {
    const desktop = await openDesktop();
    const page = await desktop.page();
    const window = new WindowPage(page);
    await window.waitUntilReady();
    await window.goTo('companies');
    await page.evaluate(() => {
      document.title = 'before';
      location.reload();
    });
    await expect.poll(() => page.title()).not.toBe('before');
    await window.waitUntilReady('companies');
    const address = page.url();
    await page.evaluate(() => location.assign('https://example.org/'));
    await page.evaluate(() => location.assign('/assets/'));
    await page.evaluate(() => void open('https://www.batuz.eus/'));
    await page.evaluate(() => void open('https://example.org/'));
    expect(await desktop.opened()).toBe('https://www.batuz.eus/');
    expect(page.url()).toBe(address);
    const addresses = () =>
      page
        .context()
        .pages()
        .map((each) => each.url());
    await expect.poll(addresses).toEqual([address]);
    // The bridge and nothing of its world.
    expect(await page.evaluate(() => Object.keys(Reflect.get(window, 'zubi')))).toEqual([
      'call',
      'subscribe',
      'takeFiles',
      'save',
      'remind',
    ]);
    expect(await page.evaluate(() => typeof Reflect.get(window, 'require'))).toBe('undefined');
  });

  it('shows its verdict, saves the report where a person chooses, and switches to Basque at once', async () => {
    const desktop = await openDesktop();
    const page = await desktop.page();
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    await window.waitUntilReady();
    await window.goTo('submit');
    await submit.addSamples();
    await window.dropPaths([writeDocument(desktop, 'mine.xml', 4)]);
    await submit.standing('mine.xml', 'ready').waitFor();
    await page.getByTestId('report-menu').click();
    await page.getByTestId('report-html').click();
    const saving = await desktop.dialog();
    expect([saving.kind, dirname(saving.begins)]).toEqual(['save', await desktop.downloads()]);
    const report = join(desktop.folder, 'report.html');
    await saving.answer(report);
    await expect.poll(() => readFileSync(report, 'utf8')).toContain('mine.xml');

    await window.chooseLanguage('eu');
    await expect.poll(() => desktop.menu()).toContain(basque.menu.file);
    await desktop.pressQuit();
    expect(await desktop.ended()).toBe(0);
  });

  it('offers the possible actions in the context menu of an input, and carries them out', async () => {
    const desktop = await openDesktop();
    const page = await desktop.page();
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goToSettings('office');
    const input = page.getByRole('textbox').first();
    await input.fill('A99800476');
    const { undo, redo, cut, copy, paste, selectAll } = spanish.menu;
    const press = async (label: string) => {
      await input.click({ button: 'right' });
      const menu = await desktop.contextMenu();
      expect(menu.labels).toEqual([undo, redo, cut, copy, paste, selectAll]);
      await menu.press(label);
    };
    await press(selectAll);
    await press(cut);
    await expect.poll(() => input.inputValue()).toBe('');
    await press(paste);
    await expect.poll(() => input.inputValue()).toBe('A99800476');
    // Elsewhere there is something to do with a selection alone.
    const heading = page.getByRole('heading').first();
    await heading.click({ button: 'right' });
    await heading.dblclick();
    await heading.click({ button: 'right' });
    expect((await desktop.contextMenu()).labels).toEqual([copy]);
  });
});
