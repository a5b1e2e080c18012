import { describe, expect, it } from 'vitest';
import type { HostBridge } from '../../../../contract/client.ts';
import type { Issue } from '../../../../contract/verdict.ts';
import { placeFaults } from '../../../../renderer/screens/submit/source/fault-places.ts';
import { loadSource, toTextFile } from '../../../../renderer/screens/submit/source/load-source.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';

/** A host that gives a text in pieces of so many characters. */
function hostOf(text: string, piece: number): HostBridge {
  const call = async (_method: unknown, input: unknown) => {
    const { offset } = input as { offset: number };
    const end = offset + piece;
    const value = {
      text: text.slice(offset, end),
      nextOffset: end < text.length ? end : null,
      length: text.length,
      encoding: 'UTF-8',
      sizeBytes: text.length,
      isFaithful: true,
    };
    return { ok: true, value };
  };
  return {
    call: call as unknown as HostBridge['call'],
    subscribe: () => () => {},
    takeFiles: async () => ({ ok: true, value: [] }),
  };
}

async function load(text: string, piece = 7) {
  const source = await loadSource(hostOf(text, piece), 'any', () => true);
  if (source === null) throw new Error('not wanted');
  return source;
}

function issueAt(line: number, column: number, value: string | null = null): Issue {
  return {
    layer: 'schema',
    severity: 'error',
    code: 'schema_amount',
    params: {},
    ledgerCode: null,
    record: null,
    recordKey: null,
    path: null,
    line,
    column,
    value,
  };
}

/** The text that a fault is marked at. */
function marked(source: Awaited<ReturnType<typeof load>>, issue: Issue): string | undefined {
  const [place] = placeFaults(source.doc, [issue], source.layout);
  return place && source.doc.sliceString(place.from, place.to);
}

describe('loadSource', () => {
  it.each(['', 'one', 'one\ntwo', 'one\r\ntwo\r\n', '\n\nthree\n'])(
    'keeps %j unchanged',
    async (text) => {
      const { doc, lineBreak, layout } = await load(text, 3);
      expect(await (await toTextFile(doc, lineBreak)).text()).toBe(text);
      expect(layout.isBroken).toBe(false);
    },
  );

  it('keeps a document of many lines, in any parts', async () => {
    const text = makeDocument('240-received', { seed: 4, records: 300 });
    for (const piece of [1013, 100_000, 10_000_000]) {
      const { doc, lineBreak } = await load(text, piece);
      expect(await (await toTextFile(doc, lineBreak)).text()).toBe(text);
    }
  });

  it('is cancelled when the person has left', async () => {
    expect(await loadSource(hostOf('a\nb', 1), 'any', () => false)).toBeNull();
  });
});

describe('a document in one line', () => {
  const text = makeDocument('240-received', { seed: 4, records: 60, layout: 'line' });

  it('is broken only between elements, and loses nothing', async () => {
    const { doc, layout } = await load(text, 5000);
    expect(layout.isBroken).toBe(true);
    const lines = [...doc.iterLines()];
    expect(lines.length).toBeGreaterThan(60 * 20);
    expect(lines.map((line) => line.trimStart()).join('')).toBe(text);
    expect(layout.fileLine(lines.length)).toBe(text.endsWith('\n') ? lines.length : null);
  });

  it('shows every fault at its place', async () => {
    const source = await load(text, 5000);
    for (const tag of ['<NumFactura>', '<ImporteTotalFactura>', '<BaseImponible>']) {
      for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1)) {
        const line = text.slice(0, at).split('\n').length;
        const column = at - text.lastIndexOf('\n', at);
        expect(marked(source, issueAt(line, column))).toBe(tag);
      }
    }
  });

  it('counts columns in characters, not in UTF-16 units', async () => {
    const wide = `<a><b>${'😀'.repeat(1500)}</b><c>x</c><d>1,5</d></a>`;
    const source = await load(wide, 1_000_000);
    const column = [...wide.slice(0, wide.indexOf('<d>'))].length + 1;
    expect(marked(source, issueAt(1, column, '1,5'))).toBe('1,5');
  });

  it('keeps a value and its tags together: empty, of spaces, CDATA, comments', async () => {
    const filler = `<z>${'x'.repeat(2000)}</z>`;
    const line = `<a><b></b><c> </c><d/><!-- <e> --><f><![CDATA[<g><h>]]></f><i><!-- j -->1</i><k>1<!-- l --></k>${filler}</a>`;
    const { doc } = await load(line, 1_000_000);
    expect([...doc.iterLines()].map((shown) => shown.trim())).toEqual([
      '<a>',
      '<b></b>',
      '<c> </c>',
      '<d/>',
      '<!-- <e> -->',
      '<f><![CDATA[<g><h>]]></f>',
      '<i><!-- j -->1</i>',
      '<k>1<!-- l --></k>',
      filler,
      '</a>',
    ]);
  });
});

describe('placeFaults', () => {
  it('marks the value, or the tag, and leaves out faults without a place', async () => {
    const source = await load('<a>\n  <b>1,5</b>\n  <c/>\n</a>', 1000);
    expect(marked(source, issueAt(2, 3, '1,5'))).toBe('1,5');
    expect(marked(source, issueAt(3, 3))).toBe('<c/>');
    expect(marked(source, issueAt(9, 1))).toBeUndefined();
    expect(placeFaults(source.doc, [{ ...issueAt(1, 1), line: null }], null)).toEqual([]);
  });

  it('gives them in text order, each with its index in the list', async () => {
    const { doc } = await load('<a><b>1</b><c>2</c></a>', 1000);
    const places = placeFaults(doc, [issueAt(1, 12), issueAt(1, 4)], null);
    expect(places.map(({ index }) => index)).toEqual([1, 0]);
  });
});
