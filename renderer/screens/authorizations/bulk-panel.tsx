import { ActionIcon, Button, Progress, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Authorization } from '../../../contract/authorization.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { toKnownError } from '../company/upload-dialog.tsx';
import { type BulkDocument, isSendable, type useBulkUpload } from './use-bulk-upload.ts';

interface DocumentRowProps {
  readonly document_: BulkDocument;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly isRunning: boolean;
  readonly onChoose: (companyId: string | null) => void;
  readonly onLeaveOut: () => void;
}

/** What there is to say of a document: what is wrong with it, how its company was found, what became of it. */
function Word({ document_ }: { readonly document_: BulkDocument }) {
  const { t, i18n } = useTexts();
  const { match, result, error, companyId } = document_;
  if (match.check.kind === 'refused')
    return <span className="z-tone-red">{errorSentences(i18n, toKnownError(match.check.error)).title}</span>;
  if (error !== null) return <span className="z-tone-red">{errorSentences(i18n, error).title}</span>;
  if (result === 'received') return <span>{t('authorization.event.uploaded')}</span>;
  return (
    <span className={companyId === null ? 'z-tone-amber' : 'z-second'}>
      {t(`authorizations.outcome.${match.outcome}`)}
      {match.state === 'approved' && companyId !== null ? ` · ${t('authorizations.willReplace')}` : ''}
    </span>
  );
}

function DocumentRow({ document_, options, isRunning, onChoose, onLeaveOut }: DocumentRowProps) {
  const { t, formats } = useTexts();
  const { match, companyId, result } = document_;
  const isOver = result === 'received';
  return (
    <li className="z-bulk-row" data-testid="bulk-row" data-result={result} data-outcome={match.outcome}>
      <div className="z-document-words">
        <span className="z-cut z-td-main" title={match.name}>
          {match.name}
        </span>
        <span className="z-second z-small">{formats.bytes(match.sizeBytes)}</span>
      </div>
      <div className="z-bulk-company">
        <Select
          aria-label={t('authorizations.company', { file: match.name })}
          placeholder={t('authorizations.chooseCompany')}
          data={options}
          value={companyId}
          onChange={onChoose}
          disabled={isRunning || isOver || match.check.kind === 'refused'}
          searchable
          limit={30}
        />
        <small>
          <Word document_={document_} />
        </small>
      </div>
      {isOver ? (
        <Pill tone="amber">{t('authorization.state.pending_validation')}</Pill>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={isRunning}
          aria-label={t('authorizations.leaveOut', { file: match.name })}
          onClick={onLeaveOut}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

interface BulkPanelProps {
  readonly bulk: ReturnType<typeof useBulkUpload>;
  readonly companies: readonly Authorization['company'][];
}

/** Documents with the companies they are for, shown before any is sent; then how far the sending is. */
export function BulkPanel({ bulk, companies }: BulkPanelProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const { documents, run } = bulk;
  const sendable = documents.filter(isSendable).length;
  const left = documents.filter((one) => !isSendable(one) && one.result !== 'received').length;
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const options = companies
    .filter(({ hasKey }) => hasKey)
    .map(({ id, fullName, taxId }) => ({ value: id, label: `${fullName} · ${taxId}` }));
  const words = run === null ? null : t('authorizations.progress', run);

  async function send(): Promise<void> {
    const received = await bulk.send();
    if (received > 0) notify({ tone: 'good', lines: [t('authorizations.done', { count: received })] });
  }
  return (
    <>
      <section
        className="z-panel z-fill"
        aria-label={t('authorizations.bulkTitle', counted(documents.length))}
      >
        <div className="z-bulk-head">
          <h2 className="z-panel-title">{t('authorizations.bulkTitle', counted(documents.length))}</h2>
          <p className="z-second z-small">{t('authorizations.bulkText')}</p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
        <ul className="z-plain-list z-bulk" tabIndex={0} aria-label={t('authorization.documents')}>
          {documents.map((document_) => (
            <DocumentRow
              key={document_.match.fileId}
              document_={document_}
              options={options}
              isRunning={run !== null}
              onChoose={(companyId) => bulk.choose(document_.match.fileId, companyId)}
              onLeaveOut={() => bulk.leaveOut(document_.match.fileId)}
            />
          ))}
        </ul>
      </section>
      <div className="z-panel z-foot">
        <div className="z-foot-words">
          {run === null || words === null ? (
            <>
              <p>
                <strong>{t('authorizations.ready', counted(sendable))}</strong>
              </p>
              {left > 0 ? <small>{t('authorizations.waiting', counted(left))}</small> : null}
            </>
          ) : (
            <>
              <p role="status">
                <strong>{words}</strong>
              </p>
              <Progress value={(run.done / run.total) * 100} size="sm" aria-label={words} />
            </>
          )}
        </div>
        <div className="z-foot-actions">
          <Button variant="default" onClick={run === null ? bulk.clear : bulk.stop} data-testid="bulk-leave">
            {t(run === null ? 'app.close' : 'authorizations.stop')}
          </Button>
          <Button
            disabled={sendable === 0}
            loading={run !== null}
            onClick={() => void send()}
            data-testid="bulk-send"
          >
            {t('authorizations.send', counted(sendable))}
          </Button>
        </div>
      </div>
    </>
  );
}
