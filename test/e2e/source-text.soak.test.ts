import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { expectUsable, invoices, pages, withSlips } from './fixtures/invoices-with-slips.ts';
import { CompanyDialog } from './pages/companies-page.ts';

const browser = provideBrowser();
describe.each(['dark', 'light'] as const)('the text of a file, %s', (colorScheme) => {
  it('is edited by keyboard, fault by fault, until it is valid, then saved and sent', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url, { colorScheme });
    const { window, submit, source } = pages(page);
    const clean = invoices(0, 6);
    const at = [...clean.matchAll(/<ImporteTotalFactura>/g)].map(({ index }) => index + 21);
    // A stray letter before the third and the fifth total.
    const broken = [at[2] ?? 0, at[4] ?? 0]
      .toReversed()
      .reduce((text, place) => `${text.slice(0, place)}x${text.slice(place)}`, clean);
    await window.dropFiles([{ name: 'julio.xml', content: broken }]);
    await submit.standing('julio.xml', 'errors').waitFor();
    await submit.select('julio.xml');
    await submit.issue('schema_amount').first().click();
    await source.openHere();
    expect(await source.currentMark.textContent()).toMatch(/^x\d/);
    await expect.poll(() => source.margins.count()).toBeGreaterThan(0);
    const first = await source.position.textContent();
    const places = [await source.fault.textContent()];
    await page.keyboard.press('F8');
    await expect.poll(() => source.position.textContent()).not.toBe(first);
    places.push(await source.fault.textContent());
    expect(new Set(places).size).toBe(2);
    await page.keyboard.press('Shift+F8');
    await expect.poll(() => source.position.textContent()).toBe(first);
    await expectUsable(page, 'the text with its faults');

    // The original takes no letters.
    await page.keyboard.type('abc');
    expect(await source.currentMark.textContent()).toMatch(/^x\d/);
    await source.edit();
    await page.keyboard.press('Delete');
    await source.checked();
    await page.keyboard.press('F8');
    await expect.poll(() => source.currentMark.textContent()).toMatch(/^x\d/);
    await page.keyboard.press('Escape');
    await source.unsaved.waitFor();
    await expectUsable(page, 'the question before leaving');
    await page.keyboard.press('Escape');
    await source.unsaved.waitFor({ state: 'detached' });
    await source.text.focus();
    await page.keyboard.press('Delete');
    await source.checked();
    await expectUsable(page, 'the copy that is edited');
    await expect.poll(() => source.bench.locator('.z-fault-error').count()).toBe(0);
    await source.save();

    await submit.select('julio.editado.xml');
    expect(await source.download()).toBe(clean);
    await submit.createFromFile.click();
    await new CompanyDialog(page).save();
    await submit.sendButton.click();
    await submit.submissionState('julio.editado.xml', 'accepted').waitFor();
    // The copy takes the place of the original.
    expect(await submit.row('julio.xml').count()).toBe(0);
  });
});

const opened = share(async () => {
  const { url } = await startApplication();
  return browser.open(url);
});

it('the text of a file is reached by Tab, for reading and for editing', async () => {
  const page = opened();
  const { window, submit, source } = pages(page);
  await window.openAnew('submit');
  await window.dropFiles([{ name: 'trimestre.xml', content: withSlips(invoices(0, 3)) }]);
  await submit.standing('trimestre.xml', 'errors').waitFor();
  await submit.select('trimestre.xml');
  await source.open();
  const untilText = async () => {
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      if (
        await source.text.evaluate(
          (text) => text === (text.getRootNode() as ShadowRoot).activeElement,
        )
      )
        return;
    }
    throw new Error('the text is never reached');
  };
  await untilText();
  await source.edit();
  await source.search.focus();
  await untilText();
  await page.keyboard.type('x');
  await source.checked();
  await page.keyboard.press('Tab');
  expect(
    await source.text.evaluate((text) => (text.getRootNode() as ShadowRoot).activeElement),
  ).toBe(null);
});

describe('a file in one line', () => {
  it('is shown with breaks between its elements, and says so; undone changes close without a question', async () => {
    const page = opened();
    const { window, submit, source } = pages(page);
    await window.openAnew('submit');
    await window.dropFiles([{ name: 'linea.xml', content: withSlips(invoices(0, 30, 'line')) }]);
    await submit.standing('linea.xml', 'errors').waitFor();
    await window.goTo('companies');
    await window.goTo('submit');
    await submit.select('linea.xml');
    await source.open();
    await source.notes.waitFor();
    await expect.poll(() => source.marks.count()).toBeGreaterThan(0);
    await expect.poll(() => source.currentMark.count()).toBe(1);
    await source.edit();
    await page.keyboard.type('y');
    await source.checked();
    await page.keyboard.press('ControlOrMeta+z');
    await source.checked();
    await expect.poll(() => source.saveButton.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await source.bench.waitFor({ state: 'detached' });
    expect(await submit.row('linea.editado.xml').count()).toBe(0);

    // As the browser's own Back does: no edit is lost without a question.
    await source.open();
    await source.edit();
    await page.keyboard.type('z');
    await page.evaluate(() => globalThis.history.back());
    await source.unsaved.waitFor();
    await source.discard.click();
    await window.waitUntilReady('companies');
  });

  it('can be edited when the button was pressed before the text had loaded', async () => {
    const page = opened();
    const { window, submit, source } = pages(page);
    await window.openAnew('submit');
    await window.dropFiles([{ name: 'dos.xml', content: invoices(0, 2) }]);
    await submit.row('dos.xml').waitFor();
    await submit.select('dos.xml');
    // The tools are drawn a task before the text.
    const pressed = page.evaluate(
      () =>
        new Promise<boolean>((tell) => {
          const watcher = new MutationObserver(() => {
            const edit = document.querySelector<HTMLElement>('[data-testid="source-edit"]');
            if (edit === null) return;
            watcher.disconnect();
            edit.click();
            tell(document.querySelector('.cm-content') === null);
          });
          watcher.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await source.open();
    expect(await pressed).toBe(true);
    await source.edit();
    await page.keyboard.type('z');
    await expect.poll(() => source.saveButton.isEnabled()).toBe(true);
  });
});
