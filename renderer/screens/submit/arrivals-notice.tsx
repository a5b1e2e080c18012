import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { dayOf } from '../../../contract/formats.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { countTabs } from '../../shared/worklist/worklist.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { useMisplaced } from './misplaced-note.tsx';

const dayMs = 86_400_000;

/** “Since yesterday”, or since when. */
function sinceWhen(t: Translate, formats: Formats, since: string | null): string {
  if (since === null) return t('watching.since.first');
  const day = dayOf(new Date(since));
  const now = Date.now();
  if (day === dayOf(new Date(now))) return t('watching.since.today');
  if (day === dayOf(new Date(now - dayMs))) return t('watching.since.yesterday');
  return t('watching.since.day', { day: formats.date(since) });
}

interface ArrivalsNoticeProps {
  /** Null where none of the list can be chosen. */
  readonly files: readonly WorklistFile[];
}

/** Files from watched folders since the person looked last. */
export function ArrivalsNotice({ files }: ArrivalsNoticeProps) {
  const { t, formats } = useTexts();
  const arrivals = useMethod('watching.list', {}).data?.arrivals;
  const choice = useChoice();
  const arrived = useMemo(() => {
    const ids = new Set(arrivals?.fileIds);
    return files.filter(({ id }) => ids.has(id));
  }, [files, arrivals]);
  const misplaced = useMisplaced();
  const others = arrived.filter(({ id }) => misplaced.has(id)).length;
  const fromOther =
    others === 0 ? '' : t('watching.fromOther', { formatted: formats.count(others) });
  return (
    <ArrivalsLine
      summary={[summaryOf(t, formats, arrived), fromOther].filter(Boolean).join(' · ')}
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

/** How many of them stand where, in the words of the list's tabs. */
function summaryOf(t: Translate, formats: Formats, arrived: readonly WorklistFile[]): string {
  return countTabs(arrived)
    .filter(({ tab, count }) => tab !== 'all' && count > 0)
    .map(({ tab, count }) => `${t(`submit.tabs.${tab}`)} ${formats.count(count)}`)
    .join(' · ');
}

interface ArrivalsLineProps {
  readonly summary?: string;
  readonly action?: ReactNode;
}

/** The line alone, for pages without a list. */
export function ArrivalsLine({ summary = '', action = null }: ArrivalsLineProps) {
  const { t, formats } = useTexts();
  const arrivals = useMethod('watching.list', {}).data?.arrivals;
  const seen = useCommand('watching.markSeen', ['watching.list']);
  if (arrivals === undefined) return null;
  const { count, leftAside, since } = arrivals;
  if (count + leftAside.count === 0) return null;
  const names = leftAside.names.slice(0, 3).join(', ');
  return (
    <Notice
      tone="accent"
      testId="arrivals"
      title={t('watching.arrived', {
        count,
        since: sinceWhen(t, formats, since),
        formatted: formats.count(count),
      })}
      text={
        <>
          {summary === '' ? null : <div data-testid="arrivals-summary">{summary}</div>}
          {leftAside.count === 0
            ? null
            : t('watching.leftAside', {
                count: leftAside.count,
                formatted: formats.count(leftAside.count),
                names: leftAside.count > 3 ? `${names}…` : names,
              })}
        </>
      }
      actions={
        <>
          {action}
          <Button
            variant="default"
            size="xs"
            loading={seen.isPending}
            onClick={() => seen.mutate({})}
            data-testid="arrivals-seen"
          >
            {t('watching.seen')}
          </Button>
        </>
      }
    />
  );
}
