import { gzipSync } from 'node:zlib';
import type { Verdict } from '../../../contract/verdict.ts';

/** A hostile or odd document and its required result. */
export interface HostileCase {
  readonly name: string;
  readonly make: () => Uint8Array | string;
  /** Code of the first issue; null for a document without issues. */
  readonly code: string | null;
  readonly verdict?: Verdict;
}

const megabyte = 1024 * 1024;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const declared = (encoding: string, body = '<a/>') =>
  `<?xml version="1.0" encoding="${encoding}"?>${body}`;

function laughs(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  return `<!DOCTYPE a [<!ENTITY l0 "ha">${levels.join('')}]><a>&l9;</a>`;
}

const doctypes: HostileCase[] = [
  ['external entity to a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  [
    'external entity over http',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]><a>&x;</a>',
  ],
  ['external entity to a device', '<!DOCTYPE a [<!ENTITY x SYSTEM "/dev/urandom">]><a>&x;</a>'],
  [
    'external entity in an attribute',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a b="&x;"/>',
  ],
  ['parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><a/>'],
  ['external DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>'],
  ['public DTD', '<!DOCTYPE a PUBLIC "-//X//Y" "file:///etc/passwd"><a/>'],
  ['internal entity', '<!DOCTYPE a [<!ENTITY x "1000">]><a>&x;</a>'],
  ['attribute default', '<!DOCTYPE a [<!ATTLIST a role CDATA "admin">]><a/>'],
  ['empty DTD', '<!DOCTYPE a><a/>'],
  ['notation', '<!DOCTYPE a [<!NOTATION n SYSTEM "x">]><a/>'],
  ['billion laughs', laughs()],
  [
    'quadratic blowup',
    `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(50_000)}">]><a>${'&x;'.repeat(20_000)}</a>`,
  ],
  ['recursive entity', '<!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "&x;">]><a>&x;</a>'],
  ['DTD behind a comment', '<?xml version="1.0"?><!-- <a> --><?pi <b> ?>\n<!DOCTYPE a><a/>'],
  ['DTD far behind', `<!-- ${'x'.repeat(200_000)} --><!DOCTYPE a><a/>`],
].map(([name = '', text = '']) => ({
  name,
  make: () => text,
  code: 'xml_dtd',
  verdict: 'unreadable',
}));

const sizes: HostileCase[] = [
  { name: 'nesting of 100,000', make: () => '<a>'.repeat(100_000), code: 'xml_depth' },
  {
    name: 'text of 11 MB',
    make: () => `<a>${'x'.repeat(11 * megabyte)}</a>`,
    code: 'xml_part_too_large',
  },
  {
    name: 'attribute of 11 MB',
    make: () => `<a b="${'x'.repeat(11 * megabyte)}"/>`,
    code: 'xml_part_too_large',
  },
  {
    name: 'comment of 11 MB',
    make: () => `<a><!--${'x'.repeat(11 * megabyte)}--></a>`,
    code: 'xml_part_too_large',
  },
  {
    name: 'CDATA of 11 MB',
    make: () => `<a><![CDATA[${'x'.repeat(11 * megabyte)}]]></a>`,
    code: 'xml_part_too_large',
  },
  { name: 'name of 60,000', make: () => `<${'x'.repeat(60_000)}/>`, code: 'xml_part_too_large' },
  {
    name: 'four million elements',
    make: () => `<r>${'<a/>'.repeat(4_000_001)}</r>`,
    code: 'xml_too_many_tags',
  },
  {
    name: 'almost three million elements',
    make: () => `<r>${'<a/>'.repeat(2_900_000)}</r>`,
    code: 'file_is_other_xml',
  },
];

const notWellFormed: HostileCase[] = [
  ['NUL', '<a>\0</a>', 'xml_character'],
  ['control character', '<a>\x01</a>', 'xml_character'],
  ['NUL reference', '<a>&#0;</a>', 'xml_character_reference'],
  ['unknown entity', '<a>&nbsp;</a>', 'xml_entity_unknown'],
  ['bare ampersand', '<a>Ibarra & Hijos</a>', 'xml_unescaped_ampersand'],
  ['bare less-than', '<a>3 < 5</a>', 'xml_unescaped_less_than'],
  ['cut off', '<a><b>', 'xml_cut_off'],
  ['cut off in a tag', '<a><b></b', 'xml_truncated'],
  ['a tag without its end', '<a><b></b </a>', 'xml_tag_unfinished'],
  ['wrong end tag', '<a><b></a>', 'xml_tag_mismatch'],
  ['two roots', '<a/><b/>', 'xml_extra_content'],
  ['attribute twice', '<a b="1" b="2"/>', 'xml_attribute_twice'],
  [
    'same attribute by two prefixes',
    '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>',
    'xml_attribute_twice',
  ],
  ['attribute without quotes', '<a b=1/>', 'xml_attribute_syntax'],
  ['undeclared prefix', '<p:a/>', 'xml_prefix_undeclared'],
  ['end of CDATA outside', '<a>]]></a>', 'xml_cdata_end'],
  ['two hyphens in a comment', '<a><!-- -- --></a>', 'xml_comment'],
  ['declaration not at the start', ' <?xml version="1.0"?><a/>', 'xml_declaration_place'],
  ['version 2.0', '<?xml version="2.0"?><a/>', 'xml_version'],
].map(([name = '', text = '', code = '']) => ({ name, make: () => text, code }));

const encodings: HostileCase[] = [
  { name: 'UTF-16 with a DTD', make: () => utf16('<!DOCTYPE a><a/>'), code: 'xml_dtd' },
  {
    name: 'UTF-16 declared UTF-8',
    make: () => utf16(declared('UTF-8')),
    code: 'file_encoding_conflict',
  },
  {
    name: 'UTF-8 mark declared latin1',
    make: () => `\ufeff${declared('ISO-8859-1')}`,
    code: 'file_encoding_conflict',
  },
  {
    name: 'single bytes declared UTF-16',
    make: () => declared('UTF-16'),
    code: 'file_encoding_conflict',
  },
  {
    name: 'UTF-7',
    make: () => declared('UTF-7', '<a>+ADw-b/+AD4-</a>'),
    code: 'file_encoding_unsupported',
  },
  { name: 'unknown', make: () => declared('klingon'), code: 'file_encoding_unsupported' },
  { name: 'empty name', make: () => declared(''), code: 'file_encoding_unsupported' },
  {
    name: 'UTF-32',
    make: () =>
      Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0, 0x61, 0, 0, 0, 0x2f, 0, 0, 0, 0x3e, 0, 0, 0]),
    code: 'file_encoding_unsupported',
  },
  {
    name: 'EBCDIC',
    make: () => Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40, 0x6f, 0x6e]),
    code: 'file_encoding_unsupported',
  },
  { name: 'overlong', make: () => latin1('<a>\xc0\xaf</a>'), code: 'file_encoding_bytes' },
  { name: 'surrogate', make: () => latin1('<a>\xed\xa0\x80</a>'), code: 'file_encoding_bytes' },
  {
    name: 'latin1 called UTF-8',
    make: () => latin1(declared('UTF-8', '<a>Peña</a>')),
    code: 'file_encoding_bytes',
  },
  {
    name: 'more than ASCII',
    make: () => latin1(declared('US-ASCII', '<a>\xf1</a>')),
    code: 'file_encoding_bytes',
  },
  { name: 'half a UTF-16', make: () => utf16('<a/>').subarray(0, 7), code: 'xml_cut_off' },
];

const accepted: HostileCase[] = [
  ['DOCTYPE in a comment', '<a><!-- <!DOCTYPE a> --></a>'],
  ['DOCTYPE in CDATA', '<a><![CDATA[<!DOCTYPE a [<!ENTITY x "y">]>]]></a>'],
  ['DOCTYPE in a comment before the root', '<!-- <!DOCTYPE a> --><a/>'],
  [
    'schemaLocation',
    '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="u file:///etc/passwd"/>',
  ],
  [
    'XInclude',
    '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd"/></a>',
  ],
  ['stylesheet', '<?xml-stylesheet href="file:///etc/passwd"?><a/>'],
  ['catalog', '<?oasis-xml-catalog catalog="file:///etc/passwd"?><a/>'],
].map(([name = '', text = '']) => ({ name, make: () => text, code: 'file_is_other_xml' }));

const packed: HostileCase[] = [
  {
    name: 'gzip bomb',
    make: () => gzipSync(Buffer.alloc(200 * megabyte)),
    code: 'file_too_large_unpacked',
  },
  { name: 'gzip in gzip', make: () => gzipSync(gzipSync('<a/>')), code: 'file_gzip_nested' },
  { name: 'broken gzip', make: () => gzipSync('<a/>').subarray(0, 12), code: 'file_gzip_broken' },
  { name: 'gzip of nothing', make: () => gzipSync(''), code: 'file_empty' },
  { name: 'gzip of XML', make: () => gzipSync('<a/>'), code: 'file_is_other_xml' },
];

const root = 'LROEPJ240FacturasRecibidasAltaModifPeticion';
const namespace =
  'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/LROE_PJ_240_2_FacturasRecibidas_AltaModifPeticion_V1_0_1.xsd';
const form = (inside: string, attributes = '') =>
  `<p:${root} xmlns:p="${namespace}"${attributes}>${inside}</p:${root}>`;
const numbered = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

const forms: HostileCase[] = [
  ['a DTD', () => `<!DOCTYPE x>${form('')}`, 'xml_dtd'],
  ['a DTD in UTF-16', () => utf16(`<!DOCTYPE x>${form('')}`), 'xml_dtd'],
  [
    '100,000 attributes',
    () =>
      form(
        '',
        numbered(100_000, (n) => ` a${n}=""`),
      ),
    'xml_too_many_attributes',
  ],
  [
    '100,000 namespaces',
    () =>
      form(
        '',
        numbered(100_000, (n) => ` xmlns:a${n}="u"`),
      ),
    'xml_too_many_namespaces',
  ],
  [
    '990 attributes and a long text',
    () =>
      form(
        'x'.repeat(9 * megabyte),
        numbered(990, (n) => ` a${n}=""`),
      ),
    'schema_attribute',
  ],
  [
    'a value in a million pieces',
    () => form(`<Cabecera><Modelo>${'<!---->2'.repeat(1_000_000)}</Modelo></Cabecera>`),
    'xml_too_many_parts',
  ],
  [
    'a million records',
    () =>
      form(
        `<Cabecera/><FacturasRecibidas>${'<FacturaRecibida/>'.repeat(1_000_000)}</FacturasRecibidas>`,
      ),
    'schema_missing',
  ],
  [
    'a million names',
    () => form(numbered(1_000_000, (n) => `<b${n}/>`)),
    'schema_unexpected_expected',
  ],
  [
    'a million undeclared prefixes',
    () => form('<q:b/>'.repeat(1_000_000)),
    'xml_prefix_undeclared',
  ],
  ['255 levels', () => form('<b>'.repeat(250) + '</b>'.repeat(250)), 'schema_unexpected_expected'],
  [
    'xsi:type on the root',
    () => form('', ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="p:x"'),
    'schema_instance_attribute',
  ],
  [
    'XInclude',
    () => form('<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    'schema_unexpected_expected',
  ],
].map(
  ([name, make, code]) =>
    ({ name: `a form with ${name}`, make, code, verdict: 'invalid' }) as HostileCase,
);

/** All of them. */
export const hostileCases: readonly HostileCase[] = [
  ...doctypes,
  ...sizes,
  ...notWellFormed,
  ...encodings,
  ...accepted,
  ...packed,
  ...forms,
];
