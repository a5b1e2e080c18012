import { expect, it } from 'vitest';
import { textFixes } from '../../../../main/validator/fixes/text-fixes.ts';
import type { EncodingFinding } from '../../../../main/validator/xml/encoding.ts';

const plain: EncodingFinding = { kind: 'known', encoding: 'UTF-8', bomBytes: 0 };

/** The fixes of a code, `text` being the bytes one by one. */
function fix(code: string, text: string, finding: EncodingFinding = plain) {
  const bytes = Buffer.from(text, 'latin1');
  const [fix] = textFixes.filter((one) => one.code === code);
  if (fix === undefined) throw new Error(`no fix for ${code}`);
  return fix.fix({ text, bytes, finding });
}

it('an entity that neither XML nor HTML has prevents the fix of all entities', () => {
  expect(fix('xml_entity_unknown', '<a>&nbsp;&amp;</a>')).toEqual([
    { from: 3, to: 9, instead: '&#160;' },
  ]);
  expect(fix('xml_entity_unknown', '<a>&nbsp;&factura;</a>')).toBeNull();
});

it('half a character, or one beyond Unicode, prevents the fix of all references', () => {
  expect(fix('xml_character_reference', '<a>&#1;&#65;</a>')).toEqual([
    { from: 3, to: 7, instead: '' },
  ]);
  for (const other of ['&#xD800;', '&#x110000;'])
    expect(fix('xml_character_reference', `<a>&#1;${other}</a>`), other).toBeNull();
});

it('comments, CDATA sections and instructions stay unchanged, text after them does not', () => {
  const text = '<!-- & --><![CDATA[ & ]]><?a & ?><b>&</b>';
  const at = text.lastIndexOf('&');
  expect(fix('xml_unescaped_ampersand', text)).toEqual([
    { from: at, to: at + 1, instead: '&amp;' },
  ]);
});

it('an encoding is corrected only if the bytes prove it', () => {
  const conflict = {
    kind: 'conflict',
    declared: 'UTF-16',
    encoding: 'UTF-8',
    bomBytes: 0,
  } as const;
  const text = (name: string) => `<?xml version="1.0" encoding="UTF-16"?><a>${name}</a>`;
  expect(fix('file_encoding_conflict', text('I\xc3\xb1aki'), conflict)).toEqual([
    { from: 30, to: 36, instead: 'UTF-8' },
  ]);
  expect(fix('file_encoding_conflict', text('I\xf1aki'), conflict)).toBeNull();
});
