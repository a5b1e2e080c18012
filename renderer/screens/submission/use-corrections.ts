import { useState } from 'react';
import type { Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { useShowMade } from '../../shared/corrections/use-show-made.ts';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { otherWays, toMake, type Which, waitingCorrections } from './what-to-correct.ts';

type Corrections = Output<'submissions.corrections'>;

/** The possible corrections of a submission and the existing ones; undefined while unknown. */
export function useCorrections(id: string): Corrections | undefined {
  return useMethod('submissions.corrections', { id }).data;
}

/** Makes the correction of a submission, or goes to the one that waits on Submit. */
export function usePreparing(id: string) {
  const { t } = useTexts();
  const show = useShowMade();
  const corrections = useCorrections(id);
  const extract = useCommand('submissions.extractRejected', [], {
    about: () => t('corrections.failed'),
  });
  const [isMaking, setMaking] = useState(false);
  const kinds = corrections === undefined ? [] : toMake(corrections);
  const waiting = corrections === undefined ? [] : waitingCorrections(corrections);

  async function make(wanted: readonly Which[]): Promise<void> {
    setMaking(true);
    try {
      const files: WorklistFile[] = [];
      for (const which of wanted) files.push((await extract.mutateAsync({ id, which })).file);
      await show(files);
    } catch {
      // The command has it in `error`.
    } finally {
      setMaking(false);
    }
  }
  return {
    make: () => void make(kinds),
    /** For records that would be refused again as they are. */
    otherWays: corrections === undefined ? [] : otherWays(corrections),
    makeThese: (wanted: readonly Which[]) => void make(wanted),
    see: () => goTo('submit', waiting[0]?.id ?? null),
    canMake: kinds.length > 0,
    isWaiting: kinds.length === 0 && waiting.length > 0,
    isMaking,
    error: extract.error?.error ?? null,
  };
}
