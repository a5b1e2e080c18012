import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClipboardPort } from '../../../main/hosts/desktop/clipboard.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createSecretClipboard } from '../../../main/platform/secrets/secret-clipboard.ts';
import * as electron from './fake-electron.ts';

beforeEach(() => {
  electron.reset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const { clipboard } = electron;
const one = () => new Secret('planted-client-key-1');
const other = () => new Secret('planted-client-key-2');
const open = () => createSecretClipboard(createClipboardPort());

describe('a key on the clipboard of the desktop', () => {
  test('is removed after 30 s, wherever the window is', async () => {
    expect(await open().copy(one())).toBe(true);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(clipboard.text).toBe('planted-client-key-1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clipboard.text).toBe('');
  });

  test('is not removed when something was copied since, also in another program', async () => {
    await open().copy(one());
    await clipboard.writeText('something else');
    await vi.advanceTimersByTimeAsync(31_000);
    expect(clipboard.text).toBe('something else');
  });

  test('starts its whole time again when another replaces it', async () => {
    const held = open();
    await held.copy(one());
    await vi.advanceTimersByTimeAsync(20_000);
    await held.copy(other());
    await vi.advanceTimersByTimeAsync(29_000);
    expect(clipboard.text).toBe('planted-client-key-2');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clipboard.text).toBe('');
  });

  test('is removed when the application ends', async () => {
    const held = open();
    await held.copy(one());
    await held.forget();
    expect(clipboard.text).toBe('');
    await clipboard.writeText('something else');
    await held.forget();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(clipboard.text).toBe('something else');
  });

  test('is reported when the system refuses it, and removed when the system does not let it be read back', async () => {
    const held = open();
    await held.copy(one());
    clipboard.fault = new Error('no clipboard');
    expect(await held.copy(other())).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(clipboard.text).toBe('');
  });
});
