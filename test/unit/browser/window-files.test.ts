import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveWindowFile, securityHeaders } from '../../../main/hosts/window-files.ts';

let base = '';
let folder = '';

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'zubi-window-'));
  folder = join(base, 'renderer');
  await mkdir(join(folder, 'assets', 'directory.js'), { recursive: true });
  await mkdir(join(base, 'renderer-next-door'));
  await writeFile(join(base, 'secret.js'), 'secret');
  await writeFile(join(base, 'renderer-next-door', 'secret.js'), 'secret');
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets', 'index-BX_9-a.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'inter.woff2'), 'font');
  await writeFile(join(folder, '.hidden.js'), 'hidden');
  await writeFile(join(folder, 'assets', 'index.js.map'), 'map');
  await symlink(join(base, 'secret.js'), join(folder, 'link.js'));
  await symlink(base, join(folder, 'up'));
  // Its place begins with the same letters as ours.
  await symlink(join(base, 'renderer-next-door'), join(folder, 'door'));
});

afterAll(() => rm(base, { recursive: true }));

const hostile = [
  '/../secret.js',
  '/..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/%2e%2e%2fsecret.js',
  '/%252e%252e/secret.js',
  '/.%2e/secret.js',
  '/assets/../../secret.js',
  '/assets/%2e%2e/%2e%2e/secret.js',
  '/../renderer-next-door/secret.js',
  '/..\\secret.js',
  '/..%5csecret.js',
  '/assets\\..\\..\\secret.js',
  '/link.js',
  '/up/secret.js',
  '/door/secret.js',
  '/.hidden.js',
  '/%00index.html',
  '/index.html%00.js',
  '//secret.js',
  '//127.0.0.1/share/secret.js',
  '/\\\\server\\share\\secret.js',
  '/C:/secret.js',
  '/C:%5csecret.js',
  '/file:///secret.js',
  '/index.html::$DATA',
  '/index.html.',
  '/index.html%20',
  '/con.js',
  '/assets/NUL',
  '/assets/com1.js',
  '/assets/',
  '/assets/directory.js',
  '/assets/index.js.map',
  '/assets/index-BX_9-a.ts',
  '/%',
  '/%ff',
  '/%E0%A4%A',
  '/ind\u00ebx.html',
  `/${'a'.repeat(300)}.js`,
  `/${'a/'.repeat(800)}index.html`,
  'index.html',
  '*',
  '',
  'http://127.0.0.1/index.html',
];

describe('the window files', () => {
  it.each(hostile)('do not include %j', async (path) => {
    const answer = await resolveWindowFile(folder, 'GET', path);
    expect(answer.status).toBe(404);
    expect(answer.body).toBeNull();
    expect(answer.headers).toEqual(securityHeaders);
  });

  it.each([
    ['/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/index.html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/index.html?v=1', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/assets/index-BX_9-a.js', 'text/javascript; charset=utf-8', 'export {};'],
    ['/assets/inter.woff2', 'font/woff2', 'font'],
  ])('include %s', async (path, mediaType, text) => {
    const answer = await resolveWindowFile(folder, 'GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers).toEqual({
      ...securityHeaders,
      'content-type': mediaType,
      'content-length': String(text.length),
    });
    expect(Buffer.from(answer.body ?? []).toString()).toBe(text);
  });

  it('answer HEAD with the headers only', async () => {
    const answer = await resolveWindowFile(folder, 'HEAD', '/index.html');
    expect(answer).toMatchObject({ status: 200, body: null, headers: { 'content-length': '15' } });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'get', ''])(
    'refuse %s',
    async (method) => {
      const answer = await resolveWindowFile(folder, method, '/index.html');
      expect(answer).toEqual({
        status: 405,
        headers: { ...securityHeaders, allow: 'GET, HEAD' },
        body: null,
      });
    },
  );

  it('are not served when the window has not been built', async () => {
    expect((await resolveWindowFile(join(base, 'nowhere'), 'GET', '/')).status).toBe(404);
  });

  it('have exactly the agreed headers', () => {
    expect(securityHeaders).toEqual({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
});
