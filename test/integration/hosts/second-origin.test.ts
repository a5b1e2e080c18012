import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../scripts/browser-setup.mjs';
import { sampled } from '../../rounds.ts';
import { startTestFace, type TestFace } from '../../unit/browser/test-server.ts';

/**
 * Attempts of a page of another origin, which knows the port and even the token: each reports
 * whether it reached anything.
 */
const attempts: Record<string, string> = {
  'fetch the page': `fetch(target + '/').then((answer) => answer.text()).then((text) => text.length > 0)`,
  'fetch the page without CORS and look at it': `fetch(target + '/', { mode: 'no-cors' }).then((answer) => answer.text()).then((text) => text.length > 0)`,
  'call with JSON': `fetch(target + '/api/call', { method: 'POST', headers: { 'content-type': 'application/json', 'x-zubi-token': token }, body }).then((answer) => answer.ok)`,
  'call as plain text, without a preflight': `fetch(target + '/api/call', { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }).then((answer) => answer.ok)`,
  'call with a beacon': `Promise.resolve(navigator.sendBeacon(target + '/api/call', new Blob([body], { type: 'text/plain' }))).then(() => false)`,
  'upload a file': `fetch(target + '/api/files', { method: 'POST', headers: { 'content-type': 'application/octet-stream', 'x-zubi-token': token, 'x-zubi-name': 'x', 'x-zubi-request': 'attack-0000000000001' }, body }).then((answer) => answer.ok)`,
  'open a session': `fetch(target + '/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code }) }).then((answer) => answer.json()).then((answer) => 'token' in answer)`,
  'read the events': `fetch(target + '/api/events', { headers: { 'x-zubi-token': token } }).then((answer) => answer.ok)`,
  'read the events as an event source': `new Promise((resolve) => { const source = new EventSource(target + '/api/events'); source.onopen = () => resolve(true); source.onerror = () => { source.close(); resolve(false); }; })`,
  'open a websocket': `new Promise((resolve) => { const socket = new WebSocket(target.replace('http', 'ws') + '/api/events', [token]); socket.onopen = () => resolve(true); socket.onerror = () => resolve(false); })`,
  'show an image': `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve(true); image.onerror = () => resolve(false); image.src = target + '/icon.svg'; document.body.append(image); })`,
  'run a script': `new Promise((resolve) => { const script = document.createElement('script'); script.onload = () => resolve(true); script.onerror = () => resolve(false); script.src = target + '/script.js'; document.body.append(script); })`,
  'take a stylesheet': `new Promise((resolve) => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.onload = () => resolve(true); link.onerror = () => resolve(false); link.href = target + '/style.css'; document.head.append(link); })`,
  'frame the page': `new Promise((resolve) => { const frame = document.createElement('iframe'); frame.onload = () => { try { resolve(frame.contentDocument !== null && frame.contentDocument.title === 'Zubi'); } catch { resolve(false); } }; frame.src = target + '/'; document.body.append(frame); }).then((seen) => seen || frames[0].length > 0)`,
  'open the page and look in': `new Promise((resolve) => { const opened = window.open(target + '/'); setTimeout(() => { try { resolve(opened !== null && opened.document.title === 'Zubi'); } catch { resolve(false); } }, 500); })`,
  'post a form': `new Promise((resolve) => { const frame = document.createElement('iframe'); frame.name = 'sink'; document.body.append(frame); const form = document.createElement('form'); form.method = 'post'; form.enctype = 'text/plain'; form.target = 'sink'; form.action = target + '/api/call'; const input = document.createElement('input'); input.name = body.slice(0, -1) + ',"x":"'; input.value = '"}'; form.append(input); document.body.append(form); frame.onload = () => resolve(false); form.submit(); })`,
};

const executablePath = findChromium();
if (executablePath === null)
  console.log('second-origin: skipped, there is no Chromium on this machine');

describe.skipIf(executablePath === null)('a page of another origin in a real browser (L9)', () => {
  let test: TestFace;
  let token = '';
  let attacker: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    test = await startTestFace({
      extraFiles: {
        'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'script.js': '',
        'style.css': '',
      },
    });
    token = await test.signIn();
    attacker = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>attack</title><body></body>');
    });
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox'],
    });
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    attacker.closeAllConnections();
    attacker.close();
    await test.close();
  });

  // From another port and the other name of this machine; at the host's other name in the soak.
  const places = sampled(
    ['127.0.0.1', 'localhost'].flatMap((to) =>
      ['127.0.0.1', 'localhost'].map((from) => ({ from, to })),
    ),
    2,
  );
  const cases = places.flatMap((place) =>
    Object.keys(attempts).map((name) => ({ ...place, name })),
  );

  it.each(cases)('on $from cannot $name at $to', async ({ from, to, name }) => {
    await page.goto(`http://${from}:${(attacker.address() as AddressInfo).port}/`);
    const before = test.app.calls.length;
    const values = {
      target: `http://${to}:${test.face.port}`,
      token,
      code: new URL(test.face.freshAddress()).hash.slice('#code='.length),
      body: JSON.stringify({
        method: 'settings.set',
        input: {},
        requestId: 'attack-0000000000001',
      }),
    };
    const script = `(async () => { const { target, token, code, body } = ${JSON.stringify(values)}; try { return Boolean(await (${attempts[name]})); } catch { return false; } })()`;
    expect(await page.evaluate(script)).toBe(false);
    expect(test.app.calls.length).toBe(before);
    expect(test.app.files).toEqual([]);
    expect(test.app.listeners()).toBe(0);
  });

  it('cannot do what the page itself can', async () => {
    // What was sent without waiting has not arrived late either.
    expect([test.app.calls, test.app.files]).toEqual([[], []]);
    await page.goto(`${test.origin}/`);
    const done = await page.evaluate(
      async ([code, given]) => {
        const json = { 'content-type': 'application/json', 'x-zubi-token': given ?? '' };
        const post = (path: string, value: unknown) =>
          fetch(path, { method: 'POST', headers: json, body: JSON.stringify(value) }).then(
            ({ ok }) => ok,
          );
        const stop = new AbortController();
        const events = fetch('/api/events', { headers: json, signal: stop.signal }).then(
          ({ ok }) => ok,
        );
        const all = await Promise.all([
          post('/api/session', { code }),
          post('/api/call', {
            method: 'settings.set',
            input: {},
            requestId: 'own-page-00000000001',
          }),
          events,
        ]);
        stop.abort();
        return all;
      },
      [new URL(test.face.freshAddress()).hash.slice('#code='.length), token],
    );
    expect(done).toEqual([true, true, true]);
  });
});
