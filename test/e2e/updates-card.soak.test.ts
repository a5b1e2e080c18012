import { describe, expect, it } from 'vitest';
import type { UpdateStatus } from '../../contract/update.ts';
import texts from '../../locales/es/window.json' with { type: 'json' };
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { allLooks, findViolations, takeOn, takePicture } from './looks.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

const unchecked: UpdateStatus = {
  offBecause: null,
  state: 'unchecked',
  checkedAt: null,
  offered: null,
  receivedBytes: 0,
  sizeBytes: 0,
  fault: null,
};
const found = {
  checkedAt: '2026-11-24T09:05:00.000Z',
  offered: {
    version: '9.0.0',
    notes: { es: '- Más **rápido**.', eu: '- Azkarragoa.', en: '- Faster.' },
  },
  sizeBytes: 118_000_000,
};
const statuses: Readonly<Record<string, UpdateStatus>> = {
  policy: { ...unchecked, offBecause: 'policy' },
  unchecked,
  later: { ...unchecked, ...found, state: 'later' },
  downloading: { ...unchecked, ...found, state: 'downloading', receivedBytes: 59_000_000 },
  ready: { ...unchecked, ...found, state: 'ready' },
  refused: { ...unchecked, state: 'failed', fault: { code: 'update_signature', details: {} } },
};

/** Opens the card on the statuses that the test sets; only an installed Zubi has them. */
async function openCard(first: UpdateStatus) {
  const page = await browser.open((await startApplication()).url);
  const shown = { status: first };
  const refusal = { code: 'update_busy', details: { files: 2 } };
  await page.route('**/api/call', async (route) => {
    const { method } = route.request().postDataJSON();
    const value = { ok: true, value: shown.status };
    if (method === 'updates.install') await route.fulfill({ json: { ok: false, error: refusal } });
    else if (/^updates\./.test(method)) await route.fulfill({ json: value });
    else await route.fallback();
  });
  const show = async (status: UpdateStatus) => {
    shown.status = status;
    await page.reload();
    await new WindowPage(page).waitUntilReady();
    await new WindowPage(page).goToSettings('advanced');
    await page.getByTestId('settings-updates').waitFor();
  };
  await show(first);
  return { page, card: page.getByTestId('settings-updates'), show };
}

describe('the card of updates', () => {
  it('says each state in a sentence, in each language and both schemes', async () => {
    const { page, card, show } = await openCard(unchecked);
    for (const look of allLooks) {
      await takeOn(page, look);
      for (const [name, status] of Object.entries(statuses)) {
        await show(status);
        expect(await findViolations(page), name).toEqual([]);
        await takePicture(page, `updates-${name}-${look.language}-${look.colorScheme}`);
      }
    }
    await takeOn(page, { language: 'es', colorScheme: 'light' });
    const { updates } = texts.settings;
    await show(statuses.policy ?? unchecked);
    await card.getByText(updates.off.policy).waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    await show(statuses.downloading ?? unchecked);
    expect(await card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(await card.getByTestId('update-received').innerText()).toMatch(/^59\sMB de 118\sMB$/);
    await show(statuses.ready ?? unchecked);
    expect(await card.getByTestId('update-news').innerText()).toBe('Más rápido.');
    expect(await page.getByTestId('notice-update').innerText()).toContain('9.0.0');
  });

  it('forgets why the last act was refused when a person begins another one', async () => {
    const { card } = await openCard(statuses.ready ?? unchecked);
    await card.getByTestId('install-update').click();
    await card.getByRole('alert').waitFor();
    await card.getByTestId('check-updates').click();
    await expect.poll(() => card.getByRole('alert').count()).toBe(0);
  });
});
