import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { placeHash } from '../../router.ts';
import { useTemplate } from '../../shared/documents/use-template.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import styles from './template-line.module.css';

interface TemplateLineProps {
  /**
   * Whether a document must be filled in now: then a link to Settings is shown where no template is
   * stored.
   */
  readonly isNeeded: boolean;
}

/** The template for a company's authorization. */
export function TemplateLine({ isNeeded }: TemplateLineProps) {
  const { t, formats } = useTexts();
  const { template, copy, isCopying, error } = useTemplate();
  if (error !== null) return <ErrorNotice error={error} />;
  if (template === undefined || (template === null && !isNeeded)) return null;
  return (
    <div className={styles.line} data-testid="template-line">
      <IconFileTypePdf size={18} stroke={1.5} aria-hidden />
      {template === null ? (
        <span className="z-second z-small">
          {t('template.missing')}{' '}
          <a href={placeHash('settings', 'office')}>{t('template.keepOne')}</a>
        </span>
      ) : (
        <>
          <span className="z-cut z-second z-small" title={template.name}>
            {t('template.line', { name: template.name, size: formats.bytes(template.sizeBytes) })}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={isCopying}
            onClick={copy}
            data-testid="template-open"
          >
            {t('template.open')}
          </Button>
        </>
      )}
    </div>
  );
}
