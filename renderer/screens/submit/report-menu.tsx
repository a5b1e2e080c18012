import { Button, Menu } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReportFormat } from '../../../contract/choices.ts';
import type { Saved } from '../../../contract/client.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { saveDocument } from '../../shared/documents/document-download.ts';
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
  const { t, i18n } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  const fileIds = files
    .filter((file) => file.judged !== null && standingOf(file) !== 'sent')
    .map((file) => file.id);
  const report = useMutation<Saved<'reports.create'>, CallFailure, ReportFormat>({
    mutationFn: (format) => saveDocument(bridge, 'reports.create', { fileIds, format }),
    onSuccess: ({ name, saved }) => {
      if (saved) notify({ tone: 'good', lines: [t('report.saved', { name })] });
    },
    onError: ({ error }) =>
      notify({
        tone: 'bad',
        title: t('report.failed'),
        lines: [errorSentences(i18n, error).title],
      }),
  });
  const items = (formats: readonly ReportFormat[]) =>
    formats.map((format) => (
      <Menu.Item
        key={format}
        onClick={() => report.mutate(format)}
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
