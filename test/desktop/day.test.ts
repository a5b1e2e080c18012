import { describe, expect, it } from 'vitest';
import texts from '../../locales/es/desktop.json' with { type: 'json' };
import { planFaults } from '../e2e/fixtures/sandbox.ts';
import { BatchPage } from '../e2e/pages/batch-page.ts';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { dataFolderOf, isReal, openDesktop, writeDocument } from './open-desktop.ts';

/** No system gives a window the focus on a display that nobody uses. */
const inFront = isReal ? { visible: true } : { visible: true, focused: true };

describe('a day with the desktop', () => {
  it('goes from the first start to accepted submissions, by each way a document comes in', async () => {
    const desktop = await openDesktop();
    const page = await desktop.page();
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    await window.waitUntilReady();
    expect(await desktop.frame()).toMatchObject(inFront);
    expect(await desktop.menu()).toContain(texts.menu.file);
    await window.goTo('submit');
    await submit.addSamples();

    // Dropped, chosen in the menu's dialog, opened by a second start.
    await window.dropPaths([writeDocument(desktop, 'dropped.xml', 1)]);
    await submit.standing('dropped.xml', 'ready').waitFor();
    await desktop.press(texts.menu.file, texts.menu.open);
    await (await desktop.dialog()).answer([writeDocument(desktop, 'chosen.xml', 2)]);
    await submit.standing('chosen.xml', 'ready').waitFor();
    await desktop.press(texts.menu.file, texts.menu.open);
    const second = await desktop.dialog();
    expect([second.kind, second.begins]).toEqual(['open', desktop.folder]);
    await second.answer(null);
    // It shows what was opened, whatever was shown before.
    await window.goTo('companies');
    await desktop.leaveWindow();
    await desktop.startAgain(writeDocument(desktop, 'opened.xml', 3));
    await submit.standing('opened.xml', 'ready').waitFor();
    expect(await desktop.frame()).toMatchObject(inFront);

    // It finishes while nobody looks: the notification leads back to it.
    await planFaults(dataFolderOf(desktop), [{ kind: 'delay', ms: 500 }]);
    await submit.sendButton.click();
    await desktop.leaveWindow();
    const notice = await desktop.notification();
    expect(notice.body).toBe('Aceptados: 6');
    expect(await notice.click()).toBe(true);
    expect(await desktop.frame()).toMatchObject(inFront);
    const batch = new BatchPage(page);
    await batch.waitUntilReady();
    await batch.result('accepted').getByText('6').waitFor();

    // The system also shows a reminder of a near deadline, which leads to the quarter.
    await page.evaluate(() => self.zubi?.remind?.({ daysLeft: 3, companies: 2 }));
    const reminder = await desktop.notification();
    expect(reminder.body).toBe('2 empresas necesitan su atención en este trimestre.');
    expect(await reminder.click()).toBe(true);
    await page.waitForURL(/#\/overview$/);

    // A page that crashes is reloaded, and the day ends as usual.
    await desktop.crashPage();
    await desktop.untilDrawn();
    await desktop.closeWindow();
    expect(await desktop.ended()).toBe(0);
  });
});
