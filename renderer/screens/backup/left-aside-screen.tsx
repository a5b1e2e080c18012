import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { MissingSubmission } from '../../../contract/backup.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, placeHash } from '../../router.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { ChangedAuthorizations, MissingCompanies } from './left-aside-lists.tsx';

const maxShown = 1000;

/** The service's number of the submission gets its space first; `small`: without the time. */
function createColumns(
  t: Translate,
  formats: Formats,
  small: boolean,
): readonly DataColumn<MissingSubmission>[] {
  const columns: readonly DataColumn<MissingSubmission>[] = [
    {
      id: 'file',
      header: t('history.columns.file'),
      width: 'minmax(7rem, 1.2fr)',
      cell: ({ file, company, taxId }) => (
        <>
          <span className="z-cut z-td-main" title={file}>
            <FileName name={file} />
          </span>
          <span className="z-cut z-td-sub" title={`${company} · ${taxId}`}>
            {company} · {taxId}
          </span>
        </>
      ),
    },
    {
      id: 'when',
      header: t('history.columns.when'),
      width: '10.8rem',
      cell: ({ at }) => <time dateTime={at}>{formats.moment(at, true)}</time>,
    },
    {
      id: 'state',
      header: t('history.columns.state'),
      width: '11rem',
      cell: ({ shown, environment }) => (
        <>
          <span className="z-states">
            <StatePill state={shown} />
          </span>
          {environment === 'production' ? null : (
            <span className="z-cut z-td-sub">{t('history.sandboxMark')}</span>
          )}
        </>
      ),
    },
    {
      id: 'identifier',
      header: t('batch.identifier'),
      width: 'minmax(12.5rem, 1fr)',
      cell: ({ identifier, registrationNumber }) => (
        <>
          <span className="z-cut z-code" title={registrationNumber ?? undefined}>
            {registrationNumber ?? '—'}
          </span>
          <span className="z-cut z-td-sub" title={identifier ?? undefined}>
            {identifier ?? ''}
          </span>
        </>
      ),
    },
  ];
  return small ? columns.filter(({ id }) => id !== 'when') : columns;
}

/**
 * Submissions that only the history set aside by a restoration has, to be checked at the service
 * one by one; `id` is the name of that copy.
 */
export function LeftAsideScreen({ id }: { readonly id: string }) {
  const { t, formats } = useTexts();
  const query = useMethod('backup.leftAside', { id, limit: maxShown });
  const copies = useMethod('backup.list', {});
  const isOlder = copies.data?.backups.some((copy) => copy.id === id && copy.isOlder) ?? false;
  const title = t(isOlder ? 'backup.leftAsideOlderTitle' : 'backup.leftAsideTitle');
  const small = !useIsAtLeast('760px');
  const columns = useMemo(() => createColumns(t, formats, small), [t, formats, small]);
  const { data, error } = query;
  const shown = data?.submissions.length ?? 0;
  const { companies, authorizations } = data ?? { companies: [], authorizations: [] };
  const more = (data?.total ?? 0) - shown;
  const toSettings = (
    <Button variant="default" onClick={() => goTo('settings', 'copies')}>
      {t('settings.title')}
    </Button>
  );
  return (
    <Page
      name="left-aside"
      title={title}
      crumb={
        <a className="z-crumb" href={placeHash('settings', 'copies')}>
          {t('settings.title')} /
        </a>
      }
      ready={(data !== undefined && copies.data !== undefined) || error !== null}
    >
      {error === null ? null : (
        <ErrorNotice error={error.error} onRetry={() => void query.refetch()} />
      )}
      {data?.total === null ||
      data?.companiesTotal === null ||
      data?.authorizationsTotal === null ? (
        <Notice
          tone="red"
          testId="left-aside-partial"
          title={t('backup.leftAsidePartial')}
          text={t('backup.leftAsidePartialText')}
        />
      ) : null}
      {shown > 0 ? (
        <Notice
          tone="amber"
          testId="left-aside-check"
          title={t(isOlder ? 'backup.leftAsideOlderCheck' : 'backup.leftAsideCheck')}
          text={
            <>
              <p>{t(isOlder ? 'backup.leftAsideOlderCheckText' : 'backup.leftAsideCheckText')}</p>
              <p>
                {t('backup.leftAsideWhere')} <span className="z-code">backups/{id}</span>
              </p>
              {more > 0 ? <p>{t('backup.leftAsideMore', { count: more })}</p> : null}
            </>
          }
        />
      ) : null}
      <MissingCompanies companies={companies} total={data?.companiesTotal ?? null} />
      <ChangedAuthorizations companies={authorizations} total={data?.authorizationsTotal ?? null} />
      {shown === 0 && companies.length + authorizations.length > 0 ? null : (
        <section className="z-panel z-fill z-fill-tall" aria-label={title} data-testid="left-aside">
          {data === undefined && error === null ? (
            <SkeletonRows rows={6} label={t('app.loading')} />
          ) : null}
          {data !== undefined && shown === 0 ? (
            <Empty
              title={t(data.total === null ? 'backup.leftAsideUnread' : 'backup.leftAsideNone')}
              text={t(
                data.total === null ? 'backup.leftAsideUnreadText' : 'backup.leftAsideNoneText',
              )}
              action={toSettings}
            />
          ) : null}
          {data !== undefined && shown > 0 ? (
            <DataTable
              label={title}
              columns={columns}
              rows={data.submissions}
              rowKey={(submission) => submission.id}
              rowHeight={53}
            />
          ) : null}
        </section>
      )}
    </Page>
  );
}
