import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const marks = {
  sign: Decoration.mark({ class: 'z-xml-sign' }),
  name: Decoration.mark({ class: 'z-xml-name' }),
  rest: Decoration.mark({ class: 'z-xml-rest' }),
  aside: Decoration.mark({ class: 'z-xml-aside' }),
};

type Kind = keyof typeof marks;

/** A stretch of markup, counted from 0 in its text. */
interface XmlStretch {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

const markup =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<[?!][^<>]*>?|(<\/?)([^\s<>/="']+)([^<>]*?)(\/?>|(?=<)|$)/g;

/**
 * Finds the parts of markup in a piece of a document that may begin and end anywhere; for display
 * only, never for checking.
 */
export function readMarkup(text: string): readonly XmlStretch[] {
  const found: XmlStretch[] = [];
  const add = (kind: Kind, from: number, length: number) => {
    if (length > 0) found.push({ kind, from, to: from + length });
  };
  for (const match of text.matchAll(markup)) {
    const [whole, open, name = '', rest = '', close = ''] = match;
    if (open === undefined) {
      add('aside', match.index, whole.length);
      continue;
    }
    add('sign', match.index, open.length);
    add('name', match.index + open.length, name.length);
    add('rest', match.index + open.length + name.length, rest.length);
    add('sign', match.index + whole.length - close.length, close.length);
  }
  return found;
}

/**
 * The stretch before the visible text that is read too, so that a tag over several lines is
 * recognised.
 */
const lookBack = 400;

function colour(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = 0;
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(done, from - lookBack, 0);
    for (const stretch of readMarkup(view.state.doc.sliceString(start, to)))
      builder.add(start + stretch.from, start + stretch.to, marks[stretch.kind]);
    done = to;
  }
  return builder.finish();
}

/**
 * Colours the markup in sight and nothing else. A parser of the whole document would know more, and
 * blocks the window for a tenth of a second at a time in a file of 10,000 records.
 */
export const xmlColours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colour(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = colour(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
