import tls from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { createTrust } from '../../../main/service/certificates.ts';
import { answer } from '../../../main/service/system-certificates.ts';

afterEach(() => vi.restoreAllMocks());

test('the machine’s certificates are read once, and not by the main thread', async () => {
  const asked: unknown[] = [];
  const trusted: unknown[] = [];
  const read = tls.getCACertificates;
  vi.spyOn(tls, 'getCACertificates').mockImplementation((kind) => {
    asked.push(kind);
    return read(kind);
  });
  const create = tls.createSecureContext;
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
    trusted.push(...[options?.ca].flat());
    return create({});
  });
  const trust = createTrust('OURS');
  expect(await trust()).toBe(await trust());
  expect(asked).toEqual(['bundled', 'extra']);
  expect(trusted).toEqual(expect.arrayContaining([...answer(), 'OURS']));
  expect(new Set(trusted).size).toBe(trusted.length);
});
