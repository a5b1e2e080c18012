import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AuthorizationEvent, AuthorizationUpload } from '../../../contract/authorization.ts';
import type { Output } from '../../../contract/methods.ts';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';
import styles from './authorization-history.module.css';

const outcomeTones: Readonly<Record<AuthorizationUpload['outcome'], Tone>> = {
  sending: 'accent',
  received: 'grey',
  refused: 'red',
  not_delivered: 'red',
  unknown: 'violet',
};

const eventTones: Readonly<Partial<Record<AuthorizationEvent['kind'], string>>> = {
  uploaded: 'amber',
  noted: 'amber',
  refused: 'red',
  not_delivered: 'red',
  unknown: 'violet',
  approved: 'green',
  rejected: 'red',
};

interface Telling {
  readonly t: Translate;
  readonly formats: Formats;
  /** Names of the documents by their identifiers. */
  readonly names: ReadonlyMap<string, string>;
}

/** Details of a step: document, time, result and reason. */
function linesOf(
  { data, uploadId }: AuthorizationEvent,
  { t, formats, names }: Telling,
): readonly string[] {
  const day = (value: unknown) => (typeof value === 'string' ? formats.day(value) : null);
  const [on, until] = [day(data.date), day(data.expiresOn)];
  const found = {
    received: 'authorization.wasReceived',
    not_received: 'authorization.wasNotReceived',
  } as const;
  const { decision } = data;
  return [
    names.get(uploadId ?? ''),
    decision === 'received' || decision === 'not_received' ? t(found[decision]) : null,
    on === null ? null : t('authorization.on', { date: on }),
    until === null ? null : t('authorization.until', { date: until }),
    ...[data.reason, data.note, data.message],
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}

function Documents({ uploads }: { readonly uploads: readonly AuthorizationUpload[] }) {
  const { t, formats } = useTexts();
  const save = useSaveDocument('authorizations.document', {
    about: () => t('authorization.openCopy'),
  });
  return (
    <section
      className="z-panel z-side"
      aria-label={t('authorization.documents')}
      data-testid="authorization-documents"
    >
      <h2 className="z-panel-title">{t('authorization.documents')}</h2>
      {uploads.length === 0 ? (
        <p className="z-second z-small">{t('authorization.noDocuments')}</p>
      ) : (
        <ul className="z-plain-list">
          {uploads.map((upload) => (
            <li key={upload.id} className={styles.document}>
              <div className={styles.words}>
                <span className="z-cut z-td-main" title={upload.name}>
                  {upload.name}
                </span>
                <span className="z-second z-small">
                  {formats.bytes(upload.sizeBytes)} · {formats.moment(upload.at)}
                </span>
                <span>
                  <Pill tone={outcomeTones[upload.outcome]}>
                    {t(`authorization.outcome.${upload.outcome}`)}
                  </Pill>
                </span>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${t('authorization.openCopy')}: ${upload.name}`}
                title={t('authorization.openCopy')}
                onClick={() => save.mutate({ uploadId: upload.id })}
              >
                <IconDownload size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {save.error === null ? null : <ErrorNotice error={save.error.error} />}
    </section>
  );
}

/** Every document and every step of a company's authorization. */
export function AuthorizationHistory({ found }: { readonly found: Output<'authorizations.get'> }) {
  const { t, formats } = useTexts();
  const { events, uploads } = found;
  const names = new Map(uploads.map(({ id, name }) => [id, name]));
  return (
    <>
      <Documents uploads={uploads} />
      <section
        className="z-panel z-side"
        aria-label={t('authorization.history')}
        data-testid="authorization-history"
      >
        <h2 className="z-panel-title">{t('authorization.history')}</h2>
        {events.length === 0 ? (
          <p className="z-second z-small">{t('authorization.noHistory')}</p>
        ) : null}
        {events.length === 0 ? null : (
          <ol className="z-timeline">
            {events.map((event) => (
              <li key={`${event.at}-${event.kind}-${event.uploadId ?? ''}`} data-event={event.kind}>
                <strong className={`z-tone-${eventTones[event.kind] ?? 'ink'}`}>
                  {t(`authorization.event.${event.kind}`)}
                </strong>
                {[...new Set(linesOf(event, { t, formats, names }))].map((line) => (
                  <span key={line} className="z-timeline-line">
                    {line}
                  </span>
                ))}
                <time dateTime={event.at}>{formats.moment(event.at)}</time>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
