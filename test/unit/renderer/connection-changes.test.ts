import { describe, expect, it } from 'vitest';
import { countChanges } from '../../../renderer/screens/settings/connection-changes.ts';

const none = { service: 0, garante: 0 };
const at = (id: string | null, baseUrl: string | null, ownSandbox = false) => ({
  ...{ id: id as 'production' | null, baseUrl, ownSandbox },
});
const first = at('production', 'https://service.eus/v1');

describe('the forms of Settings, when another connection is put in force', () => {
  it('are drawn anew: keys typed for one are not those of another', () => {
    const connection = at('production-2', 'https://other.eus');
    expect(countChanges(none, { before: first, connection, sentTo: null })).toEqual({
      service: 1,
      garante: 1,
    });
  });

  it('keep text typed while the form saves this service', () => {
    const before = at('sandbox', 'http://127.0.0.1:8000', true);
    const sentTo = 'https://service.eus/v1/';
    expect(countChanges(none, { before, connection: first, sentTo })).toEqual(none);
  });

  it('are drawn anew for another service at the host that the form saved before', () => {
    const connection = at('test', 'https://service.eus/v2');
    const sentTo = 'https://service.eus/v1';
    expect(countChanges(none, { before: first, connection, sentTo }).service).toBe(1);
  });

  it('stay for the first connection', () => {
    const before = at(null, null);
    expect(countChanges(none, { before, connection: first, sentTo: null })).toEqual(none);
  });
});
