import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { goTo } from '../../router.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useIsShown } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

const stale = [
  'submissions.worklist',
  'submissions.corrections',
  'submissions.planCorrections',
] as const;

interface Rest extends Partial<Pick<Output<'submissions.makeCorrections'>, 'closed' | 'notMade'>> {
  /** Whether to go to Submit; by default, unless the part that asked was closed. */
  readonly goes?: boolean;
}

/** Maximum file names in a note. */
const maxNames = 5;

/**
 * Says what was made, what was closed and what could not be made; goes to Submit and shows the new
 * files, unless the part that asked was closed.
 */
export function useShowMade(): (files: readonly WorklistFile[], rest?: Rest) => Promise<void> {
  const { t } = useTexts();
  const notify = useNotify();
  const client = useQueryClient();
  const isShown = useIsShown();
  return async (files, { closed = [], notMade = [], goes = isShown() } = {}) => {
    await Promise.all(stale.map((name) => client.invalidateQueries({ queryKey: [name] })));
    const lines = [
      ...(files.length > 0 ? [t('corrections.made', { count: files.length })] : []),
      ...(closed.length > 0 ? [t('corrections.many.closed', { count: closed.length })] : []),
    ];
    if (lines.length > 0) notify({ tone: 'good', lines });
    if (notMade.length > 0)
      notify({
        tone: 'bad',
        title: t('corrections.many.notMade', { count: notMade.length }),
        lines: [
          t('corrections.many.notMadeWhy'),
          ...notMade.slice(0, maxNames).map(({ file }) => file),
          ...(notMade.length > maxNames ? ['…'] : []),
        ],
      });
    if (files.length > 0 && goes) goTo('submit', files[0]?.id ?? null);
  };
}
