import { describe, expect, it } from 'vitest';
import texts from '../../locales/es/desktop.json' with { type: 'json' };
import { planFaults, untilFaultsStruck } from '../e2e/fixtures/sandbox.ts';
import { HistoryPage } from '../e2e/pages/history-page.ts';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import type { Desktop } from './driver.ts';
import { dataFolderOf, openDesktop, writeDocument } from './open-desktop.ts';

/** Opens Zubi and lets it send three samples, the first of them so slowly. */
async function openSending(ms: number): Promise<Desktop> {
  const desktop = await openDesktop();
  const page = await desktop.page();
  const submit = new SubmitPage(page);
  await new WindowPage(page).waitUntilReady();
  await new WindowPage(page).goTo('submit');
  await submit.addSamples();
  await planFaults(dataFolderOf(desktop), [{ kind: 'delay', ms }]);
  await submit.sendButton.click();
  await untilFaultsStruck(dataFolderOf(desktop));
  return desktop;
}

async function pressLeaving(desktop: Desktop, button: string): Promise<void> {
  const dialog = await desktop.dialog();
  expect(dialog.options.buttons).toEqual([
    texts.leaving.finish,
    texts.leaving.pause,
    texts.leaving.stay,
  ]);
  await dialog.answer(button);
}

/** The states of all submissions, in the window. */
async function readHistory(desktop: Desktop): Promise<readonly string[]> {
  const page = await desktop.page();
  await new WindowPage(page).waitUntilReady();
  await new WindowPage(page).goTo('history');
  const { rows } = new HistoryPage(page);
  await expect.poll(() => rows.count()).toBe(3);
  return rows
    .locator('[data-testid^="state-"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-testid')?.slice(6) ?? ''));
}

describe('leaving while something is on its way', () => {
  it('asks before the window vanishes; whoever stays goes on, whoever pauses finds the rest', async () => {
    const desktop = await openSending(3000);
    await desktop.closeWindow();
    await pressLeaving(desktop, texts.leaving.stay);
    expect(await desktop.frame()).toMatchObject({ visible: true });
    await desktop.press(texts.menu.file, texts.menu.quit);
    await pressLeaving(desktop, texts.leaving.pause);
    expect(await desktop.ended()).toBe(0);
    await desktop.start();
    const states = await readHistory(desktop);
    expect(states.filter((state) => state === 'accepted').length).toBeGreaterThan(0);
    expect(states).not.toContain('unknown');
    await desktop.closeWindow();
    expect(await desktop.ended()).toBe(0);
  });

  it('finishes first when a person says so, then ends', async () => {
    const desktop = await openSending(1500);
    await desktop.closeWindow();
    await pressLeaving(desktop, texts.leaving.finish);
    expect(await desktop.ended()).toBe(0);
    await desktop.start();
    expect(await readHistory(desktop)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('is asked by each SIGTERM: the second one, after "stay", does not kill the sending', async () => {
    const desktop = await openSending(4000);
    desktop.signal('SIGTERM');
    await pressLeaving(desktop, texts.leaving.stay);
    desktop.signal('SIGTERM');
    await pressLeaving(desktop, texts.leaving.finish);
    expect(await desktop.ended()).toBe(0);
    await desktop.start();
    expect(await readHistory(desktop)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('asks nobody when the system shuts down: what has left gets its answer', async () => {
    const desktop = await openSending(1500);
    await desktop.shutDown();
    expect(await desktop.ended()).toBe(0);
    await desktop.start();
    expect(await readHistory(desktop)).not.toContain('unknown');
  });

  it('opens again with the documents that came while it closed', async () => {
    const desktop = await openSending(5000);
    await desktop.closeWindow();
    await pressLeaving(desktop, texts.leaving.pause);
    const page = await desktop.page();
    await page.getByText(texts.waiting.closing).waitFor();
    await desktop.startAgain(writeDocument(desktop, 'late.xml', 9));
    await page.getByText(texts.waiting.reopening).waitFor();
    await desktop.restarted();
    const again = await desktop.page();
    await new WindowPage(again).waitUntilReady();
    await new WindowPage(again).goTo('submit');
    await new SubmitPage(again).standing('late.xml', 'ready').waitFor();
  });
});
