import { describe, expect, it } from 'vitest';
import { newPassphraseSchema } from '../../../contract/passphrase.ts';
import { passphraseFault } from '../../../contract/passphrase-fault.ts';

describe('a new passphrase', () => {
  it.each([
    ['', 'tooShort'],
    ['        ', 'tooShort'],
    [' zazpi7  ', 'tooShort'],
    ['aaaaaaaa', 'tooPlain'],
    ['abababab', 'tooPlain'],
    ['zubia eta', null],
    ['ñ日本語の句です', null],
  ])('%j is %s, in the window and in the core', (passphrase, fault) => {
    expect(passphraseFault(passphrase)).toBe(fault);
    expect(newPassphraseSchema.safeParse(passphrase).success).toBe(fault === null);
  });
});
