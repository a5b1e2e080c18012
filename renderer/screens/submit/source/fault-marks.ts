import {
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';
import type { FaultPlace } from './fault-places.ts';

/** Replaces the marked faults, or sets the selected one. */
export const setFaults = StateEffect.define<readonly FaultPlace[]>();
export const setCurrent = StateEffect.define<number | null>();

type Severity = FaultPlace['severity'];
const gravest: readonly Severity[] = ['error', 'warning', 'info'];

/** Distinguished by shape: a disc, a triangle, a square. */
const shapes: Readonly<Record<Severity, string>> = {
  error: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1ZM7 4v5h2V4Zm0 6.5v2h2v-2Z',
  warning: 'M8 1 15.5 14.5H.5ZM7 6v4h2V6Zm0 5v2h2v-2Z',
  info: 'M2 2h12v12H2ZM7 7v5h2V7Zm0-3v2h2V4Z',
};

function drawShape(severity: Severity): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(space, 'svg');
  drawing.setAttribute('viewBox', '0 0 16 16');
  drawing.setAttribute('class', `z-fault-shape z-fault-shape-${severity}`);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[severity]);
  path.setAttribute('fill-rule', 'evenodd');
  drawing.append(path);
  return drawing;
}

/** One object for each severity: a gutter compares its markers by identity. */
class FaultMarker extends GutterMarker {
  readonly severity: Severity;

  constructor(severity: Severity) {
    super();
    this.severity = severity;
  }

  override toDOM(): Node {
    return drawShape(this.severity);
  }
}

interface Marks {
  readonly faults: readonly FaultPlace[];
  readonly current: number | null;
  readonly underlines: DecorationSet;
  readonly margins: RangeSet<GutterMarker>;
}

const markers: Readonly<Record<Severity, FaultMarker>> = {
  error: new FaultMarker('error'),
  warning: new FaultMarker('warning'),
  info: new FaultMarker('info'),
};

function underline({ severity, index }: FaultPlace, isCurrent: boolean): Decoration {
  const name = `z-fault z-fault-${severity}${isCurrent ? ' z-fault-current' : ''}`;
  return Decoration.mark({ class: name, fault: index });
}

function drawUnderlines(faults: readonly FaultPlace[], current: number | null): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const fault of faults)
    builder.add(fault.from, fault.to, underline(fault, fault.index === current));
  return builder.finish();
}

function drawMargins(
  view: EditorView['state'],
  faults: readonly FaultPlace[],
): RangeSet<GutterMarker> {
  const byLine = new Map<number, Severity>();
  for (const { from, severity } of faults) {
    const line = view.doc.lineAt(from).from;
    const known = byLine.get(line);
    if (known === undefined || gravest.indexOf(severity) < gravest.indexOf(known))
      byLine.set(line, severity);
  }
  const builder = new RangeSetBuilder<GutterMarker>();
  for (const [line, severity] of byLine) builder.add(line, line, markers[severity]);
  return builder.finish();
}

const nothing: Marks = {
  faults: [],
  current: null,
  underlines: Decoration.none,
  margins: RangeSet.empty,
};

const marksField = StateField.define<Marks>({
  create: () => nothing,
  update(marks, transaction) {
    let { faults, current, underlines, margins } = marks;
    if (transaction.docChanged) {
      const { changes } = transaction;
      faults = faults.map((fault) => ({
        ...fault,
        from: changes.mapPos(fault.from),
        to: changes.mapPos(fault.to, -1),
      }));
      underlines = underlines.map(changes);
      margins = margins.map(changes);
    }
    for (const effect of transaction.effects) {
      if (effect.is(setFaults)) {
        faults = effect.value;
        margins = drawMargins(transaction.state, faults);
        underlines = drawUnderlines(faults, current);
      }
      if (effect.is(setCurrent) && effect.value !== current) {
        current = effect.value;
        underlines = drawUnderlines(inOrder(faults), current);
      }
    }
    return { faults, current, underlines, margins };
  },
  provide: (field) => EditorView.decorations.from(field, ({ underlines }) => underlines),
});

/** Changes may have moved two faults to one place. */
function inOrder(faults: readonly FaultPlace[]): readonly FaultPlace[] {
  return faults.filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from);
}

/** A fault's current place; null when its text has gone. */
export function faultRange(state: EditorView['state'], index: number): FaultPlace | null {
  return (
    state
      .field(marksField)
      .faults.find((fault) => fault.index === index && fault.to > fault.from) ?? null
  );
}

/** The fault at the cursor, else the next one, else the last; null when none has a place. */
export function nearestFault(state: EditorView['state']): number | null {
  const faults = inOrder(state.field(marksField).faults);
  const { head } = state.selection.main;
  return (faults.find(({ to }) => to >= head) ?? faults.at(-1))?.index ?? null;
}

/**
 * The fault after or before the cursor; of several at one place, the one after or before the
 * selected one. Null without one.
 */
export function faultBeside(state: EditorView['state'], direction: 1 | -1): number | null {
  const { faults, current } = state.field(marksField);
  const { head } = state.selection.main;
  const ordered = inOrder(faults);
  const here = ordered.findIndex(({ index, from }) => index === current && from === head);
  if (here >= 0) return ordered[here + direction]?.index ?? null;
  const found =
    direction === 1
      ? ordered.find(({ from }) => from > head)
      : ordered.findLast(({ from }) => from < head);
  return found?.index ?? null;
}

/**
 * Faults of a document: underlined, and marked in the margin; `onChoose` gets the one whose mark or
 * text was clicked.
 */
export function faultMarks(onChoose: (index: number) => void): Extension {
  const choose = (view: EditorView, from: number, to: number): boolean => {
    const { faults } = view.state.field(marksField);
    const hit = faults.find((fault) => fault.from <= to && fault.to >= from);
    if (hit === undefined) return false;
    onChoose(hit.index);
    return true;
  };
  return [
    marksField,
    gutter({
      class: 'z-fault-gutter',
      markers: (view) => view.state.field(marksField).margins,
      initialSpacer: () => markers.error,
      domEventHandlers: {
        mousedown: (view, line) => choose(view, line.from, line.to),
      },
    }),
    EditorView.domEventHandlers({
      click: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at !== null && view.state.selection.main.empty) choose(view, at, at);
      },
    }),
  ];
}
