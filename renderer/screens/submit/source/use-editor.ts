import type { Text } from '@codemirror/state';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Issue } from '../../../../contract/verdict.ts';
import { useTexts } from '../../../texts.ts';
import { placeFaults } from './fault-places.ts';
import type { LoadedSource } from './load-source.ts';
import styles from './source.module.css';
import { type EditState, mountEditor, type XmlEditor } from './xml-editor.ts';

/** The selected fault; a step moves the text to it. */
export interface Chosen {
  readonly index: number;
  readonly isStep: boolean;
}

interface EditorUse {
  readonly source: LoadedSource;
  readonly issues: readonly Issue[];
  /** Whether the document is the text of `issues`: then lines are counted as they are shown. */
  readonly isEditing: boolean;
  readonly chosen: Chosen;
  readonly onChoose: (index: number) => void;
  readonly onChange: (doc: Text) => void;
}

const unchanged: EditState = { canUndo: false, canRedo: false };

/** Runs something in a task of its own; returns what cancels it. */
function later(work: () => void): () => void {
  const timer = setTimeout(work, 0);
  return () => clearTimeout(timer);
}

/** Mounts the editor in an element and keeps its faults current. */
export function useEditor(
  host: RefObject<HTMLDivElement | null>,
  { source, issues, isEditing, chosen, onChoose, onChange }: EditorUse,
) {
  const { t } = useTexts();
  const editor = useRef<XmlEditor | null>(null);
  const [edit, setEdit] = useState(unchanged);
  const label = t('source.text');
  const choose = useEffectEvent(onChoose);
  const change = useEffectEvent((doc: Text, state: EditState) => {
    setEdit(state);
    onChange(doc);
  });
  const labelNow = useEffectEvent(() => label);
  const [isMounted, setMounted] = useState(false);
  const [marked, setMarked] = useState<readonly Issue[] | null>(null);
  const isMarked = marked !== null;
  // Each part of the opening has a task of its own: together they would block the window with a
  // large text.
  useEffect(() => {
    const forget = later(() => {
      if (host.current === null) return;
      const parent = document.createElement('div');
      parent.className = styles.editor ?? '';
      host.current.append(parent);
      const mounted = mountEditor(parent, {
        doc: source.doc,
        layout: source.layout,
        label: labelNow(),
        onChoose: (index) => choose(index),
        onChange: (doc, state) => change(doc, state),
      });
      editor.current = mounted;
      setMounted(true);
      mounted.focus();
    });
    return () => {
      forget();
      editor.current?.close();
      editor.current = null;
    };
  }, [host, source]);
  useEffect(() => {
    if (!isMounted) return;
    return later(() => {
      const mounted = editor.current;
      if (mounted === null) return;
      mounted.markFaults(placeFaults(mounted.doc(), issues, isEditing ? null : source.layout));
      setMarked(issues);
      // Beside an edited text, the issue follows the cursor.
      if (isEditing) choose(mounted.nearestFault() ?? 0);
    });
  }, [issues, isEditing, source, isMounted]);
  useEffect(() => {
    if (isMarked) editor.current?.showFault(chosen.index, chosen.isStep);
    // A new verdict leaves the cursor where the person types: only their own step moves the text.
  }, [chosen, isMarked]);
  return { editor, edit, isUpToDate: marked === issues };
}
