import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveWindow } from '../../../main/hosts/desktop/protocol.ts';
import { findWaitingFile, waitingAddress } from '../../../main/hosts/desktop/waiting-page.ts';
import { securityHeaders } from '../../../main/hosts/window-files.ts';
import * as electron from './fake-electron.ts';

const texts = { waiting: { opening: '1 < 2 & 3', closing: 'B', reopening: 'C' } };

let folder: string;
beforeAll(() => {
  electron.reset();
  folder = mkdtempSync(join(tmpdir(), 'zubi-window-'));
  const root = join(folder, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'renderer-secret'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Zubi</title>');
  writeFileSync(join(root, 'assets', 'main.js'), 'export {}');
  writeFileSync(join(folder, 'secret.html'), 'CANARY');
  writeFileSync(join(folder, 'renderer-secret', 'secret.html'), 'CANARY');
  symlinkSync(join(folder, 'secret.html'), join(root, 'link.html'));
  serveWindow(root, (path) => findWaitingFile(path, { language: 'es', texts }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A request as Chromium would pass it on; its address is not normalised on the way, as the worst
 * case.
 */
async function ask(url: string, method = 'GET'): Promise<Response> {
  const handler = electron.served.get('app');
  if (handler === undefined) throw new Error('nothing serves the scheme');
  return handler({ url, method } as Request);
}

test('the waiting pages contain one sentence, their own style and no script', async () => {
  const response = await ask(waitingAddress('opening'));
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).toContain('<p>1 &lt; 2 &amp; 3</p>');
  expect(page).not.toMatch(/<script|style=/);
  const address = /href="([^"]+)"/.exec(page)?.[1];
  expect((await ask(`app://zubi${address}`)).headers.get('content-type')).toContain('text/css');
  expect((await ask('app://zubi/waiting/other')).status).toBe(404);
});

// holds E7, E9
describe('E7 every answer carries the policy', () => {
  const policy = (response: Response) => response.headers.get('content-security-policy') ?? '';

  test.each(['app://zubi/index.html', 'app://zubi/none.html', 'app://other/index.html'])(
    '%s',
    async (url) => {
      const response = await ask(url);
      for (const [name, value] of Object.entries(securityHeaders))
        expect(response.headers.get(name)).toBe(value);
    },
  );

  test('it is the strict one', async () => {
    const directives = policy(await ask('app://zubi/index.html'))
      .split('; ')
      .sort();
    expect(directives).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ].sort(),
    );
  });

  test('it is sent with the other security headers', async () => {
    const { headers } = await ask('app://zubi/index.html');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('E9 only the window’s files', () => {
  test('the start page and what it loads are served with their types', async () => {
    const page = await ask('app://zubi/index.html?x=1#y');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain('<title>Zubi</title>');
    const script = await ask('app://zubi/assets/main.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  });

  test('HEAD has the headers and no body', async () => {
    const response = await ask('app://zubi/index.html', 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'get'])(
    '%s is refused',
    async (method) => {
      expect((await ask('app://zubi/index.html', method)).status).toBe(405);
    },
  );

  const hostile = [
    'app://zubi/../secret.html',
    'app://zubi/assets/../../secret.html',
    'app://zubi/%2e%2e/secret.html',
    'app://zubi/%2E%2E%2Fsecret.html',
    'app://zubi/..%2fsecret.html',
    'app://zubi/%252e%252e/secret.html',
    'app://zubi/..%5csecret.html',
    'app://zubi/..\\secret.html',
    'app://zubi/%5c%5cserver%5cshare%5cx.html',
    'app://zubi//server/share/x.html',
    'app://zubi/C:/Windows/win.html',
    'app://zubi/C%3a%5cWindows%5cwin.html',
    'app://zubi/index.html%00.png',
    'app://zubi/index.html/',
    'app://zubi/index.html::$DATA',
    'app://zubi/./index.html',
    'app://zubi/link.html',
    'app://zubi/../renderer-secret/secret.html',
    'app://zubi-secret/secret.html',
    'app://zubi/.git/config.html',
    'app://zubi/assets',
    'app://zubi/aux.html',
    'app://zubi/%ff.html',
    'app://zubi/%',
    `app://zubi/${'a'.repeat(5000)}.html`,
    'app://other/index.html',
    'app://someone@zubi/index.html',
    'app://zubi:80/index.html',
    'app://zubi',
    'http://zubi/index.html',
    'file:///etc/passwd',
    '',
  ];
  test.each(hostile.map((url) => [url.slice(0, 60), url]))(
    '%j is answered with nothing',
    async (_shown, url) => {
      const response = await ask(url);
      expect([403, 404]).toContain(response.status);
      expect(await response.text()).toBe('');
    },
  );
});
