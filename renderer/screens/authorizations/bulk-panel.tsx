import { ActionIcon, Button, Progress, Select } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { CallError } from '../../../contract/errors.ts';
import { placeHash } from '../../router.ts';
import { errorSentences } from '../../sentences.ts';
import {
  type BulkDocument,
  isLost,
  isOver,
  problemsFirst,
  rivalsOf,
  sendableOf,
} from '../../shared/authorizations/bulk-documents.ts';
import { confirmationOf, toKnownError } from '../../shared/authorizations/confirmation.ts';
import type { BulkUpload } from '../../shared/authorizations/use-bulk-upload.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { pressOnce } from '../../ui/press-once.ts';
import { Spoken } from '../../ui/spoken.tsx';
import styles from './bulk.module.css';

interface DocumentRowProps {
  readonly document_: BulkDocument;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly isRunning: boolean;
  /** Whether another document of the list is for the same company. */
  readonly isRival: boolean;
  readonly onChoose: BulkUpload['choose'];
  readonly onLeaveOut: BulkUpload['leaveOut'];
  readonly onSendAnyway: BulkUpload['sendAnyway'];
}

/** Why a document was not uploaded, and the next step. */
function Failure({ error }: { readonly error: CallError }) {
  const { i18n } = useTexts();
  const { title, hint } = errorSentences(i18n, error);
  return (
    <>
      <span className="z-tone-red">{title}</span>
      {hint === null ? null : <span className="z-second"> · {hint}</span>}
    </>
  );
}

/** The remarks on a document: its fault, how its company was found, its result. */
function Word({ document_, isRival }: Pick<DocumentRowProps, 'document_' | 'isRival'>) {
  const { t } = useTexts();
  const { match, result, error, companyId } = document_;
  if (match.check.kind === 'refused') return <Failure error={toKnownError(match.check.error)} />;
  if (isLost(document_)) return <span className="z-tone-red">{t('authorizations.lost')}</span>;
  if (error !== null)
    return (
      <>
        <Failure error={error} />
        {result === 'unknown' && companyId !== null ? (
          <>
            {' '}
            <a href={placeHash('companies', companyId)}>{t('authorizations.openCompany')}</a>
          </>
        ) : null}
      </>
    );
  // Its pill says so.
  if (result === 'received') return null;
  if (isRival)
    return <span className="z-tone-amber">{t('authorizations.outcome.same_company')}</span>;
  if (companyId === null && match.company?.hasKey === false)
    return <span className="z-tone-amber">{t('authorization.needsKey')}</span>;
  // A conflict with another file ends when that file has gone.
  const outcome = match.outcome === 'same_company' ? 'matched' : match.outcome;
  return (
    <span className={companyId === null ? 'z-tone-amber' : 'z-second'}>
      {t(`authorizations.outcome.${outcome}`)}
      {match.state === 'approved' && companyId !== null
        ? ` · ${t('authorizations.willReplace')}`
        : ''}
    </span>
  );
}

/** Drawn again only when it changes itself: each document of a long list changes while all go. */
const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { document_, options, isRunning, isRival, onChoose, onLeaveOut, onSendAnyway } = props;
  const { t, formats } = useTexts();
  const { match, companyId, result, error } = document_;
  const confirmation = error === null || isRival ? null : confirmationOf(error);
  const isGone = isOver(document_);
  return (
    <li
      className={styles.row}
      data-testid="bulk-row"
      data-result={result}
      data-outcome={match.outcome}
    >
      <div className={styles.words}>
        <span className="z-cut z-td-main" title={match.name}>
          {match.name}
        </span>
        <span className="z-second z-small">{formats.bytes(match.sizeBytes)}</span>
      </div>
      <div className={styles.company}>
        <Select
          size="xs"
          aria-label={t('authorizations.company', { file: match.name })}
          placeholder={t('authorizations.chooseCompany')}
          data={options}
          value={companyId}
          onChange={(chosen) => onChoose(match.fileId, chosen)}
          disabled={isRunning || isGone || isLost(document_) || match.check.kind === 'refused'}
          searchable
          limit={30}
        />
      </div>
      <small className={styles.word}>
        <Word document_={document_} isRival={isRival} />
      </small>
      {isGone ? (
        <Pill
          tone={result === 'unknown' ? 'violet' : 'amber'}
          sign={result === 'unknown' ? '?' : '▲'}
        >
          {t(
            result === 'unknown'
              ? 'authorization.outcome.unknown'
              : 'authorization.state.pending_validation',
          )}
        </Pill>
      ) : (
        <span className="z-states">
          {confirmation === null ? null : (
            <Button
              size="compact-sm"
              variant="default"
              disabled={isRunning}
              onClick={() => void onSendAnyway(document_, confirmation)}
              data-testid="bulk-send-anyway"
            >
              {t('authorization.sendAnyway')}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={isRunning}
            aria-label={t('authorizations.leaveOut', { file: match.name })}
            {...pressOnce(() => onLeaveOut(match.fileId))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
});

interface BulkPanelProps {
  readonly bulk: BulkUpload;
  readonly companies: readonly Authorization['company'][];
}

/** Documents with their companies, shown before any is sent; then the progress of the sending. */
export function BulkPanel({ bulk, companies }: BulkPanelProps) {
  const { t } = useTexts();
  const { documents, run } = bulk;
  const waiting = countWaiting(documents);
  const rivals = rivalsOf(documents);
  const choosable = companies
    .filter(({ hasKey }) => hasKey)
    .map(({ id, fullName, taxId }) => ({ value: id, label: `${fullName} · ${taxId}` }));
  // By content: each upload reads the companies again.
  const written = JSON.stringify(choosable);
  const options = useMemo<typeof choosable>(() => JSON.parse(written), [written]);
  const onChoose = useCallbackRef(bulk.choose);
  const onLeaveOut = useCallbackRef(bulk.leaveOut);
  const onSendAnyway = useCallbackRef(bulk.sendAnyway);
  const counted = { count: waiting };
  const title =
    waiting === 0 ? t('authorizations.bulkOver') : t('authorizations.bulkTitle', counted);
  return (
    <>
      <section className="z-panel z-fill z-fill-tall" aria-label={title}>
        <div className={styles.head}>
          <h2 className="z-panel-title">{title}</h2>
          {waiting === 0 ? null : (
            <p className="z-second z-small">{t('authorizations.bulkText')}</p>
          )}
        </div>
        <ul
          className={`z-plain-list ${styles.list}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
          tabIndex={0}
          aria-label={t('authorization.documents')}
        >
          {problemsFirst(documents).map((document_) => (
            <DocumentRow
              key={document_.match.fileId}
              document_={document_}
              options={options}
              isRunning={run !== null}
              isRival={rivals.has(document_)}
              {...{ onChoose, onLeaveOut, onSendAnyway }}
            />
          ))}
        </ul>
      </section>
      <BulkFoot bulk={bulk} />
    </>
  );
}

function countWaiting(documents: readonly BulkDocument[]): number {
  return documents.filter((one) => !isOver(one)).length;
}

/** Counts of the upload, and its button. */
function BulkFoot({ bulk }: Pick<BulkPanelProps, 'bulk'>) {
  const { t } = useTexts();
  const notify = useNotify();
  const { documents, run } = bulk;
  const sendable = sendableOf(documents).size;
  const waiting = countWaiting(documents);
  const left = waiting - sendable;
  const gone = (['received', 'unknown'] as const).flatMap((result) => {
    const count = documents.filter((one) => one.result === result).length;
    return count === 0 ? [] : [t(`authorizations.${result}`, { count })];
  });
  const words = run === null ? null : t('authorizations.progress', run);
  const leave = useRef<HTMLButtonElement>(null);
  const isDone = run === null && waiting === 0;
  // The button that started the upload is gone, and had the focus.
  useEffect(() => {
    if (isDone) leave.current?.focus();
  }, [isDone]);

  async function send(): Promise<void> {
    const received = await bulk.send();
    if (received > 0)
      notify({ tone: 'good', lines: [t('authorizations.done', { count: received })] });
  }
  return (
    <div className="z-panel z-foot">
      <div className="z-foot-words">
        {run === null || words === null ? (
          <>
            {waiting > 0 ? (
              <p>
                <strong>{t('authorizations.ready', { count: sendable })}</strong>
              </p>
            ) : null}
            {gone.length > 0 ? (
              <small>{t('authorizations.over', { parts: gone.join(' · ') })}</small>
            ) : null}
            {left > 0 ? <small>{t('authorizations.waiting', { count: left })}</small> : null}
          </>
        ) : (
          <>
            <p>
              <strong>{words}</strong>
            </p>
            <Spoken text={words} />
            <Progress value={(run.done / run.total) * 100} size="sm" aria-label={words} />
          </>
        )}
      </div>
      <div className="z-foot-actions">
        <Button
          ref={leave}
          variant={isDone ? 'filled' : 'default'}
          onClick={run === null ? bulk.clear : bulk.stop}
          data-testid="bulk-leave"
        >
          {t(
            run !== null
              ? 'authorizations.stop'
              : waiting === 0
                ? 'app.close'
                : 'authorizations.clear',
          )}
        </Button>
        {isDone ? null : (
          <Button
            disabled={sendable === 0}
            loading={run !== null}
            onClick={() => void send()}
            data-testid="bulk-send"
          >
            {t('authorizations.send', { count: sendable })}
          </Button>
        )}
      </div>
    </div>
  );
}
