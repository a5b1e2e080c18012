import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { ToCorrect } from '../../shared/corrections/to-correct.tsx';
import { sendingProgress, toCorrect } from '../../shared/worklist/worklist.ts';

/** Once nothing is on its way: what came back refused, to be corrected together. */
export function ToCorrectHere({ files }: { readonly files: readonly WorklistFile[] }) {
  const ids = useMemo(() => toCorrect(files), [files]);
  const isMoving = sendingProgress(files).onTheWay.length > 0;
  return isMoving || ids.length === 0 ? null : <ToCorrect selection={{ ids }} />;
}
