import { describe, expect, it } from 'vitest';
import { createSecretClipboard } from '../../../main/platform/secrets/secret-clipboard.ts';
import { lantegiak, openConnectedOffice } from './relay.ts';

describe('copying a key', () => {
  it('puts it on the clipboard of a desktop without showing it to the window, and removes it at the end', async () => {
    const { office } = await openConnectedOffice();
    const { id } = await office.call('companies.create', lantegiak);
    const { key } = await office.call('companies.revealKey', { id });
    // A host without a clipboard: the window does it.
    expect(await office.call('companies.copyKey', { id })).toEqual({ copied: false });
    let held = '';
    const clipboard = createSecretClipboard({
      read: async () => held,
      write: async (text) => {
        held = text;
      },
      clear: () => {
        held = '';
      },
    });
    const desktop = await office.restart({ clipboard });
    expect(await desktop.call('companies.copyKey', { id })).toEqual({ copied: true });
    expect(held).toBe(key);
    await desktop.app.close();
    expect(held).toBe('');
  });

  it('is refused for a company without key', async () => {
    const { office } = await openConnectedOffice();
    expect((await office.refused('companies.copyKey', { id: 'nobody' })).code).toBe(
      'company_unknown',
    );
  });
});
