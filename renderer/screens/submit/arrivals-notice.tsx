import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { periodText } from '../../shared/quarter/quarter-words.ts';
import { ArrivalsLine } from '../../shared/watching/arrivals-line.tsx';
import { countTabs } from '../../shared/worklist/worklist.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { useMisplaced } from './misplaced-note.tsx';

interface ArrivalsNoticeProps {
  /** Null where none of the list can be chosen. */
  readonly files: readonly WorklistFile[];
}

/** Files from watched folders since the person last looked. */
export function ArrivalsNotice({ files }: ArrivalsNoticeProps) {
  const { t, formats } = useTexts();
  const arrivals = useMethod('watching.list', {}).data?.arrivals;
  const choice = useChoice();
  const arrived = useMemo(() => {
    const ids = new Set(arrivals?.fileIds);
    return files.filter(({ id }) => ids.has(id));
  }, [files, arrivals]);
  const periods = [...new Set(arrived.flatMap(({ judged }) => judged?.period ?? []))]
    .toSorted()
    .map((period) => periodText(t, period))
    .join(', ');
  const misplaced = useMisplaced();
  const others = arrived.filter(({ id }) => misplaced.has(id)).length;
  const fromOther = others === 0 ? '' : t('watching.fromOther', { count: others });
  return (
    <ArrivalsLine
      summary={[summaryOf(t, formats, arrived), periods, fromOther].filter(Boolean).join(' · ')}
      action={
        arrived.length === 0 ? null : (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              choice.clear();
              choice.toggle(arrived);
            }}
            data-testid="choose-arrivals"
          >
            {t('watching.chooseNew')}
          </Button>
        )
      }
    />
  );
}

/** How many of them have each status, in the words of the list's tabs. */
function summaryOf(t: Translate, formats: Formats, arrived: readonly WorklistFile[]): string {
  return countTabs(arrived)
    .filter(({ tab, count }) => tab !== 'all' && count > 0)
    .map(({ tab, count }) => `${t(`submit.tabs.${tab}`)} ${formats.count(count)}`)
    .join(' · ');
}
