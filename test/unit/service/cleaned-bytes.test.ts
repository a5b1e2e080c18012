import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createRedactor } from '../../../main/service/redaction.ts';

const key = 'planted+client/key&0123456789';
const { bytes } = createRedactor([new Secret(key)]);
const clean = (body: Uint8Array): Buffer => Buffer.from(bytes(body));

const json = (said: string) => JSON.stringify({ result: 'correct', records: [{ key: said }] });
const gzipped = (text: string) => gzipSync(text).toString('base64');
const lines = (base64: string) => base64.match(/.{1,64}/g)?.join('\r\n') ?? '';
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

const bodies: Readonly<Record<string, (said: string) => Buffer>> = {
  plain: (said) => Buffer.from(json(said)),
  'XML by its entities': (said) => Buffer.from(`<a>${said.replaceAll('&', '&amp;')}</a>`),
  gzip: (said) => gzipSync(json(said)),
  'gzip in gzip': (said) => gzipSync(gzipSync(json(said))),
  'UTF-16LE with a mark': (said) => Buffer.from(`\uFEFF${json(said)}`, 'utf16le'),
  'UTF-16LE': (said) => Buffer.from(json(said), 'utf16le'),
  'UTF-16BE with a mark': (said) => swapped(`\uFEFF${json(said)}`),
  'UTF-16BE': (said) => swapped(json(said)),
  'UTF-16 in gzip': (said) => gzipSync(swapped(`\uFEFF${json(said)}`)),
  'gzip in Base64 in JSON': (said) => Buffer.from(json(gzipped(`<r>x ${said} y</r>`))),
  'gzip in Base64 in lines in XML': (said) => Buffer.from(`<r>\n${lines(gzipped(said))}\n</r>`),
  'gzip in Base64 in lines in JSON': (said) => Buffer.from(json(lines(gzipped(`<r>${said}</r>`)))),
  'Base64 in lines': (said) =>
    Buffer.from(
      json(lines(Buffer.from(`${'-'.repeat(58)}${said}${'-'.repeat(80)}`).toString('base64'))),
    ),
  'JSON in JSON in Base64 in UTF-16': (said) =>
    Buffer.from(json(Buffer.from(json(json(`"\\${said}`))).toString('base64')), 'utf16le'),
  'gzip in Base64, whole and URL-safe': (said) =>
    Buffer.from(gzipSync(`<r>${said}</r>`).toString('base64url')),
};

/** Every readable text of the bytes. */
function readAll(body: Buffer, depth = 0): string {
  if (depth > 6) return '';
  const texts = [body.toString('latin1'), body.toString('utf16le')];
  if (body.length % 2 === 0) texts.push(Buffer.from(body).swap16().toString('utf16le'));
  const inner = body[0] === 0x1f ? readAll(gunzipSync(body), depth + 1) : '';
  const wrapped = texts.flatMap((text) =>
    (text.replaceAll(/\\[rn]|\\u000[ad]|[\r\n]/g, '').match(/[\w+/-]{24,}/g) ?? []).map((run) =>
      readAll(Buffer.from(run, 'base64'), depth + 1),
    ),
  );
  const plain = texts.map((text) => text.replaceAll(/\\+/g, '').replaceAll('&amp;', '&'));
  return [...plain, inner, ...wrapped].join('\n');
}

test.each(Object.entries(bodies))('a key is removed from a body: %s', (_name, wrap) => {
  expect(readAll(wrap(key))).toContain(key);
  const cleaned = readAll(clean(wrap(key)));
  expect(cleaned).not.toContain(key.slice(2, -2));
  expect(cleaned).toContain('[secret]');
});

test.each(Object.entries(bodies))('a body without a key stays unchanged: %s', (_name, wrap) => {
  const body = wrap('nothing of ours');
  expect(bytes(body)).toBe(body);
});

test('text around a key in a nested answer stays', () => {
  const inner = gzipped(`<r estado="Incorrecto" año="1.00">${key}</r>`);
  const body = clean(Buffer.from(`{"n": 1.00, "x" : "${inner}", "s":"a\\/b"}`)).toString();
  const [, wrapped = ''] = body.match(/"x" : "([^"]+)"/) ?? [];
  expect(body.replace(wrapped, '')).toBe('{"n": 1.00, "x" : "", "s":"a\\/b"}');
  const read = gunzipSync(Buffer.from(wrapped, 'base64')).toString();
  expect(read).toBe('<r estado="Incorrecto" año="1.00">[secret]</r>');
});

test('a letter written by its number is removed with the text', () => {
  const spelt = [...key].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('');
  expect(clean(Buffer.from(`<r>${spelt}</r>`)).toString()).toBe('"[secret]"');
});

test('an invalid gzip is searched as it is', () => {
  const body = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 1]), Buffer.from(key)]);
  expect(clean(body).toString('latin1')).not.toContain(key);
});

test('what inflates beyond the bound of the whole search is not kept', () => {
  // Full stops are no Base64 to search once more.
  const large = '.'.repeat(33 * 1024 * 1024);
  const [first, second] = [gzipped(`${large}1`), gzipped(`${large}2`)];
  const cleaned = clean(Buffer.from(JSON.stringify([first, second]))).toString();
  expect(cleaned).toContain(first);
  expect(cleaned).not.toContain(second);
  expect(cleaned).toContain(Buffer.from('"[secret]"').toString('base64'));
});
