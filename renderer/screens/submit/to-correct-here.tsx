import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { ToCorrect } from '../../shared/corrections/to-correct.tsx';
import { sendingProgress, summarize, toCorrect } from '../../shared/worklist/worklist.ts';

/**
 * Refused files, to be corrected together once no file is being sent; what can be sent is the next
 * step before that.
 */
export function ToCorrectHere({ files }: { readonly files: readonly WorklistFile[] }) {
  const ids = useMemo(() => toCorrect(files), [files]);
  const isMoving = sendingProgress(files).onTheWay.length > 0;
  const isNext = useMemo(() => summarize(files).fileIds.length === 0, [files]);
  return <ToCorrect selection={isMoving || ids.length === 0 ? null : { ids }} isNext={isNext} />;
}
