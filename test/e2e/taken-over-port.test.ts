import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Request } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';

const browser = provideBrowser();

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Another program of this machine, which takes the port and agrees to everything. */
async function takeOver(port: number): Promise<Heard[]> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    heard.push({ path: request.url ?? '', headers: request.headers, body });
    const proof = '0'.repeat(64);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, value: {}, token: 'stranger', proof }));
  });
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return heard;
}

it('a process that takes over the port gets neither token nor call from an open window (T9)', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const token = await page.evaluate(() => sessionStorage.getItem('zubi-token'));
  expect(token).toMatch(/^.{40,}$/);
  // All code is loaded by now: a screen's missing code would come from the stranger.
  await page.locator('#root[data-loaded]').waitFor({ state: 'attached' });
  // Until its stream of events has ended, the window cannot know that the application has.
  const ofEvents = (request: Request) => request.url().endsWith('/api/events');
  const streamEnd = page.waitForEvent('requestfailed', { predicate: ofEvents });
  await application.kill();
  await streamEnd;
  const heard = await takeOver(Number(new URL(application.url).port));
  await page.evaluate(() => {
    window.location.hash = '#/overview/activity';
  });
  await page.getByTestId('session-ended').waitFor();
  expect(heard.length).toBeGreaterThan(0);
  // The browser itself asks for the icon when the address changes.
  const paths = new Set(heard.map(({ path }) => path).filter((path) => path !== '/icon.svg'));
  expect(paths).toEqual(new Set(['/api/proof']));
  expect(JSON.stringify(heard)).not.toContain(token);
  expect(heard.filter(({ headers }) => headers['x-zubi-token'] !== undefined)).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('zubi-token'))).toBeNull();
});
