import { useEffect, useEffectEvent } from 'react';
import type { QuarterMatrix } from '../../../contract/quarter.ts';
import { useHost, useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { showSystemNotice } from '../../shell/system-notice.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { needsAttention } from './quarter-filter.ts';

/** Days before a deadline on which the window shows a reminder. */
const reminderDays = 7;

/**
 * Shows a reminder of a near deadline while companies need attention; once a day also through the
 * system.
 */
export function DeadlineReminder({ matrix }: { readonly matrix: QuarterMatrix }) {
  const { t } = useTexts();
  const { bridge } = useHost();
  const settings = useMethod('settings.get', {});
  const { isCurrent, daysLeft, id } = matrix.quarter;
  const count = matrix.companies.filter(needsAttention).length;
  const isDue = isCurrent && daysLeft <= reminderDays && count > 0;
  const title =
    daysLeft === 0 ? t('matrix.reminderToday') : t('matrix.reminder', { count: daysLeft });
  const body = t('matrix.reminderText', { count });
  const isWanted = settings.data?.notifyWhenDone === true;
  const remind = useEffectEvent((day: number) => {
    const key = `zubi-reminded-${id}`;
    if (localStorage.getItem(key) === String(day)) return;
    localStorage.setItem(key, String(day));
    if (bridge.remind) void bridge.remind({ daysLeft: day, companies: count });
    else showSystemNotice({ title, body, tag: key, onPress: () => goTo('overview') });
  });
  useEffect(() => {
    if (isDue && isWanted) remind(daysLeft);
  }, [isDue, isWanted, daysLeft]);
  if (!isDue) return null;
  return <Notice tone="amber" title={title} text={body} testId="deadline-reminder" />;
}
