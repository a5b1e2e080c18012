import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notificationsStore } from '@mantine/notifications';
import { useTexts } from '../texts.ts';
import { hasDialog } from './focus-place.ts';
import styles from './note-act.module.css';

interface NoteActProps {
  /** Of its note, which has `data-acts`. */
  readonly noteId: string;
  readonly text: string;
  readonly onAct: () => void;
}

/** A field has its own undo, and a key does nothing behind a dialog. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  hasDialog() ||
  (target instanceof Element &&
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea'));

/** Of several notes with an action, the key belongs to the newest. */
function isNewest(noteId: string): boolean {
  const { notifications } = notificationsStore.getState();
  return notifications.findLast((note) => note['data-acts'] === true)?.id === noteId;
}

/** The undo of a note, by its button or Ctrl+Z: a note disappears before many Tab stops. */
export function NoteAct({ noteId, text, onAct }: NoteActProps) {
  const { t } = useTexts();
  const onKey = (event: KeyboardEvent) => {
    // Once it has acted, the one before is the newest: the next press is for that one.
    if (event.defaultPrevented || isElsewhere(event) || !isNewest(noteId)) return;
    event.preventDefault();
    onAct();
  };
  useHotkeys([['mod+Z', onKey, { preventDefault: false }]], []);
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={styles.act ?? ''}
      aria-keyshortcuts="Control+Z"
      data-testid="note-act"
      onClick={onAct}
    >
      {text}
      <kbd className={styles.key} aria-hidden>
        {t('removal.undoKey')}
      </kbd>
    </Button>
  );
}
