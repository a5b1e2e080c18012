import { useEffect, useEffectEvent, useState } from 'react';
import { carriesFiles, type Finding, readDrop } from './drop-files.ts';

/**
 * Takes files dropped anywhere on the window; returns whether files are over it. Other drags are
 * ignored.
 */
export function useWindowDrop({
  onFiles,
  onEnter,
  isWanted,
}: {
  readonly onFiles: (finding: Finding) => void;
  readonly onEnter: () => void;
  readonly isWanted: (name: string) => boolean;
}): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFiles);
  const entered = useEffectEvent(onEnter);
  const read = useEffectEvent((transfer: DataTransfer) => readDrop(transfer, isWanted));
  useEffect(() => {
    // Entering and leaving is reported for every element under the pointer, so both are counted.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth += 1;
      setIsOver(true);
      if (depth === 1) entered();
    };
    const over = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      // Any other drop would make the browser leave the page.
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      if (carriesFiles(event.dataTransfer)) take(read(event.dataTransfer));
    };
    const stop = new AbortController();
    const on = { signal: stop.signal };
    window.addEventListener('dragenter', enter, on);
    window.addEventListener('dragover', over, on);
    window.addEventListener('dragleave', leave, on);
    window.addEventListener('drop', drop, on);
    return () => stop.abort();
  }, []);
  return isOver;
}
