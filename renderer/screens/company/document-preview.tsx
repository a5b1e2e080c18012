import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { DocumentCheck } from '../../../contract/authorization.ts';
import { useMethod } from '../../api/queries.ts';
import { decodeBase64, saveBytes } from '../../shared/documents/document-download.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import styles from './document-preview.module.css';
import { useImageAddress } from './use-taken-document.ts';

interface DocumentPreviewProps {
  readonly fileId: string;
  readonly name: string;
  readonly check: Extract<DocumentCheck, { kind: 'good' }>;
}

/**
 * A document before its upload: an image is shown, a PDF is described; the window's policy lets no
 * foreign document run in it.
 */
export function DocumentPreview({ fileId, name, check }: DocumentPreviewProps) {
  const { t, formats } = useTexts();
  const { data, error, refetch } = useMethod('authorizations.document', { fileId });
  const address = useImageAddress(data);
  const { pixels } = check;
  const facts = [
    check.format.toUpperCase(),
    formats.bytes(check.sizeBytes),
    pixels === null
      ? null
      : t('authorization.pixels', { width: pixels.width, height: pixels.height }),
  ].filter((fact) => fact !== null);
  return (
    <div className="z-preview" data-testid="document-preview">
      <div className={styles.picture}>
        {address === null ? (
          <IconFileTypePdf size={44} stroke={1.3} aria-hidden />
        ) : (
          <img src={address} alt={t('authorization.previewImage')} />
        )}
      </div>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span className="z-second z-small">{facts.join(' · ')}</span>
        <span className="z-second z-small">
          {t('authorization.good')} {check.format === 'pdf' ? t('authorization.previewPdf') : ''}
        </span>
        {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
        <Button
          size="compact-sm"
          variant="default"
          disabled={data === undefined}
          onClick={() =>
            data !== undefined &&
            saveBytes(data.name, data.mediaType, [decodeBase64(data.contentBase64)])
          }
        >
          {t('authorization.openCopy')}
        </Button>
      </div>
    </div>
  );
}
