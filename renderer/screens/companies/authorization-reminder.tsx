import { Button } from '@mantine/core';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import type { StackedNotice } from '../../ui/notice-stack.tsx';

/** Authorizations that need work: uploads without an answer, and those that expire soon. */
export function useAuthorizationNotices(): readonly StackedNotice[] {
  const { t } = useTexts();
  // Only the counts are used; they are over all companies.
  const { data } = useMethod('authorizations.list', { unresolved: true });
  if (data === undefined) return [];
  const { unresolved, expiring } = data.counts;
  const kinds = [
    { name: 'unresolved', count: unresolved, tone: 'violet' },
    { name: 'expiring', count: expiring, tone: 'amber' },
  ] as const;
  return kinds
    .filter(({ count }) => count > 0)
    .map(({ name, count, tone }) => {
      const title = t(`companies.${name}`, { count });
      const body = (
        <Notice
          key={name}
          tone={tone}
          testId={`reminder-${name}`}
          title={title}
          text={t(`companies.${name}Text`)}
          actions={
            <Button
              variant="default"
              onClick={() => goTo('companies', 'authorizations', `tab=${name}`)}
            >
              {t('companies.expiringAction')}
            </Button>
          }
        />
      );
      return { name, tone, title, body };
    });
}
