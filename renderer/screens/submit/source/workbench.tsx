import type { Text } from '@codemirror/state';
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Issue } from '../../../../contract/verdict.ts';
import type { WorklistFile } from '../../../../contract/worklist.ts';
import { useMethod } from '../../../api/queries.ts';
import { UnsavedDialog } from '../../../shell/dialog.tsx';
import { ErrorNotice } from '../../../shell/error-notice.tsx';
import { useLeaving } from '../../../shell/unsaved.ts';
import { useTexts } from '../../../texts.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { FaultSide } from './fault-side.tsx';
import { isOld } from './live-verdict.ts';
import type { LoadedSource } from './load-source.ts';
import styles from './source.module.css';
import { SourceNotes } from './source-notes.tsx';
import { SourceTools } from './source-tools.tsx';
import { type Chosen, useEditor } from './use-editor.ts';
import { useLiveVerdict } from './use-live-verdict.ts';
import { useSaveText } from './use-save-text.ts';
import { useSource } from './use-source.ts';

interface WorkbenchProps {
  readonly file: WorklistFile;
  readonly at: Issue | null;
  /** Set to what closes the dialog, after a question where edits are unsaved. */
  readonly close: RefObject<() => void>;
  readonly onLeave: () => void;
}

/** The text of a file: read, then shown. */
export function Workbench(props: WorkbenchProps) {
  const { t } = useTexts();
  const state = useSource(props.file.id);
  const issues = useMethod(
    'submissions.issues',
    { fileId: props.file.id, offset: 0, limit: 1000 },
    { enabled: props.file.judged !== null },
  );
  const unread = issues.data === undefined ? issues.error : null;
  const refusal = state.kind === 'refused' ? state.error : (unread?.error ?? null);
  if (refusal !== null)
    return (
      <div className={styles.refused}>
        <ErrorNotice error={refusal} />
      </div>
    );
  if (state.kind !== 'ready' || (issues.data === undefined && props.file.judged !== null))
    return <SkeletonRows rows={8} label={t('source.loading')} />;
  const counts = props.file.judged?.issueCounts ?? { error: 0, warning: 0, info: 0 };
  return (
    <Bench
      {...props}
      source={state.source}
      known={{ issues: issues.data?.issues ?? [], issueCounts: counts }}
    />
  );
}

interface Known {
  readonly issues: readonly Issue[];
  readonly issueCounts: { readonly error: number; readonly warning: number; readonly info: number };
}

/** In reading order; the core lists them by record. */
function inOrderOfText(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted(
    (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
  );
}

function indexOf(issues: readonly Issue[], wanted: Issue | null): number {
  if (wanted === null) return 0;
  const { code, line, column } = wanted;
  return Math.max(
    0,
    issues.findIndex(
      (issue) => issue.code === code && issue.line === line && issue.column === column,
    ),
  );
}

function Bench({
  file,
  at,
  close,
  onLeave,
  source,
  known,
}: WorkbenchProps & { readonly source: LoadedSource; readonly known: Known }) {
  const { t } = useTexts();
  const host = useRef<HTMLDivElement | null>(null);
  const searchField = useRef<HTMLInputElement | null>(null);
  const [isEditing, setEditing] = useState(false);
  const live = useLiveVerdict(file.id, source.lineBreak);
  const judged = (isEditing ? live.verdict : null) ?? known;
  const issues = useMemo(() => inOrderOfText(judged.issues), [judged.issues]);
  const [chosen, setChosen] = useState<Chosen>(() => ({
    index: indexOf(issues, at),
    isStep: true,
  }));
  const index = Math.max(0, Math.min(chosen.index, issues.length - 1));
  const onChange = (doc: Text) => live.change(doc);
  const { editor, edit, isUpToDate } = useEditor(host, {
    source,
    issues,
    isEditing: isEditing && live.verdict !== null,
    chosen,
    onChoose: (hit) => setChosen({ index: hit, isStep: false }),
    onChange,
  });
  // Until the faults of a new verdict are marked, F8 goes to those of the former.
  const state = live.state === 'settled' && !isUpToDate ? 'checking' : live.state;
  // The editor is asked at that moment: recent typing counts.
  const leaving = useLeaving(() => editor.current?.hasEdits() ?? false, onLeave);
  const { isAsking } = leaving;
  const closeNow = useEffectEvent(leaving.close);
  useEffect(() => {
    close.current = () => closeNow();
  }, [close]);
  const saving = useSaveText(file, source.lineBreak, leaving.decide);
  const startEditing = () => {
    // The text comes a moment after its tools.
    if (editor.current === null) return;
    setEditing(true);
    editor.current.startEditing(t('source.copyText'));
    live.change(editor.current.doc());
  };
  const save = () => {
    if (editor.current !== null) void saving.save(editor.current.doc());
  };
  const move = (direction: 1 | -1) => {
    // In an edited text, the next issue is the next one after the cursor.
    const beside = isEditing
      ? (editor.current?.faultBeside(direction) ?? index)
      : index + direction;
    setChosen({ index: Math.max(0, Math.min(beside, issues.length - 1)), isStep: true });
  };
  useWindowEvent('keydown', (event) => {
    if (isAsking) return;
    if (event.key === 'F8') move(event.shiftKey ? -1 : 1);
    else if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey))
      searchField.current?.focus();
    else return;
    event.preventDefault();
  });
  const counts = judged.issueCounts;
  const total = useMemo(() => counts.error + counts.warning + counts.info, [counts]);
  return (
    <div className={styles.bench} data-testid="source-bench">
      <SourceTools
        counts={counts}
        live={isEditing ? state : null}
        edit={edit}
        isEditing={isEditing}
        // A copy of a text in two encodings is a change in itself.
        canSave={edit.canUndo || !source.isFaithful}
        isSaving={saving.isSaving}
        editor={editor}
        searchField={searchField}
        onEdit={startEditing}
        onSave={save}
      />
      <SourceNotes source={source} isEditing={isEditing} />
      {saving.error === null || isAsking ? null : <ErrorNotice error={saving.error} />}
      {live.error === null ? null : <ErrorNotice error={live.error} />}
      <div className={styles.main}>
        {/* What is typed while it is saved would be lost with the dialog. */}
        <div className={styles.host} ref={host} inert={saving.isSaving} />
        <FaultSide
          issues={issues}
          total={total}
          index={index}
          isOld={isEditing && isOld(state)}
          onMove={move}
        />
      </div>
      {isAsking ? (
        <UnsavedDialog
          leaving={leaving}
          text={t('unsaved.copy')}
          refusal={saving.error === null ? null : <ErrorNotice error={saving.error} />}
          save={
            <Button loading={saving.isSaving} onClick={save} data-autofocus>
              {t('source.save')}
            </Button>
          }
        />
      ) : null}
    </div>
  );
}
