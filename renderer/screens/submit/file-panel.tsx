import { ActionIcon, Button } from '@mantine/core';
import { IconCode, IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Issue } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { formText, useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CompanyDialog } from '../companies/company-dialog.tsx';
import { proposeCompanies } from '../companies/company-proposal.ts';
import { SendingObstacle } from '../company/sending-obstacle.tsx';
import { SourceDialog } from '../source/source-dialog.tsx';
import { useFileContent } from '../source/use-file-content.ts';
import { Excerpt } from './excerpt.tsx';
import { FileFacts } from './file-facts.tsx';
import { FileOrigin, SplitOffer } from './file-origin.tsx';
import { IssueCard } from './issue-card.tsx';
import { firstIndexOf, groupIssues, locateIssue } from './issue-groups.ts';
import { StandingPill } from './standing-pill.tsx';
import { standingOf } from './worklist.ts';

const issuesShown = 1000;
/** Kinds of files that have no text to show. */
const noText: readonly string[] = ['pdf', 'zip', 'image', 'spreadsheet', 'binary', 'empty'];

function NewCompany({ file }: { readonly file: WorklistFile }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const proposals = proposeCompanies([file]);
  const proposal = proposals[0];
  if (proposal === undefined) return null;
  return (
    <>
      <Notice
        tone="amber"
        testId="new-company"
        title={t('panel.newCompanyTitle')}
        text={t('panel.newCompanyText', { name: proposal.fullName, taxId: proposal.taxId })}
        actions={
          <Button variant="default" onClick={() => setOpened(true)} data-testid="create-from-file">
            {t('panel.newCompanyAction')}
          </Button>
        }
      />
      {opened ? <CompanyDialog proposals={proposals} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

function useIssues(file: WorklistFile) {
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

interface IssuesProps {
  readonly issues: ReturnType<typeof useIssues>;
  readonly isSent: boolean;
}

function Issues({ issues, isSent }: IssuesProps) {
  const { t, formats } = useTexts();
  const { query, groups, here, shown, setIndex } = issues;
  if (query.error !== null)
    return <ErrorNotice error={query.error.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <SkeletonRows rows={5} label={t('app.loading')} />;
  if (here === null) {
    return <Notice tone="green" title={t('panel.noIssues')} text={isSent ? null : t('panel.noIssuesText')} />;
  }
  const total = Math.max(shown, query.data.total);
  return (
    <>
      <ul className="z-plain-list" aria-label={t('panel.issues')}>
        {groups.map((group) => (
          <IssueCard
            key={group.key}
            group={group}
            current={group.key === here.group.key ? here.issue : null}
            onChoose={() => setIndex(firstIndexOf(groups, group.key))}
          />
        ))}
      </ul>
      {total > shown ? (
        <p className="z-small z-second">
          {t('panel.shownOf', { shown: formats.count(shown), total: formats.count(total) })}
        </p>
      ) : null}
    </>
  );
}

/** The file's text to look at, and to be saved where the person wants it. */
function FileTools({ file, onSource }: Pick<HeadProps, 'file' | 'onSource'>) {
  const { t } = useTexts();
  const content = useFileContent();
  if (file.judged === null || noText.includes(file.judged.kind)) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('source.open')}
        title={t('source.open')}
        data-testid="open-source"
        onClick={onSource}
      >
        <IconCode size={17} aria-hidden />
      </ActionIcon>
      {file.judged.verdict === 'unreadable' ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('source.saveFile')}
          title={t('source.saveFile')}
          loading={content.isRunning}
          data-testid="save-file"
          onClick={() => void content.save(file)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

interface HeadProps {
  readonly file: WorklistFile;
  readonly onClose: () => void;
  readonly onSource: () => void;
}

function Head({ file, onClose, onSource }: HeadProps) {
  const { t } = useTexts();
  const discard = useCommand('submissions.discard', ['submissions.worklist']);
  const { judged } = file;
  const owner = [file.company?.fullName ?? judged?.taxpayer?.name, judged?.taxpayer?.taxId];
  const book =
    judged === null ? null : judged.form === null ? t(`kind.${judged.kind}`) : formText(t, judged.form);
  const about = [...owner, book].filter((part) => part != null && part !== '');
  return (
    <div className="z-file-head">
      <div className="z-file-head-line">
        <h2 className="z-file-name">{file.name}</h2>
        <div className="z-file-tools">
          <FileTools file={file} onSource={onSource} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('submit.discard')}
            title={t('submit.discard')}
            data-testid="discard-file"
            onClick={() => discard.mutate({ fileIds: [file.id] })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t('panel.close')} onClick={onClose}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <div className="z-file-about">
        <StandingPill file={file} />
        <span>{about.join(' · ')}</span>
      </div>
    </div>
  );
}

interface FilePanelProps {
  readonly file: WorklistFile;
  readonly onClose: () => void;
}

/** The chosen file: what it is, its faults by kind, and each one's place in the source. */
export function FilePanel({ file, onClose }: FilePanelProps) {
  const { t } = useTexts();
  const standing = standingOf(file);
  const issues = useIssues(file);
  const [source, setSource] = useState<{ readonly at: Issue | null } | null>(null);
  return (
    <aside className="z-panel z-file-panel" aria-label={t('panel.label')} data-testid="file-panel">
      <Head file={file} onClose={onClose} onSource={() => setSource({ at: null })} />
      <div className="z-file-body">
        {standing === 'judging' ? <SkeletonRows rows={4} label={t('panel.judging')} /> : null}
        <FileOrigin origin={file.origin} />
        <SplitOffer file={file} />
        {standing === 'newCompany' ? <NewCompany file={file} /> : null}
        {file.company !== null && (standing === 'ready' || standing === 'warnings') ? (
          <SendingObstacle companyId={file.company.id} />
        ) : null}
        {file.submission === null ? null : (
          <a href={placeHash('history', file.submission.id)}>{t('submit.openSubmission')}</a>
        )}
        {file.judged === null ? null : <Issues issues={issues} isSent={standing === 'sent'} />}
        {file.judged === null || file.judged.form === null ? null : <FileFacts judged={file.judged} />}
      </div>
      {issues.here === null || (issues.shown === 1 && issues.here.issue.line === null) ? null : (
        <Excerpt
          fileId={file.id}
          issue={issues.here.issue}
          index={issues.index}
          count={issues.shown}
          onMove={issues.setIndex}
          onSource={(at) => setSource({ at })}
        />
      )}
      {source === null ? null : <SourceDialog file={file} at={source.at} onClose={() => setSource(null)} />}
    </aside>
  );
}
