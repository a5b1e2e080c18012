import { useTexts } from '../../../texts.ts';
import type { LoadedSource } from './load-source.ts';
import styles from './source.module.css';

/** Notes on how the text is shown. */
export function SourceNotes({
  source,
  isEditing,
}: {
  readonly source: LoadedSource;
  readonly isEditing: boolean;
}) {
  const { t } = useTexts();
  const { layout, isFaithful, encoding } = source;
  const notes = [
    layout.isBroken ? t(isEditing ? 'source.brokenCopy' : 'source.broken') : null,
    isFaithful ? null : t('source.notFaithful', { encoding }),
    isEditing ? t('source.editing') : null,
    isEditing && encoding !== 'UTF-8' ? t('source.recoded', { encoding }) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes} data-testid="source-notes">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
