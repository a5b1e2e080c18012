import { isUtf8 } from 'node:buffer';
import type { IssueCode } from '../issue-codes.ts';
import type { Replacement } from '../xml/edits.ts';
import type { EncodingFinding } from '../xml/encoding.ts';
import { findWritten } from '../xml/misread-text.ts';

/**
 * A text that cannot be parsed, each byte as one character: places in it are places in the bytes.
 */
interface BrokenText {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly finding: EncodingFinding;
}

/**
 * A slip in the XML itself. It is fixed everywhere in the text: a parser reports only the first.
 */
interface TextFix {
  readonly id: string;
  readonly code: IssueCode;
  /** Null when a place has not exactly one right answer. */
  readonly fix: (text: BrokenText) => readonly Replacement[] | null;
}

export const textFixes: readonly TextFix[] = [
  {
    id: 'ampersand',
    code: 'xml_unescaped_ampersand',
    fix: replacing(/&(?!#\d{1,7};|#x[\da-fA-F]{1,6};|[A-Za-z_][\w.-]{0,40};)/g, '&amp;'),
  },
  { id: 'html_entity', code: 'xml_entity_unknown', fix: withNumberedEntities },
  {
    id: 'less_than',
    code: 'xml_unescaped_less_than',
    // Without a name, end tag or comment after it.
    fix: replacing(/<(?![A-Za-z_:/!?\x80-\xff])/g, '&lt;'),
  },
  { id: 'cdata_end', code: 'xml_cdata_end', fix: replacing(/\]\]>/g, ']]&gt;') },
  { id: 'control_character', code: 'xml_character', fix: withoutControls },
  { id: 'control_character', code: 'xml_character_reference', fix: withoutControlReferences },
  { id: 'before_declaration', code: 'xml_declaration_place', fix: withDeclarationFirst },
  { id: 'xml_version', code: 'xml_version', fix: withVersionOne },
  { id: 'doctype', code: 'xml_dtd', fix: withoutDoctype },
  { id: 'encoding_name', code: 'file_encoding_conflict', fix: withTrueEncoding },
  { id: 'encoding_name', code: 'file_encoding_doubtful', fix: withWrittenDeclared },
];

type Run = { readonly from: number; readonly to: number };

const islands = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The text outside comments, CDATA sections and processing instructions. */
function* runsOf(text: string): Generator<Run> {
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; ) {
    const island = islands.find(([open]) => text.startsWith(open, at));
    if (island === undefined) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    yield { from, to: at };
    const end = text.indexOf(island[1], at + island[0].length);
    if (end < 0) return;
    from = end + island[1].length;
    at = text.indexOf('<', from);
  }
  yield { from, to: text.length };
}

/** Every match of a pattern in those runs with its replacement; null when one has no answer. */
function replaceAll(
  { text }: BrokenText,
  pattern: RegExp,
  instead: (match: RegExpMatchArray) => string | null,
): Replacement[] | null {
  const edits: Replacement[] = [];
  for (const run of runsOf(text)) {
    for (const match of text.slice(run.from, run.to).matchAll(pattern)) {
      const written = instead(match);
      if (written === null) return null;
      const from = run.from + match.index;
      if (written !== match[0]) edits.push({ from, to: from + match[0].length, instead: written });
    }
  }
  return edits;
}

function replacing(pattern: RegExp, instead: string): TextFix['fix'] {
  return (text) => replaceAll(text, pattern, () => instead);
}

const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute ' +
  'Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/**
 * Characters with a name in HTML and none in XML (HTML 4, section 24): Latin-1 and typographic
 * ones.
 */
const namedCharacters: ReadonlyMap<string, number> = new Map([
  ...latinNames.split(' ').map((name, index) => [name, 160 + index] as const),
  ['ndash', 8211],
  ['mdash', 8212],
  ['lsquo', 8216],
  ['rsquo', 8217],
  ['ldquo', 8220],
  ['rdquo', 8221],
  ['bull', 8226],
  ['hellip', 8230],
  ['euro', 8364],
]);
const xmlNames: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

function withNumberedEntities(text: BrokenText): readonly Replacement[] | null {
  return replaceAll(text, /&([A-Za-z_][\w.-]{0,40});/g, ([whole, name = '']) => {
    if (xmlNames.has(name)) return whole;
    const code = namedCharacters.get(name);
    return code === undefined ? null : `&#${code};`;
  });
}

/**
 * Control characters that XML 1.0 does not allow (production `Char`), also in comments and CDATA
 * sections.
 */
function withoutControls({ text }: BrokenText): readonly Replacement[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
  const pattern = /[\0-\x08\x0b\x0c\x0e-\x1f]+|\xef\xbf[\xbe\xbf]/g;
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    instead: '',
  }));
}

function withoutControlReferences(text: BrokenText): readonly Replacement[] | null {
  return replaceAll(text, /&#(?:x([\da-fA-F]{1,8})|(\d{1,10}));/g, ([whole, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
    if (isControl || code === 0xfffe || code === 0xffff) return '';
    // A character beyond Unicode, or half of one: someone meant something.
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : whole;
  });
}

/** Replaces the second group of a pattern, which stands right after the first. */
function replaceAfter(text: string, pattern: RegExp, instead: string): Replacement[] | null {
  const [, before = '', found] = pattern.exec(text) ?? [];
  const from = before.length;
  return found === undefined ? null : [{ from, to: from + found.length, instead }];
}

function withDeclarationFirst({ text }: BrokenText): readonly Replacement[] | null {
  const head = text.slice(0, 10_000);
  return replaceAfter(head, /^(\xef\xbb\xbf)?([\s\xef\xbb\xbf]+)<\?xml\s/, '');
}

function withVersionOne({ text }: BrokenText): readonly Replacement[] | null {
  const version = /^(\s*(?:\xef\xbb\xbf)?<\?xml\s+version\s*=\s*["'])([^"']*)/;
  return replaceAfter(text.slice(0, 400), version, '1.0');
}

/** A DOCTYPE without declarations. */
function withoutDoctype({ text }: BrokenText): readonly Replacement[] | null {
  const match = /<!DOCTYPE[^<>[\]]*>[ \t]*(?:\r?\n)?/.exec(text.slice(0, 100_000));
  return match === null
    ? null
    : [{ from: match.index, to: match.index + match[0].length, instead: '' }];
}

/** A document in UTF-8 or windows-1252 that declares another single-byte encoding. */
function withWrittenDeclared({ text, bytes, finding }: BrokenText): readonly Replacement[] | null {
  const written = finding.kind === 'known' ? findWritten(bytes, finding.encoding) : null;
  return written && declare(text, written);
}

/** The certain encoding of the bytes: by the byte order mark, or because no other is possible. */
function withTrueEncoding({ text, bytes, finding }: BrokenText): readonly Replacement[] | null {
  if (finding.kind !== 'conflict') return null;
  const isWide = finding.encoding.startsWith('UTF-16');
  if (!isWide && !(finding.encoding === 'UTF-8' && isUtf8(bytes))) return null;
  return declare(text, isWide ? 'UTF-16' : 'UTF-8');
}

function declare(text: string, encoding: string): readonly Replacement[] | null {
  const declared = /^((?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["'])([^"']*)/;
  return replaceAfter(text.slice(0, 800), declared, encoding);
}
