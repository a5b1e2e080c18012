import { ActionIcon, Button } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isDefiniteRefusal, isKeyRefusal, lastEnd } from '../../../contract/answer.ts';
import type { Issue } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash, usePlace } from '../../router.ts';
import { reasonHint, reasonTitle } from '../../sentences.ts';
import { SendingObstacle } from '../../shared/companies/sending-obstacle.tsx';
import { AnswerText } from '../../shared/history/answer-text.tsx';
import { useRemoval } from '../../shared/worklist/use-removal.tsx';
import { standingOf } from '../../shared/worklist/worklist.ts';
import { isFocusLost } from '../../shell/focus-place.ts';
import { formText, useTexts } from '../../texts.ts';
import { ErrorCode } from '../../ui/error-code.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pressOnce } from '../../ui/press-once.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Excerpt } from './excerpt.tsx';
import { FileFacts } from './file-facts.tsx';
import { FileIssues, useIssues } from './file-issues.tsx';
import { FileOrigin, SplitOffer } from './file-origin.tsx';
import styles from './file-panel.module.css';
import { FileTools } from './file-tools.tsx';
import { LedgerRefusal } from './ledger-refusal.tsx';
import { NewCompany } from './new-company.tsx';
import { SourceDialog } from './source/source-dialog.tsx';
import { StandingPill } from './standing-pill.tsx';
import { UnknownOutcome } from './unknown-outcome.tsx';
import { ownerOf } from './worklist-filter.ts';

interface HeadProps {
  readonly file: WorklistFile;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
  readonly onSource: () => void;
}

function Head({ file, onRemoved, onClose, onSource }: HeadProps) {
  const { t } = useTexts();
  const { remove, isPending, question } = useRemoval();
  const { judged } = file;
  const owner = ownerOf(file);
  const book =
    judged === null
      ? null
      : judged.form === null
        ? t(`kind.${judged.kind}`)
        : formText(t, judged.form);
  const about = [judged?.taxpayer?.taxId, book].filter((part) => part != null && part !== '');
  const isNamedByFile = owner === '';
  return (
    <div className={styles.head}>
      <div className={styles.headLine}>
        <h2
          className={styles.name}
          title={owner || file.name}
          data-testid={isNamedByFile ? 'panel-file' : undefined}
        >
          {owner || file.name}
        </h2>
        <div className={styles.tools}>
          <FileTools file={file} onSource={onSource} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('submit.discard')}
            title={t('submit.discard')}
            data-testid="discard-file"
            {...pressOnce(() => {
              if (!isPending) remove([file], onRemoved);
            })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t('panel.close')} onClick={onClose}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
          {question}
        </div>
      </div>
      <div className={styles.about}>
        <StandingPill file={file} />
        {isNamedByFile ? null : (
          <span className={styles.title} title={file.name} data-testid="panel-file">
            {file.name}
          </span>
        )}
        <span>{about.join(' · ')}</span>
      </div>
    </div>
  );
}

/** Why a file was not delivered, and a link to its remedy; or that a person decided so. */
function Undelivered({
  submission,
  company,
  onSource,
}: Pick<WorklistFile, 'submission' | 'company'> & Pick<HeadProps, 'onSource'>) {
  const { t, i18n } = useTexts();
  const isFailed = submission?.state === 'failed';
  const id = submission?.id ?? '';
  const { data, isError } = useMethod('submissions.get', { id }, { enabled: isFailed });
  if (!isFailed || (data === undefined && !isError)) return null;
  const { code = null } = submission;
  // Then the code says why the outcome was unknown, and its hint is to look in the panel.
  const isDecided = data !== undefined && lastEnd(data.events)?.kind === 'resolved';
  const hint = code === null || data === undefined ? null : reasonHint(i18n, code);
  const isRefused = isDefiniteRefusal(code);
  return (
    <Notice
      tone="red"
      testId="undelivered"
      title={isDecided ? t('submission.attention.failedTitle') : reasonTitle(i18n, code)}
      text={
        isDecided ? (
          <>
            <p>{t('submission.attention.failedText')}</p>
            <AnswerText {...data} />
          </>
        ) : (
          <>
            {isRefused ? (
              <p>{t('submission.attention.refusedText')}</p>
            ) : hint === null ? null : (
              <p>{hint}</p>
            )}
            {code === null ? null : <ErrorCode code={code} />}
          </>
        )
      }
      actions={
        isKeyRefusal(code) ? (
          <>
            <a href={placeHash('settings', 'connection')}>{t('remedy.settings')}</a>
            {company === null ? null : (
              <a href={placeHash('companies', company.id)}>
                {t('remedy.company', { name: company.fullName })}
              </a>
            )}
          </>
        ) : isRefused ? (
          <Button variant="default" onClick={onSource} data-testid="refused-source">
            {t('source.open')}
          </Button>
        ) : undefined
      }
    />
  );
}

interface FilePanelProps {
  readonly file: WorklistFile;
  /** The panel's part that scrolls, for the keyboard. */
  readonly body: RefObject<HTMLDivElement | null>;
  /** Called on a press or a key in the panel, or in one of its dialogs. */
  readonly onUsed: (id: string) => void;
  readonly onFixed: (made: WorklistFile) => void;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** The selected file: its facts, its issues by kind, and each one's place in the source. */
export function FilePanel(props: FilePanelProps) {
  const { t } = useTexts();
  const hasActed = useRef(false);
  // Without this, the panel would change to each file that comes to the top of the list.
  const use = () => props.onUsed(props.file.id);
  return (
    <aside
      className={`z-panel ${styles.panel}`}
      aria-label={t('panel.label')}
      data-testid="file-panel"
      onPointerDownCapture={use}
      onKeyDownCapture={use}
      onKeyDown={({ key, target, currentTarget }) => {
        // Not from a dialog, which is outside the panel in the document.
        if (key !== 'Escape' || !currentTarget.contains(target as Node)) return;
        currentTarget.parentElement?.querySelector<HTMLElement>('[role="grid"]')?.focus();
      }}
    >
      <PanelOf
        key={props.file.id}
        {...props}
        onFixed={(made) => {
          hasActed.current = true;
          props.onFixed(made);
        }}
        onRemoved={() => {
          hasActed.current = true;
          props.onRemoved();
        }}
        hasActed={hasActed}
      />
    </aside>
  );
}

/** Takes the focus that was lost with the panel of another file, fixed or removed there. */
function useLostFocus({ body, hasActed }: PanelOfProps): void {
  const start = useEffectEvent(() => {
    if (hasActed.current && isFocusLost()) body.current?.focus({ preventScroll: true });
    hasActed.current = false;
  });
  useEffect(() => start(), []);
}

interface PanelOfProps extends FilePanelProps {
  /** Whether this file follows one that was fixed or removed in the panel. */
  readonly hasActed: RefObject<boolean>;
}

function PanelOf(props: PanelOfProps) {
  const { file, body, onFixed, onRemoved, onClose } = props;
  const { t } = useTexts();
  useLostFocus(props);
  const standing = standingOf(file);
  const issues = useIssues(file);
  const asked = usePlace();
  const [source, setSource] = useState<{ readonly at: Issue | null } | null>(() =>
    asked.id === file.id && asked.query === 'xml' ? { at: null } : null,
  );
  return (
    <>
      <Head
        file={file}
        onRemoved={onRemoved}
        onClose={onClose}
        onSource={() => setSource({ at: null })}
      />
      <div ref={body} className={styles.body} tabIndex={-1} data-testid="panel-body">
        {standing === 'judging' ? <SkeletonRows rows={4} label={t('panel.judging')} /> : null}
        <FileOrigin origin={file.origin} />
        <SplitOffer file={file} />
        <NewCompany file={file} />
        {file.company !== null && file.obstacle !== null ? (
          <SendingObstacle companyId={file.company.id} />
        ) : null}
        <Undelivered
          submission={file.submission}
          company={file.company}
          onSource={() => setSource({ at: null })}
        />
        <LedgerRefusal file={file} />
        <UnknownOutcome submission={file.submission} />
        {file.submission === null ? null : (
          <a href={placeHash('history', file.submission.id)}>{t('submit.openSubmission')}</a>
        )}
        {file.judged === null ? null : (
          <FileIssues file={file} issues={issues} isSent={standing === 'sent'} onFixed={onFixed} />
        )}
        {file.judged === null || file.judged.form === null ? null : (
          <FileFacts judged={file.judged} />
        )}
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
      {source === null ? null : (
        <SourceDialog
          file={file}
          at={source.at}
          onClose={() => {
            setSource(null);
            // The file is not opened again when a person comes back to it.
            if (asked.query !== '')
              window.history.replaceState(window.history.state, '', placeHash('submit', file.id));
          }}
        />
      )}
    </>
  );
}
