import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--z-ink)',
    backgroundColor: 'var(--z-panel)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.65',
    fontVariantLigatures: 'none',
    scrollbarWidth: 'thin',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--z-accent)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--z-accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'color-mix(in srgb, var(--z-accent) 26%, transparent)',
    },
  '.z-xml-sign': { color: 'var(--z-third)' },
  '.z-xml-name': { color: 'var(--z-accent)' },
  '.z-xml-rest': { color: 'var(--z-second)' },
  '.z-xml-aside': { color: 'var(--z-second)', fontStyle: 'italic' },
  '.cm-gutters': {
    color: 'var(--z-third)',
    backgroundColor: 'var(--z-ground)',
    borderRight: '1px solid var(--z-line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '3.4ch', padding: '0 8px 0 6px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--z-ink)' },
  '.z-fault-gutter .cm-gutterElement': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '22px',
    cursor: 'pointer',
  },
  '.z-fault-shape': { width: '13px', height: '13px', fill: 'currentColor' },
  '.z-fault-shape-error': { color: 'var(--z-red)' },
  '.z-fault-shape-warning': { color: 'var(--z-amber)' },
  '.z-fault-shape-info': { color: 'var(--z-second)' },
  '.z-fault': {
    textDecorationLine: 'underline',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '4px',
    textDecorationSkipInk: 'none',
  },
  '.z-fault-error': { textDecorationStyle: 'wavy', textDecorationColor: 'var(--z-red)' },
  '.z-fault-warning': { textDecorationStyle: 'dashed', textDecorationColor: 'var(--z-amber)' },
  '.z-fault-info': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--z-second)' },
  '.z-fault-current': {
    borderRadius: '3px',
    outline: '1px solid currentColor',
    outlineOffset: '2px',
  },
  '.z-fault-error.z-fault-current': {
    backgroundColor: 'var(--z-red-pale)',
    outlineColor: 'var(--z-red)',
  },
  '.z-fault-warning.z-fault-current': {
    backgroundColor: 'var(--z-amber-pale)',
    outlineColor: 'var(--z-amber)',
  },
  '.z-fault-info.z-fault-current': {
    backgroundColor: 'var(--z-grey-pale)',
    outlineColor: 'var(--z-second)',
  },
});

/** The style of source text, with variables of the palette only: it follows the colour scheme. */
export const editorTheme: Extension = look;
