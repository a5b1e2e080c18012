import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayOf } from '../../../contract/formats.ts';
import { useMethod } from '../../api/queries.ts';
import { useCommand } from '../../shell/use-command.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

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

interface ArrivalsLineProps {
  readonly summary?: string;
  readonly action?: ReactNode;
}

/** Notice of files from watched folders since the person last looked, without their list. */
export function ArrivalsLine({ summary = '', action = null }: ArrivalsLineProps) {
  const { t, formats } = useTexts();
  const arrivals = useMethod('watching.list', {}).data?.arrivals;
  const seen = useCommand('watching.markSeen', ['watching.list'], { tells: 'all' });
  if (arrivals === undefined) return null;
  const { count, leftAside, unread, since } = arrivals;
  const sayNames = (key: 'watching.unread' | 'watching.leftAside', of: typeof leftAside) => {
    if (of.count === 0) return [];
    const names = of.names.slice(0, 3).join(', ');
    return [t(key, { count: of.count, names: of.count > 3 ? `${names}…` : names })];
  };
  const arrived = t('watching.arrived', {
    count,
    since: sinceWhen(t, formats, since),
  });
  const [title, ...others] = [
    ...(count === 0 ? [] : [arrived]),
    ...sayNames('watching.unread', unread),
    ...sayNames('watching.leftAside', leftAside),
  ];
  if (title === undefined) return null;
  return (
    <Notice
      tone="accent"
      isSlim
      testId="arrivals"
      title={title}
      text={
        <>
          {summary === '' ? null : <div data-testid="arrivals-summary">{summary}</div>}
          {others.map((line) => (
            <div key={line}>{line}</div>
          ))}
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
