import { describe, expect, test } from 'vitest';
import type { ZubiError } from '../../../contract/errors.ts';
import { findPathClash, readPath, writePath } from '../../../main/service/json-path.ts';
import { defaultServiceProfile, parseServiceProfile } from '../../../main/service/profile.ts';

type Draft = Record<string, unknown>;

/** The default with one place changed. */
function draftWith(path: string, value: unknown): Draft {
  const draft = structuredClone(defaultServiceProfile()) as unknown as Draft;
  writePath(draft, path, value);
  return draft;
}

function placesOf(input: unknown): unknown {
  try {
    parseServiceProfile(input);
  } catch (error) {
    const { code, details } = error as ZubiError;
    return [code, details.what, details.places];
  }
  return 'accepted';
}

const rejected = (path: string, fault: string) => [
  'invalid_input',
  'service_profile',
  [{ path, fault, expected: expect.objectContaining({ kind: expect.any(String) }) }],
];

describe('the service profile', () => {
  test('is read from an object and from its text', () => {
    const profile = defaultServiceProfile();
    expect(parseServiceProfile(JSON.stringify(profile))).toEqual(profile);
    expect(profile.name).toBe('default');
  });

  test.each([
    ['timeouts.connectMs', 0, 'too_small'],
    ['timeouts.connectMs', '10', 'invalid_type'],
    ['concurrency', 1000, 'too_big'],
    ['headers.user', 'X Key', 'invalid_format'],
    ['headers.user', 'Content-Length', 'refused'],
    ['endpoints.expenses.path', 'expenses', 'invalid_format'],
    ['endpoints.expenses.path', '/../expenses', 'invalid_format'],
    ['endpoints.expenses.path', '/expenses?x=1', 'invalid_format'],
    ['endpoints.expenses.credential', 'all', 'invalid_value'],
    ['endpoints.updateCompany.path', '/clientcompanies', 'refused'],
    ['endpoints.expenses.extra', 1, 'unrecognized_keys'],
    ['requests.submission.xml', '', 'invalid_format'],
    ['requests.submission.xml', 'a.__proto__.b', 'refused'],
    ['answers.error.notDeliveredStatuses.0', 500, 'refused'],
    ['answers.submission.resultWords.ok', 'fine', 'invalid_value'],
  ])('%s must not be %j', (path, value, fault) => {
    expect(placesOf(draftWith(path, value))).toEqual(rejected(path, fault));
  });

  test.each([
    ['Transfer-Encoding', 'chunked', 'invalid_key'],
    ['Expect', '100-continue', 'invalid_key'],
    ['Keep-Alive', 'timeout=5', 'invalid_key'],
    ['Upgrade', 'h2c', 'invalid_key'],
    ['Host', 'elsewhere', 'invalid_key'],
    ['X Tenant', 'a', 'invalid_key'],
    ['X-Tenant', 'a\r\nX-Other: b', 'invalid_format'],
    ['X-Tenant', 'ñ', 'invalid_format'],
  ])('no request can carry the header %s: %j', (name, value, fault) => {
    const extra = { [name]: value };
    expect(placesOf(draftWith('headers.extra', extra))).toEqual(
      rejected(`headers.extra.${name}`, fault),
    );
  });

  test.each([
    ['both keys in one header', { user: 'X-Key', client: 'x-key' }, 'both', 'X-Key, x-key'],
    ['an extra one again', { extra: { 'X-A': '1', 'x-a': '2' } }, 'client', 'X-A, x-a'],
    [
      'a key’s as an extra one',
      { client: 'X-Key', extra: { 'X-key': '1' } },
      'user',
      'X-Key, X-key',
    ],
    ['a key’s for the certificate’s', { user: 'K', certificateKey: 'k' }, 'client', 'K, k'],
  ])('no header has two values: %s', (_name, own, credential, clash) => {
    const headers = { ...defaultServiceProfile().headers, ...own };
    const draft = draftWith('endpoints.expenses.credential', credential);
    if ('certificateKey' in own) writePath(draft, 'requests.submission.certificateKey', null);
    expect(placesOf({ ...draft, headers })).toEqual(rejected('headers', `clash: ${clash}`));
  });

  test('the two keys may share a header where no request has both', () => {
    expect(placesOf(draftWith('headers.client', 'X-Service-UserApiKey'))).toBe('accepted');
  });

  test('a 200 alone cannot mean that a file is queued: the answer with its end has it too', () => {
    const draft = (queued: object) => draftWith('answers.submission.queued', queued);
    const identifier = 'job';
    expect(placesOf(draft({ statuses: [200], identifier }))).toEqual(
      rejected('answers.submission.queued.statuses', 'refused'),
    );
    expect(placesOf(draft({ statuses: [202], identifier }))).toBe('accepted');
    const byPlace = { statuses: [200], path: 'state', is: ['waiting'], identifier };
    expect(placesOf(draft(byPlace))).toBe('accepted');
  });

  test('two fields cannot be written through each other', () => {
    const clashing = draftWith('requests.submission.certificateKey', 'taxpayer');
    expect(placesOf(clashing)).toEqual(
      rejected('requests.submission', 'clash: taxpayer, taxpayer.tax_id_number'),
    );
    expect(placesOf(draftWith('requests.company.taxId', 'full_name'))).toEqual(
      rejected('requests.company', 'clash: full_name, full_name'),
    );
  });

  test('one with thousands of headers and constants is read at once', () => {
    const many = (value: (index: number) => string) =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [value(index), 'a']));
    const draft = draftWith(
      'requests.submission.constants',
      many((index) => `a.b${index}.c`),
    );
    const { headers } = defaultServiceProfile();
    const startedMs = performance.now();
    const extra = many((index) => `X-${index}`);
    expect(placesOf({ ...draft, headers: { ...headers, extra } })).toBe('accepted');
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });

  test('every fault is named with its place, up to a limit', () => {
    expect(placesOf('{')).toEqual(rejected('', 'not_json'));
    expect(placesOf(null)).toEqual(rejected('', 'invalid_type'));
    const { length } =
      (placesOf({ ...draftWith('concurrency', -1), version: '', name: '' }) as unknown[][])[2] ??
      [];
    expect(length).toBe(3);
    const flood = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    const { length: capped } =
      (placesOf({ ...defaultServiceProfile(), ...flood }) as unknown[][])[2] ?? [];
    expect(capped).toBe(20);
  });
});

describe('dotted paths', () => {
  test('lead through objects and lists, to own properties only', () => {
    const document: unknown = JSON.parse('{"a":{"b":[{"c":1}]},"__proto__":{"x":2}}');
    expect(readPath(document, 'a.b.0.c')).toBe(1);
    expect(readPath(document, '')).toBe(document);
    for (const path of ['a.b.length.x', 'toString', 'a.constructor', 'a.b.1', 'x']) {
      expect(readPath(document, path), path).toBeUndefined();
    }
  });

  test('create the objects on their way', () => {
    const document: Record<string, unknown> = {};
    writePath(document, 'a.b', 1);
    writePath(document, 'a.c', 2);
    expect(document).toEqual({ a: { b: 1, c: 2 } });
  });

  test('conflict when one leads through the other, not when names only begin alike', () => {
    expect(findPathClash(['tax', 'taxpayer.id', 'taxpayer.name'])).toBeNull();
    expect(findPathClash(['a.b', 'c', 'a'])).toEqual(['a.b', 'a']);
  });
});
