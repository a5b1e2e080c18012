import type { IssueCode } from '../issue-codes.ts';

/** A fault in our own codes. */
export interface NamedFault {
  readonly code: IssueCode;
  readonly params: Readonly<Record<string, string | number>>;
}

const maxParamLength = 200;

/**
 * The parser's messages (libxml2 2.15, `parser.c`) with our code and the names of the quoted parts.
 */
const messages: readonly (readonly [RegExp, IssueCode, ...string[]])[] = [
  [/^Excessive depth/, 'xml_depth'],
  [
    /too long|too big|[Hh]uge|use XML_PARSE|Resource limit|limit exceeded|10000000/,
    'xml_part_too_large',
  ],
  [
    /^Opening and ending tag mismatch: (\S+) line (\d+) and (\S+)/,
    'xml_tag_mismatch',
    'opened',
    'openedLine',
    'closed',
  ],
  [/^Premature end of data in tag (\S+) line (\d+)/, 'xml_cut_off', 'element', 'openedLine'],
  [/^Couldn't find end of Start Tag (\S+) line (\d+)/, 'xml_cut_off', 'element', 'openedLine'],
  [/^expected '>'/, 'xml_tag_unfinished'],
  [
    /^(?:Namespaced )?Attribute (\S+)(?: in '[^']*')? redefined/,
    'xml_attribute_twice',
    'attribute',
  ],
  [
    /^(?:AttValue|attributes construct|Specification mandates value|.*attribute value)/,
    'xml_attribute_syntax',
  ],
  [/^Entity '([^']*)' not defined/, 'xml_entity_unknown', 'entity'],
  [
    /^(?:.*amplification|Detected an entity|Entity|Internal: .*entity|EntityValue|PEReference)/,
    'xml_dtd',
  ],
  [/^Extra content at the end/, 'xml_extra_content'],
  [/^xmlParseCharRef|^CharRef/, 'xml_character_reference'],
  [/^xmlParseEntityRef|^EntityRef/, 'xml_unescaped_ampersand'],
  [/^Invalid character|invalid (?:xml)?Char|^Char 0x/, 'xml_character'],
  [
    /^Invalid bytes|^Input is not proper UTF-8|^Malformed UTF|^input conversion failed/i,
    'file_encoding_bytes',
  ],
  [/^Namespace prefix (\S+)/, 'xml_prefix_undeclared', 'prefix'],
  [/^Unescaped '<'|^StartTag: invalid element name/, 'xml_unescaped_less_than'],
  [/^Sequence '\]\]>'|^CData section not finished/, 'xml_cdata_end'],
  [/^(?:Double hyphen|Comment)/, 'xml_comment'],
  [/^XML (?:or text )?declaration (?:not at start|allowed only)/, 'xml_declaration_place'],
  [/^Unsupported version '?([^'\s]*)/, 'xml_version', 'version'],
  [
    /^(?:Blank needed here|parsing XML declaration|Malformed declaration|String not (?:started|closed)|XML declaration)/,
    'xml_declaration',
  ],
  [/^Unsupported encoding: (\S+)/, 'file_encoding_unsupported', 'encoding'],
];

/**
 * Names a fault of well-formedness; an unknown one becomes `xml_malformed` with the parser's words.
 */
export function nameParseFault(message: string): NamedFault {
  for (const [pattern, code, ...names] of messages) {
    const match = pattern.exec(message);
    if (match === null) continue;
    const params = names.map((name, index) => [name, paramOf(match[index + 1] ?? '', name)]);
    return { code, params: Object.fromEntries(params) };
  }
  return { code: 'xml_malformed', params: { detail: message.slice(0, 500) } };
}

function paramOf(text: string, name: string): string | number {
  return name.endsWith('Line') ? Number(text) : text.slice(0, maxParamLength);
}
