import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { dayOf } from '../../../contract/formats.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
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

interface ArrivalsNoticeProps {
  /** Null where none of the list can be chosen. */
  readonly files: readonly WorklistFile[];
}

/** Files from watched folders since the person looked last. */
export function ArrivalsNotice({ files }: ArrivalsNoticeProps) {
  const { t } = useTexts();
  const arrivals = useMethod('watching.list', {}).data?.arrivals;
  const choice = useChoice();
  const arrived = useMemo(() => {
    const ids = new Set(arrivals?.fileIds);
    return files.filter(({ id }) => ids.has(id));
  }, [files, arrivals]);
  return (
    <ArrivalsLine
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

/** The line alone, for pages without a list. */
export function ArrivalsLine({ action = null }: { readonly action?: ReactNode }) {
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
        leftAside.count === 0
          ? null
          : t('watching.leftAside', {
              count: leftAside.count,
              formatted: formats.count(leftAside.count),
              names: leftAside.count > 3 ? `${names}…` : names,
            })
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
