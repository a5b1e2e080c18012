import {
  defaultKeymap,
  history,
  historyKeymap,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import {
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  type Text,
  Transaction,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import {
  faultBeside,
  faultMarks,
  faultRange,
  nearestFault,
  setCurrent,
  setFaults,
} from './fault-marks.ts';
import type { FaultPlace } from './fault-places.ts';
import { findText } from './find-text.ts';
import type { LineLayout } from './line-layout.ts';
import { xmlColours } from './xml-colours.ts';

/** Whether undo and redo are possible. */
export interface EditState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface EditorOptions {
  readonly doc: Text;
  readonly layout: LineLayout;
  /** Name for a screen reader. */
  readonly label: string;
  readonly onChoose: (index: number) => void;
  readonly onChange: (doc: Text, state: EditState) => void;
}

/** The editor's interface for the screen. */
export interface XmlEditor {
  doc(): Text;
  /** Makes a copy editable; from now on lines are counted as they are shown. */
  startEditing(label: string): void;
  markFaults(faults: readonly FaultPlace[]): void;
  /** Marks the selected fault, and moves to it; false when it has no place (any more). */
  showFault(index: number, leads: boolean): boolean;
  /** The fault at the cursor or after it, and its neighbours; null without one. */
  nearestFault(): number | null;
  faultBeside(direction: 1 | -1): number | null;
  /** Selects the next match; false when there is none. */
  find(wanted: string, direction: 1 | -1): Promise<boolean>;
  /** Whether there is a change that was not undone. */
  hasEdits(): boolean;
  undo(): void;
  redo(): void;
  focus(): void;
  close(): void;
}

const readOnly = (label: string): Extension => [
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
];

const editable = (label: string): Extension => [
  history(),
  keymap.of(historyKeymap),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

/**
 * Mounts an editor in a shadow root of `parent`: there its styles are constructed sheets, which the
 * window's policy allows.
 */
export function mountEditor(parent: HTMLElement, options: EditorOptions): XmlEditor {
  const mode = new Compartment();
  const numbers = new Compartment();
  // A dialog moves the Tab focus itself and does not look into shadow roots: the host represents
  // the text.
  parent.tabIndex = 0;
  const root = parent.attachShadow({ mode: 'open' });
  const { layout } = options;
  let search = 0;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.doc,
      extensions: [
        numbers.of(
          lineNumbers({
            formatNumber: (line) =>
              layout.isBroken ? String(layout.fileLine(line) ?? '') : String(line),
          }),
        ),
        faultMarks(options.onChoose),
        highlightActiveLineGutter(),
        drawSelection(),
        xmlColours,
        editorTheme,
        keymap.of(defaultKeymap),
        mode.of(readOnly(options.label)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) options.onChange(state.doc, describeEdit(state));
        }),
      ],
    }),
  });
  parent.addEventListener('focus', () => {
    if (root.activeElement === null) view.focus();
  });
  const goTo = (from: number, to: number) =>
    view.dispatch({
      selection: EditorSelection.single(from, to),
      effects: EditorView.scrollIntoView(EditorSelection.range(from, to), {
        y: 'center',
        x: 'center',
      }),
    });
  return {
    doc: () => view.state.doc,
    startEditing(label) {
      view.dispatch({
        effects: [mode.reconfigure(editable(label)), numbers.reconfigure(lineNumbers())],
        ...declareUtf8(view.state.doc),
        annotations: Transaction.addToHistory.of(false),
      });
      view.focus();
    },
    markFaults: (faults) => view.dispatch({ effects: setFaults.of(faults) }),
    showFault(index, leads) {
      const place = faultRange(view.state, index);
      view.dispatch({ effects: setCurrent.of(place === null ? null : place.index) });
      if (place !== null && leads) goTo(place.from, place.from);
      return place !== null;
    },
    nearestFault: () => nearestFault(view.state),
    faultBeside: (direction) => faultBeside(view.state, direction),
    async find(wanted, direction) {
      search += 1;
      const own = search;
      const { from, to } = view.state.selection.main;
      const found = await findText(view.state.doc, wanted, {
        from: direction === 1 ? to : from,
        direction,
        isWanted: () => search === own,
      });
      if (search !== own) return true;
      if (found !== null) goTo(found.from, found.to);
      return found !== null;
    },
    hasEdits: () => undoDepth(view.state) > 0,
    undo: () => void undo(view),
    redo: () => void redo(view),
    focus: () => view.focus(),
    close: () => {
      search += 1;
      view.destroy();
      parent.remove();
    },
  };
}

function describeEdit(state: EditorState): EditState {
  return { canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 };
}

/**
 * A copy is saved in UTF-8: a text that declares another encoding declares UTF-8 from the start.
 */
function declareUtf8(doc: Text) {
  const head = doc.sliceString(0, 400);
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head);
  const name = declared?.[1];
  if (declared === null || name === undefined || /^utf-?8$/i.test(name)) return {};
  const to = declared[0].length - 1;
  return { changes: { from: to - name.length, to, insert: 'UTF-8' } };
}
