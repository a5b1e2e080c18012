import { Button, Menu } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import type { ReportFormat } from '../../../contract/choices.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
import { standingOf } from '../../shared/worklist/worklist.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import styles from './submit.module.css';

/** Formats for people, and below a line those for programs. */
const readable = ['html', 'csv'] as const satisfies readonly ReportFormat[];
const technical = ['json', 'junit', 'sarif'] as const satisfies readonly ReportFormat[];

/**
 * The verdicts of the files in sight as a document, in any of the core's formats. What was sent has
 * its receipts.
 */
export function ReportMenu({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const fileIds = files
    .filter((file) => file.judged !== null && standingOf(file) !== 'sent')
    .map((file) => file.id);
  const report = useSaveDocument('reports.create', {
    about: () => t('report.failed'),
    tells: 'all',
    onDone: ({ name, saved }) => {
      if (saved) notify({ tone: 'good', lines: [t('report.saved', { name })] });
    },
  });
  const items = (some: readonly ReportFormat[]) =>
    some.map((format) => (
      <Menu.Item
        key={format}
        onClick={() => report.mutate({ fileIds, format, language: formats.language })}
        data-testid={`report-${format}`}
      >
        {t(`report.${format}`)}
      </Menu.Item>
    ));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconReportAnalytics size={16} aria-hidden />}
          aria-label={t('report.label')}
          title={t('report.label')}
          disabled={fileIds.length === 0}
          loading={report.isPending}
          data-testid="report-menu"
        >
          <span className={styles.label}>{t('report.label')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('report.title')}>
        {items(readable)}
        <Menu.Divider />
        <Menu.Label>{t('report.technical')}</Menu.Label>
        {items(technical)}
      </Menu.Dropdown>
    </Menu>
  );
}
