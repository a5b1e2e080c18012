import { expect, it } from 'vitest';
import { makePdf } from '../fixtures/authorizations/documents.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import {
  brokenFileOf,
  client,
  fileOf,
  makeOutsideOffice,
  sendFromElsewhere,
} from './fixtures/outside-office.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CorrectManyPage } from './pages/correct-many-page.ts';
import { countGestures } from './pages/gesture-count.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

interface Quarter {
  readonly clients: number;
  readonly files: number;
  /** Files of each kind of problem: decimal commas, recorded whole, in part, no approval. */
  readonly each: number;
}

const forms = ['140-with-invoice', '240-received', '140-without-invoice'] as const;

/** The quarter's files, and what the ledger has of them from another program. */
function makeFiles({ files, each }: Quarter) {
  const troubles = 3 * each;
  const isCancelled = (index: number) =>
    index >= troubles && index < files - each && index % 4 >= 2;
  const formOf = (index: number) =>
    index < troubles ? undefined : index % 2 === 1 ? forms[1] : forms[index % 3 === 0 ? 2 : 0];
  const dropped = Array.from({ length: files }, (_, index) => {
    const form = formOf(index);
    if (index < each) return brokenFileOf(index);
    if (form === undefined) return fileOf(index);
    return fileOf(index, { form: isCancelled(index) ? `${form}-cancellation` : form });
  });
  const elsewhere = dropped.flatMap((_, index) => {
    const form = formOf(index);
    if (index >= each && index < 2 * each) return [fileOf(index)];
    if (index >= 2 * each && index < troubles) return [fileOf(index, { records: 2 })];
    return isCancelled(index) && form !== undefined ? [fileOf(index, { form })] : [];
  });
  return { dropped, elsewhere };
}

/** The number of gestures until all valid files are sent, and from there until all are complete. */
async function workThrough(quarter: Quarter): Promise<{ first: number; second: number }> {
  const { clients, files, each } = quarter;
  const approved = files - each;
  const office = await makeOutsideOffice(clients, approved);
  const { dropped, elsewhere } = makeFiles(quarter);
  await sendFromElsewhere(office, elsewhere);
  const application = await startApplication({ dataFolder: office.dataFolder, sandbox: false });
  const page = await browser.open(application.url, { viewport: { width: 1440, height: 900 } });
  const [window, submit] = [new WindowPage(page), new SubmitListPage(page)];
  const [correct, many] = [new CorrectManyPage(page), new AuthorizationsPage(page)];
  const inTab = (tab: Parameters<typeof submit.tab>[0], count: number) =>
    expect
      .poll(() => submit.tab(tab).innerText(), { timeout: 90_000 })
      .toMatch(new RegExp(`\\D${count}$`));
  await window.goTo('submit');
  const gestures = await countGestures(page);

  await window.dropFiles(dropped);
  await submit.untilFiles(files);
  await inTab('errors', each);
  await submit.settled();
  await submit.fixAllFiles.click();
  await submit.fixAllDialog.getByTestId('fix-all-total').waitFor();
  await submit.fixAllSave.click();
  await submit.fixAllDialog.waitFor({ state: 'detached', timeout: 60_000 });
  await inTab('errors', 0);
  await page.keyboard.press('Control+Enter');
  await inTab('sent', approved);
  // The rest is a list, each with its next step on its row.
  await submit.tab('noAuthorization').click();
  await expect.poll(() => submit.rows.count()).toBe(each);
  expect(await submit.rows.getByTestId('open-obstacle').count()).toBe(each);
  const first = await gestures();

  await correct.notice.waitFor({ timeout: 120_000 });
  await correct.way('modify').click();
  await expect.poll(() => correct.files.count()).toBe(2 * each);
  await correct.save.click();
  // Ctrl+Enter sends nothing under an open dialog.
  await correct.save.waitFor({ state: 'detached' });
  await inTab('ready', 2 * each);
  await page.keyboard.press('Control+Enter');
  // A wholly refused file was replaced by its modification.
  await inTab('sent', approved + each);
  await submit.tab('noAuthorization').click();
  await page.getByTestId('see-authorizations').click();
  await window.waitUntilReady('authorizations');
  const unapproved = Array.from({ length: each }, (_, index) => client(approved + index));
  await window.dropFiles(
    unapproved.map(({ taxId }) => ({ name: `${taxId}.pdf`, content: Buffer.from(makePdf()) })),
  );
  await expect.poll(() => page.getByTestId('bulk-row').count()).toBe(each);
  await many.sendButton.click();
  await expect.poll(() => many.received.count(), { timeout: 60_000 }).toBe(each);
  await office.approve(unapproved.map(({ taxId }) => taxId));
  await many.leaveButton.click();
  await many.chooseAll.click();
  await many.decideChosen('approval');
  await page.keyboard.press('Control+2');
  await inTab('ready', each);
  await page.keyboard.press('Control+Enter');
  await inTab('sent', approved + 2 * each);
  await submit.progress.waitFor({ state: 'detached', timeout: 120_000 });
  await window.attentionBadge.waitFor({ state: 'detached', timeout: 60_000 });
  expect(await correct.notice.count()).toBe(0);
  const second = (await gestures()) - first;

  // The company filter of the history finds the last of many companies, too.
  const names = dropped.map((_, index) => client(index).name);
  const name = names.toSorted((one, other) => one.localeCompare(other)).at(-1) ?? '';
  await window.goTo('history');
  const history = new HistoryPage(page);
  await history.filter('company').fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await expect.poll(() => history.rows.count()).toBeLessThan(5);
  expect(await history.rows.filter({ hasText: name }).count()).toBeGreaterThan(0);
  return { first, second };
}

it('120 files of six forms, 20 of them with problems: 12 gestures to send the others, then few to the end', async () => {
  const { first, second } = await workThrough({ clients: 150, files: 120, each: 5 });
  expect(first).toBeLessThanOrEqual(12);
  expect(second).toBeLessThanOrEqual(16);
}, 900_000);

it('twice as many files with problems take as many gestures', async () => {
  const few = await workThrough({ clients: 24, files: 24, each: 2 });
  const many = await workThrough({ clients: 24, files: 24, each: 4 });
  expect(many).toEqual(few);
}, 600_000);
