import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';
import styles from './misplaced-note.module.css';
import { ownerOf } from './worklist-filter.ts';

const none: NonNullable<ReturnType<typeof useMethod<'watching.list'>>['data']>['misplaced'] = [];

/** By file: the company whose watched folder brought it, where that is another than its own. */
export function useMisplaced(): ReadonlyMap<string, string> {
  const misplaced = useMethod('watching.list', {}).data?.misplaced ?? none;
  return useMemo(
    () => new Map(misplaced.map(({ fileId, folderCompany }) => [fileId, folderCompany])),
    [misplaced],
  );
}

interface MisplacedNoteProps {
  readonly file: WorklistFile;
  readonly folderCompany: string;
}

export function MisplacedNote({ file, folderCompany }: MisplacedNoteProps) {
  const { t } = useTexts();
  const company = ownerOf(file);
  // The list can know less than the folders for a moment.
  if (company === '') return null;
  return (
    <span className={styles.note} data-testid="misplaced">
      <span aria-hidden>▲ </span>
      {t('watching.misplaced', { folderCompany, company })}
    </span>
  );
}
