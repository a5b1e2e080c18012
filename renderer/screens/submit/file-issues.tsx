import { useMemo, useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { laterDialog } from '../../ui/later-component.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FileOffer, GroupOffer } from './fixes/fix-offers.tsx';
import { type FixWish, offersOf } from './fixes/offers.ts';
import { ValueChange } from './fixes/value-change.tsx';
import { IssueCard } from './issue-card.tsx';
import { firstIndexOf, groupIssues, locateIssue } from './issue-groups.ts';

const FixDialog = laterDialog(async () => (await import('./fixes/fix-dialog.tsx')).FixDialog);

const issuesShown = 1000;

/** The faults of a file by kind, and the selected one. */
export function useIssues(file: WorklistFile) {
  const query = useMethod(
    'submissions.issues',
    { fileId: file.id, offset: 0, limit: issuesShown },
    { enabled: file.judged !== null },
  );
  const groups = useMemo(() => groupIssues(query.data?.issues ?? []), [query.data]);
  const [chosen, setIndex] = useState(0);
  const shown = query.data?.issues.length ?? 0;
  const index = Math.max(0, Math.min(chosen, shown - 1));
  return { query, groups, index, setIndex, shown, here: locateIssue(groups, index) };
}

interface FileIssuesProps {
  readonly file: WorklistFile;
  readonly issues: ReturnType<typeof useIssues>;
  readonly isSent: boolean;
  readonly onFixed: (made: WorklistFile) => void;
}

/** The faults of a file by kind, and their fixes. */
export function FileIssues({ file, issues, isSent, onFixed }: FileIssuesProps) {
  const { t, formats } = useTexts();
  const { query, groups, here, shown, setIndex } = issues;
  const [wish, setWish] = useState<FixWish | null>(null);
  const hasFaults = shown > 0 && !isSent;
  const fixes = useMethod('submissions.fixes', { fileId: file.id }, { enabled: hasFaults });
  const offers = hasFaults ? (fixes.data?.fixes ?? []) : [];
  // A removed file leaves the list a moment later.
  const error = query.error?.error.code === 'file_unknown' ? null : query.error;
  if (error !== null)
    return <ErrorNotice error={error.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <SkeletonRows rows={5} label={t('app.loading')} />;
  if (here === null) {
    // For a sent file its outcome counts: a refused one is not "without issues".
    return file.submission !== null ? null : (
      <Notice tone="green" title={t('panel.noIssues')} text={t('panel.noIssuesText')} />
    );
  }
  const total = Math.max(shown, query.data.total);
  return (
    <>
      <FileOffer offers={offers} onFix={setWish} />
      <ul className="z-plain-list" aria-label={t('panel.issues')}>
        {groups.map((group) => (
          <IssueCard
            key={group.key}
            group={group}
            current={group.key === here.group.key ? here.issue : null}
            onChoose={() => setIndex(firstIndexOf(groups, group.key))}
            change={
              group.key === here.group.key ? (
                <ValueChange file={file} offers={offers} issue={here.issue} />
              ) : null
            }
            actions={
              offersOf(offers, group.issues[0]).length === 0 ? null : (
                <GroupOffer
                  offers={offers}
                  issues={group.issues}
                  current={group.key === here.group.key ? here.issue : null}
                  onFix={setWish}
                />
              )
            }
          />
        ))}
      </ul>
      {total > shown ? (
        <p className="z-small z-second">
          {t('panel.shownOf', { shown: formats.count(shown), total: formats.count(total) })}
        </p>
      ) : null}
      {wish === null ? null : (
        <FixDialog file={file} wish={wish} onClose={() => setWish(null)} onFixed={onFixed} />
      )}
    </>
  );
}
