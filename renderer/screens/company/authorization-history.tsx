import { Button } from '@mantine/core';
import type { AuthorizationEvent, AuthorizationUpload } from '../../../contract/authorization.ts';
import { callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';
import { Section } from '../settings/section.tsx';
import { saveDocument } from '../submission/document-download.ts';

interface AuthorizationHistoryProps {
  readonly events: readonly AuthorizationEvent[];
  readonly uploads: readonly AuthorizationUpload[];
}

/** Every document and every step, the newest first; a document can be saved as it was uploaded. */
export function AuthorizationHistory({ events, uploads }: AuthorizationHistoryProps) {
  const { t, formats } = useTexts();
  const { bridge } = useHost();
  const save = async (uploadId: string) => {
    saveDocument(await callMethod(bridge, 'authorizations.document', { uploadId }));
  };
  return (
    <Section title={t('pageAuthorization.history')} testId="authorization-history">
      {events.length === 0 ? <p className="z-second z-small">{t('pageAuthorization.noHistory')}</p> : null}
      <ol className="z-plain-list z-company-history">
        {events.map((event, index) => {
          const upload = uploads.find(({ id }) => id === event.uploadId);
          const isReceipt = event.kind === 'uploaded';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added before the others
            <li key={`${event.at} ${index}`} className="z-card">
              <strong>{t(`pageAuthorization.event.${event.kind}`)}</strong>
              <span className="z-second z-small">{formats.moment(event.at)}</span>
              {upload !== undefined && isReceipt ? (
                <Button size="compact-xs" variant="default" onClick={() => void save(upload.id)}>
                  {upload.name} · {formats.bytes(upload.sizeBytes)}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
