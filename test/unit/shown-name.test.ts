import { describe, expect, it } from 'vitest';
import { shownName } from '../../main/platform/files/incoming.ts';

describe('the name of a file that was handed over', () => {
  it.each([
    ['carta ñ.pdf', 'carta ñ.pdf'],
    ['../../etc/carta.pdf', 'carta.pdf'],
    ['C:\\Documentos\\carta.pdf', 'carta.pdf'],
    ['carta\u0000\r\n.pdf', 'carta   .pdf'],
    // Shown as "cartafdp.exe" or as "cartaexe.pdf" because of the character that reverses the
    // following text.
    ['carta\u202efdp.exe', 'cartafdp.exe'],
    ['\u2066B\u200b95\u2069.pdf', 'B95.pdf'],
    ['\u2067\u200e', 'file'],
    ['', 'file'],
    ['a/', 'file'],
    ['\ud83d.pdf', '\ufffd.pdf'],
  ])('%j is shown as %j', (name, expected) => {
    expect(shownName(name)).toBe(expected);
  });

  it('keeps its ending when it is shortened', () => {
    const shown = shownName(`${'x'.repeat(400)}.pdf`);
    expect([shown.length, shown.slice(-5)]).toEqual([255, 'x.pdf']);
    expect(shownName('y'.repeat(400))).toBe('y'.repeat(255));
  });
});
