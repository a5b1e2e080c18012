import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeIn } from '../../../main/validator/intake.ts';
import { unwrap } from '../../../main/validator/wrapped-document.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';

const document = makeDocument('240-received', { seed: 3, records: 1 });
const bare = document.replace(/<\?xml[^>]*\?>\s*/, '').trimEnd();
const base64 = Buffer.from(document).toString('base64');
const limit = 1024 * 1024;
const soap = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const signature = (object: string) =>
  `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${object}</ds:Object></ds:Signature>`;
const escaped = document.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const signed = document.replace(/<\/[^<>]+>\s*$/, (end) => `${signature('')}${end}`);
const asUtf16 = document.replace('UTF-8', 'UTF-16');
const [declaration = ''] = / xmlns:lroe="[^"]*"/.exec(bare) ?? [];
const declaredOutside = soap(bare.replace(declaration, '')).replace(
  '<s:Envelope',
  `<s:Envelope${declaration}`,
);
const spaced = bare.replace('xmlns:lroe=', 'xmlns:lroe = ');
const declaredTwice = soap(spaced).replace('<s:Envelope', `<s:Envelope${declaration}`);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('a document inside another file', () => {
  it.each([
    ['a request of the service', 'JSON', JSON.stringify({ xml_contents: base64 }), document],
    ['text of another encoding', 'JSON', JSON.stringify({ xml: asUtf16 }), document],
    ['a SOAP envelope with its prefix', 'SOAP', declaredOutside, bare],
    ['a SOAP envelope with its prefix too', 'SOAP', declaredTwice, spaced],
    ['a list of JSON', 'JSON', JSON.stringify([{ a: { xml: document } }]), document],
    ['Base64 in lines', 'Base64', base64.replaceAll(/(.{76})/g, '$1\r\n'), document],
    ['gzip in Base64', 'Base64', gzipSync(document).toString('base64'), document],
    ['a SOAP envelope', 'SOAP', soap(bare), bare],
    ['a signature with the document in its object', 'XAdES', signature(bare), bare],
    ['a signature with Base64 in its object', 'XAdES', signature(base64), document],
    ['a SOAP envelope with Base64', 'SOAP', soap(`<x>${base64}</x>`), document],
    ['a SOAP envelope with escaped XML', 'SOAP', soap(`<x>${escaped}</x>`), document.trim()],
    ['a SOAP envelope with CDATA', 'SOAP', soap(`<x><![CDATA[${base64}]]></x>`), document],
    ['a document with a signature at its end', 'XAdES', signed, document],
    ['Base64 of a request', 'Base64', Buffer.from(`${soap(bare)}`).toString('base64'), bare],
  ])('as %s is extracted', (_, wrapper, wrapped, inside) => {
    const found = unwrap(Buffer.from(wrapped), limit);
    expect(found?.wrapper).toBe(wrapper);
    expect(text(found?.bytes ?? new Uint8Array())).toBe(inside);
  });

  it.each([
    ['JSON', JSON.stringify({ xml_contents: base64 })],
    ['Base64', base64],
    ['SOAP', soap(`<x>${base64}</x>`)],
  ])('in %s with a byte order mark, as Windows writes it, is extracted', (wrapper, wrapped) => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const found = unwrap(Buffer.from(`\uFEFF${wrapped}`, encoding), limit);
      expect([found?.wrapper, text(found?.bytes ?? new Uint8Array())]).toEqual([wrapper, document]);
    }
  });

  it.each([
    ['the document itself', document],
    ['the document itself in UTF-16', Buffer.from(`\uFEFF${asUtf16}`, 'utf16le')],
    ['a JSON without one', '{"xml": "PHg+PC94Pg=="}'],
    ['a JSON that is cut off', '{"xml_contents": "PD94'],
    ['Base64 of something else', Buffer.from('<html></html>').toString('base64')],
    ['a SOAP envelope around something else', soap('<a/>')],
    ['a SOAP envelope that is cut off', soap(bare).slice(0, 900)],
    ['nothing', ''],
  ])('%s stays unchanged', (_, file) => {
    expect(unwrap(typeof file === 'string' ? Buffer.from(file) : file, limit)).toBeNull();
  });

  it('is looked for in long texts and many parts, quickly', () => {
    const most = 16 * limit;
    const long = `<x>${'A'.repeat(10 * limit)}</x><x>${base64}</x>`;
    const found = unwrap(Buffer.from(soap(long)), most);
    expect(text(found?.bytes ?? new Uint8Array())).toBe(document);
    const started = performance.now();
    for (const part of ['>', `<${'a'.repeat(120)}`, `<![CDATA[${'a'.repeat(120)}`])
      expect(unwrap(Buffer.from(soap(part.repeat((4 * limit) / part.length))), most)).toBeNull();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('is not unpacked beyond the limit', () => {
    const padded = Buffer.from(document.padEnd(100_000));
    const bomb = gzipSync(padded).toString('base64');
    for (const wrapped of [bomb, JSON.stringify([[bomb]])].map((each) => Buffer.from(each))) {
      expect(unwrap(wrapped, padded.length - 1)).toBeNull();
      expect(unwrap(wrapped, padded.length)?.bytes).toHaveLength(padded.length);
    }
  });

  it('is looked for a few layers deep, and no deeper', () => {
    let wrapped = Buffer.from(document);
    for (let depth = 0; depth < 8; depth += 1) {
      const before = wrapped.toString('base64');
      wrapped = Buffer.from(JSON.stringify({ before }));
    }
    expect(unwrap(wrapped, limit)).toBeNull();
  });

  it('is bounded by all that is unpacked, in whatever layers', () => {
    const zip = (content: string) => gzipSync(content).toString('base64');
    const layer = (texts: readonly string[]) => zip(JSON.stringify(texts.map(zip)));
    const large = layer(Array(10).fill(`["${'-'.repeat(limit / 2)}"]`));
    const file = (layers: number) =>
      Buffer.from(JSON.stringify([...Array(layers).fill(large), layer([document])]));
    expect(unwrap(file(0), limit)).not.toBeNull();
    expect(unwrap(file(20), limit)).toBeNull();
  });

  it('is bounded by the bytes of all its texts together', () => {
    const gzipped = (index: number) =>
      gzipSync(`${index % 10}${' '.repeat(limit / 2 - 1)}`).toString('base64');
    const many = Array.from({ length: 40 }, (_, index) => gzipped(index));
    expect(unwrap(Buffer.from(JSON.stringify([...many, base64])), limit)).toBeNull();
    expect(unwrap(Buffer.from(JSON.stringify([gzipped(0), base64])), limit)).not.toBeNull();
  });

  it.each([
    ['a SOAP envelope', soap('<T:TicketBai xmlns:T="urn:ticketbai:emision"></T:TicketBai>')],
    ['Base64', Buffer.from('<?xml version="1.0"?><TicketBai></TicketBai>').toString('base64')],
    ['JSON', JSON.stringify({ a: `<TicketBai>${' '.repeat(100)}</TicketBai>` })],
  ])('for elsewhere, in %s, is taken in by itself so that it is named', (_, wrapped) => {
    const taken = takeIn({ kind: 'bytes', bytes: Buffer.from(wrapped) }, limit);
    expect(taken).not.toHaveProperty('wrapper');
    expect(taken.kind === 'bytes' && text(taken.bytes)).toMatch(/TicketBai>$/);
    expect(taken.kind === 'bytes' && text(taken.bytes)).not.toContain('Envelope');
  });

  it('is added as the document inside', () => {
    const bytes = Buffer.from(JSON.stringify({ xml_contents: base64 }));
    expect(takeIn({ kind: 'bytes', bytes }, limit)).toMatchObject({ wrapper: 'JSON' });
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.runIf(hasOpenssl)('a document in a CMS signature', () => {
  let folder = '';
  const at = (name: string) => join(folder, name);
  const sign = (...options: string[]) => {
    const made = at('made');
    execFileSync(
      'openssl',
      [
        ...['cms', '-sign', '-binary', '-nodetach', '-in', at('document.xml')],
        ...['-signer', at('certificate'), '-inkey', at('key'), '-out', made, ...options],
      ],
      { stdio: 'ignore' },
    );
    return readFileSync(made);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zubi-cms-'));
    writeFileSync(at('document.xml'), document);
    const subject = ['-subj', '/CN=zubi', '-days', '2', '-nodes'];
    const made = ['-keyout', at('key'), '-out', at('certificate')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...made], {
      stdio: 'ignore',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['in one piece', 'CMS', ['-outform', 'DER']],
    ['in pieces without a length', 'CMS', ['-outform', 'DER', '-stream']],
    ['as PEM', 'Base64', ['-outform', 'PEM']],
  ])('%s is extracted', (_, wrapper, options) => {
    const found = unwrap(sign(...options), limit);
    expect(found?.wrapper).toBe(wrapper);
    expect(text(found?.bytes ?? new Uint8Array())).toBe(document);
  });

  it('is not read when its signature is damaged anywhere', () => {
    const signed = sign('-outform', 'DER');
    for (let index = 0; index < 200; index += 1) {
      const damaged = Buffer.from(signed);
      damaged[index] = 0xff;
      expect(() => unwrap(damaged, limit)).not.toThrow();
      expect(() => unwrap(signed.subarray(0, index * 9), limit)).not.toThrow();
    }
  });
});
