import type { IssueCode } from '../issue-codes.ts';
import type { NamedFault } from '../xml/xml-faults.ts';
import { codeOfList } from './code-lists.ts';
import { kindOfPattern } from './pattern-kinds.ts';

/** The faulty element of the document. */
interface FaultyElement {
  readonly name: string;
  /** Its whole text. */
  readonly text: string;
}

const maxParamLength = 200;
const maxAllowedLength = 300;

type Reading = (match: RegExpExecArray, element: FaultyElement) => NamedFault;

/** libxml2's messages after `Element 'x': ` (2.15, `xmlschemas.c`). */
const readings: readonly (readonly [RegExp, Reading])[] = [
  [/^This element is not expected\.(?: Expected is (?:one of )?\( (.*) \)\.)?$/s, readUnexpected],
  [
    /^Missing child element\(s\)\.(?: Expected is (?:one of )?\( (.*) \)\.)?$/s,
    (match, element) =>
      named('schema_missing', { element: element.name, expected: expectedList(match[1]) }),
  ],
  [/^\[facet 'pattern'\].* is not accepted by the pattern '(.*)'\.$/s, readPattern],
  [/^\[facet 'enumeration'\].* is not an element of the set \{(.*)\}\.$/s, readEnumeration],
  [
    /^\[facet '(?:maxLength|length)'\] .*has a length of '(\d+)'; this (?:exceeds|differs).*'(\d+)'\.$/s,
    lengthFault('schema_too_long'),
  ],
  [
    /^\[facet 'minLength'\] .*has a length of '(\d+)'; this underruns.*'(\d+)'\.$/s,
    lengthFault('schema_too_short'),
  ],
  [/^\[facet 'min(?:Inclusive|Exclusive)'\].*\('([^']*)'\)\.$/s, limitFault('schema_too_small')],
  [/^\[facet 'max(?:Inclusive|Exclusive)'\].*\('([^']*)'\)\.$/s, limitFault('schema_too_big')],
  [
    /is not a valid value of the (?:local )?(?:atomic|union|list) type/s,
    (_match, element) => {
      const code = element.name === 'Ejercicio' ? 'schema_year' : 'schema_integer';
      return emptyOr(code, element);
    },
  ],
  [
    /^Character content (?:other than whitespace )?is not allowed/s,
    (_match, { name }) => named('schema_text_not_allowed', { element: name }),
  ],
  [
    /^Element content is not allowed/s,
    (_match, { name }) => named('schema_children_not_allowed', { element: name }),
  ],
  [
    /^The element is not 'nillable'/s,
    (_match, element) =>
      named('schema_instance_attribute', { attribute: 'xsi:nil', element: element.name }),
  ],
];

/**
 * Turns a message of the schema validator into our code and parameters; an unknown message becomes
 * `schema_other` with its words.
 */
export function nameSchemaFault(message: string, element: FaultyElement): NamedFault {
  const parts = /^Element '([^']*)'(?:, attribute '([^']*)')?: (.*)$/s.exec(message);
  const body = parts?.[3] ?? message;
  const qualifiedName = parts?.[1] ?? '';
  if (parts?.[2] !== undefined) return readAttribute(parts[2], element);
  for (const [pattern, read] of readings) {
    const match = pattern.exec(body);
    if (match === null) continue;
    const fault = read(match, element);
    return fault.code.startsWith('schema_unexpected')
      ? refineUnexpected(fault, qualifiedName)
      : fault;
  }
  return named('schema_other', { detail: body.slice(0, 500) });
}

function named(code: IssueCode, params: NamedFault['params']): NamedFault {
  return { code, params };
}

function cut(text: string, length = maxParamLength): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function expectedList(list: string | undefined): string {
  return cut((list ?? '').replace(/\{[^}]*\}/g, ''), maxAllowedLength);
}

function readUnexpected(match: RegExpExecArray, element: FaultyElement): NamedFault {
  if (match[1] === undefined) return named('schema_unexpected', { element: element.name });
  return named('schema_unexpected_expected', {
    element: element.name,
    expected: expectedList(match[1]),
  });
}

/**
 * The two commonest reasons for "not expected" although the element exists: a namespace, or other
 * capitals.
 */
function refineUnexpected(fault: NamedFault, qualifiedName: string): NamedFault {
  const element = String(fault.params.element);
  const expected = String(fault.params.expected ?? '').split(', ');
  const namespace = /^\{([^}]*)\}/.exec(qualifiedName)?.[1];
  if (namespace !== undefined && expected.includes(element))
    return named('schema_namespaced_element', { element, namespace: cut(namespace) });
  const twin = expected.find(
    (name) => name !== element && name.toLowerCase() === element.toLowerCase(),
  );
  return twin === undefined ? fault : named('schema_element_case', { element, expected: twin });
}

function readPattern(match: RegExpExecArray, element: FaultyElement): NamedFault {
  const pattern = match[1] ?? '';
  const code = kindOfPattern(pattern);
  if (code === null) return emptyOr('schema_pattern', element, { pattern: cut(pattern) });
  const numeric = code === 'schema_amount' || code === 'schema_percentage';
  if (numeric && /^[+-]?[\d.]*,\d+$/.test(element.text.trim()))
    return emptyOr('schema_decimal_comma', element);
  return emptyOr(code, element);
}

/** Country names from VAT numbers or everyday use that `CodigoPais` does not have. */
const countryNames: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['XI', 'GB'],
  ['UK', 'GB'],
]);

function readEnumeration(match: RegExpExecArray, element: FaultyElement): NamedFault {
  const country = element.name === 'CodigoPais' ? countryNames.get(element.text.trim()) : undefined;
  if (country !== undefined) return emptyOr('schema_country', element, { expected: country });
  const allowed = [...(match[1] ?? '').matchAll(/'([^']*)'/g)].map(([, code]) => code ?? '');
  const code = codeOfList(element.name, element.text, allowed);
  const listed =
    code === 'schema_code' ? { allowed: cut(allowed.join(', '), maxAllowedLength) } : {};
  return emptyOr(code, element, listed);
}

/** An empty element has a code of its own: quoting an empty value explains nothing. */
function emptyOr(
  code: IssueCode,
  element: FaultyElement,
  more: NamedFault['params'] = {},
): NamedFault {
  if (element.text.trim() === '') return named('schema_empty', { element: element.name });
  return named(code, { element: element.name, value: cut(element.text), ...more });
}

function lengthFault(code: IssueCode): Reading {
  return ([, length, limit], { name: element }) =>
    named(code, { element, length: Number(length), limit: Number(limit) });
}

function limitFault(code: IssueCode): Reading {
  return ([, limit = ''], { name: element, text }) =>
    named(code, { element, value: cut(text), limit: cut(limit) });
}

function readAttribute(qualifiedName: string, element: FaultyElement): NamedFault {
  const [, namespace = '', name = qualifiedName] = /^\{([^}]*)\}(.*)$/s.exec(qualifiedName) ?? [];
  const ofInstance = namespace === 'http://www.w3.org/2001/XMLSchema-instance';
  const attribute = ofInstance ? `xsi:${cut(name)}` : cut(name);
  return named(ofInstance ? 'schema_instance_attribute' : 'schema_attribute', {
    attribute,
    element: element.name,
  });
}
