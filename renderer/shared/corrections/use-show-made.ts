import { useQueryClient } from '@tanstack/react-query';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { goTo } from '../../router.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

const stale = [
  'submissions.worklist',
  'submissions.corrections',
  'submissions.planCorrections',
] as const;

/** Goes to Submit and shows the new files; says how many submissions were closed. */
export function useShowMade(): (files: readonly WorklistFile[], closed?: number) => Promise<void> {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const client = useQueryClient();
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  return async (files, closed = 0) => {
    await Promise.all(stale.map((name) => client.invalidateQueries({ queryKey: [name] })));
    notify({
      tone: 'good',
      lines: [
        ...(files.length > 0 ? [t('corrections.made', counted(files.length))] : []),
        ...(closed > 0 ? [t('corrections.many.closed', counted(closed))] : []),
      ],
    });
    if (files.length > 0) goTo('submit', files[0]?.id ?? null);
  };
}
