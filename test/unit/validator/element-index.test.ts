import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { type ElementIndex, scanElements } from '../../../main/validator/xml/element-index.ts';
import { endOfElement, localName, textOf } from '../../../main/validator/xml/elements.ts';
import { createPositionFinder } from '../../../main/validator/xml/places.ts';
import { forms } from '../../fixtures/validator/forms.ts';
import { createGenerator } from '../../fixtures/validator/generator.ts';

interface SeenElement {
  name: string;
  depth: number;
  line: number;
  column: number;
  text: string;
}

/** The second opinion: a parser written by others. Its places are corrected to those of the `<`. */
function bySaxes(xml: string): SeenElement[] {
  const elements: SeenElement[] = [];
  const open: SeenElement[] = [];
  const lineStarts = [0, ...[...xml.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let line = 1;
  let column = 1;
  let counted = 0;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const addText = (text: string) => {
    const innermost = open.at(-1);
    if (innermost !== undefined) innermost.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentagstart', () => {
    const start = xml.lastIndexOf('<', parser.position - 1);
    for (; (lineStarts[line] ?? Number.POSITIVE_INFINITY) <= start; column = 1) {
      counted = lineStarts[line] ?? 0;
      line += 1;
    }
    column += [...xml.slice(counted, start).replace(/^\ufeff/, '')].length;
    counted = start;
    const element = { name: '', depth: open.length, line, column, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('opentag', ({ local }) => {
    const innermost = open.at(-1);
    if (innermost !== undefined) innermost.name = local;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return elements;
}

function scanned(xml: string): ElementIndex {
  const elementIndex = scanElements(Buffer.from(xml, 'utf8'));
  if ('limit' in elementIndex) throw new Error(`over a limit: ${elementIndex.limit}`);
  return elementIndex;
}

function byTape(xml: string): SeenElement[] {
  const elementIndex = scanned(xml);
  const position = createPositionFinder(elementIndex.bytes);
  return Array.from({ length: elementIndex.count }, (_, element) => ({
    name: localName(elementIndex, element),
    depth: elementIndex.depth[element] ?? -1,
    ...position(elementIndex.start[element] ?? 0),
    text: textOf(elementIndex, element),
  }));
}

const awkward: readonly (readonly [string, string])[] = [
  ['comments with tags', '<a><!-- <b> </a> - > --><c>1<!--x-->2</c></a>'],
  ['a comment that ends at once', '<a><!----><b/></a>'],
  ['CDATA with tags', '<a>1<![CDATA[<b>&amp;]]]]>2</a>'],
  ['empty CDATA', '<a><![CDATA[]]>x</a>'],
  ['instructions with tags', '<?xml version="1.0"?><?p <b> ?><a><?q ?>x<?r > ?>y</a><?s?>'],
  ['attributes with signs', '<a b="1>2" c=\'/>"\'><d e="/"/><f g=""/></a>'],
  ['attributes over lines', '<a\n  b="1"\n>\n<c\t/>\n</a >'],
  ['predefined entities', '<a>&lt;&gt;&amp;&quot;&apos;</a>'],
  ['numeric entities', '<a>&#65;&#x42;&#x1F600;&#xA;</a>'],
  ['line ends', '<a>1\r\n2\r3\n<b>\r\n</b></a>'],
  ['text around children', '<a>1<b>2<c/>3</b>4<d>5</d>6</a>'],
  ['letters beyond ASCII', '<ñandú>Peña <b>日本</b> 😀<c/></ñandú>'],
  ['prefixes', '<p:a xmlns:p="u"><p:b/><c xmlns="v"/></p:a>'],
  ['a byte order mark', '\ufeff<a>\n<b/></a>'],
  ['short elements', `<r>${'<a>1</a><b/>'.repeat(500)}</r>`],
];

describe('the element index', () => {
  it.each(awkward)('reads %s as another parser does', (_name, xml) => {
    expect(byTape(xml)).toEqual(bySaxes(xml));
  });

  it.each([1, 2, 3])('reads generated documents as another parser does (seed %i)', (seed) => {
    const generator = createGenerator(seed);
    for (const { name } of forms) {
      for (let index = 0; index < 20; index += 1) {
        const { xml } = index % 2 === 0 ? generator.valid(name) : generator.mutant(name);
        expect(byTape(xml)).toEqual(bySaxes(xml));
      }
    }
  });

  it('has parents, ends and next elements', () => {
    const elementIndex = scanned('<a><b><c/></b><d x=">"/></a>');
    expect([...elementIndex.parent.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    expect([...elementIndex.after.subarray(0, 4)]).toEqual([4, 3, 3, 4]);
    expect([0, 1, 2, 3].map((element) => endOfElement(elementIndex, element))).toEqual([
      28, 14, 10, 24,
    ]);
  });

  it('separates more names than fit', () => {
    const names = Array.from(
      { length: 4000 },
      (_, index) => ['Aa', 'BB'][index % 2]?.repeat(1 + (index % 9)) ?? '',
    );
    const xml = `<r>${names.map((name, index) => `<${name}_${index}/>`).join('')}</r>`;
    const seen = byTape(xml).map(({ name }) => name);
    expect(seen.slice(1)).toEqual(names.map((name, index) => `${name}_${index}`));
  });

  it('stops at too many attributes and namespace declarations in one tag', () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, n) => ` a${n}="xmlns:x"`).join('');
    const namespaces = (count: number) =>
      Array.from({ length: count }, (_, n) => ` xmlns:n${n}="u"`).join('');
    const limitOf = (xml: string) => scanElements(Buffer.from(xml));
    expect(limitOf(`<r><a${attributes(1001)}/></r>`)).toMatchObject({
      limit: 'attributes',
      count: 1001,
      offset: 3,
    });
    expect(limitOf(`<a${namespaces(501)}/>`)).toMatchObject({ limit: 'namespaces', count: 501 });
    expect(limitOf(`<a${attributes(1000)}${namespaces(500)}/>`)).toMatchObject({ count: 1 });
  });
});
