import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Issue } from '../../../contract/verdict.ts';
import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import styles from './excerpt.module.css';
import { dedent, splitAtMark, tokenizeXml } from './xml-tokens.ts';

interface ExcerptProps {
  readonly fileId: string;
  readonly issue: Issue;
  /** Index among all shown faults, from 0. */
  readonly index: number;
  readonly count: number;
  readonly onMove: (index: number) => void;
  readonly onSource: (issue: Issue) => void;
}

interface LineProps {
  readonly line: {
    readonly line: number;
    readonly text: string;
    readonly cutStart: boolean;
    readonly cutEnd: boolean;
  };
  readonly isMarked: boolean;
  readonly markColumn: number | null;
  readonly value: string | null;
}

function Source({ text }: { readonly text: string }) {
  return tokenizeXml(text).map((token) => (
    <span key={token.start} className={token.kind === 'text' ? styles.text : undefined}>
      {token.text}
    </span>
  ));
}

function Line({ line, isMarked, markColumn, value }: LineProps) {
  const parts = isMarked ? splitAtMark(line.text, markColumn, value) : null;
  return (
    <div className={styles.line} data-marked={isMarked || undefined}>
      <span className={styles.number}>{line.line}</span>
      <code className={styles.code}>
        {line.cutStart ? '…' : ''}
        {parts === null ? (
          <Source text={line.text} />
        ) : (
          <>
            <Source text={parts.before} />
            <mark className={styles.mark}>{parts.marked}</mark>
            <Source text={parts.after} />
          </>
        )}
        {line.cutEnd ? '…' : ''}
      </code>
    </div>
  );
}

function Lines({
  fileId,
  issue,
  line,
}: {
  readonly fileId: string;
  readonly issue: Issue;
  readonly line: number;
}) {
  const { t } = useTexts();
  const excerpt = useMethod(
    'submissions.excerpt',
    { fileId, line, column: issue.column ?? 1, around: 3 },
    { keepPrevious: true },
  );
  if (excerpt.error !== null)
    return <ErrorNotice error={excerpt.error.error} onRetry={() => void excerpt.refetch()} />;
  // The panel is narrow: the lines keep their indentation only against each other.
  const { lines, markColumn } = dedent(excerpt.data?.lines ?? [], excerpt.data?.markColumn ?? null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles.source} tabIndex={0} aria-label={t('panel.source')}>
      {lines.map((row) => (
        <Line
          key={row.line}
          line={row}
          isMarked={row.line === line}
          markColumn={markColumn}
          value={issue.value}
        />
      ))}
    </section>
  );
}

/** The issue in the file's text, with its line marked; links to the previous and the next one. */
export function Excerpt({ fileId, issue, index, count, onMove, onSource }: ExcerptProps) {
  const { t, formats } = useTexts();
  return (
    <section className={styles.excerpt} aria-label={t('panel.excerpt')} data-testid="excerpt">
      <div className={styles.head}>
        <span>{t('panel.excerpt')}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          className={styles.open ?? ''}
          onClick={() => onSource(issue)}
          data-testid="open-source-here"
        >
          {t('source.openHere')}
        </Button>
        <span className={styles.nav}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            disabled={index <= 0}
            aria-label={t('panel.previous')}
            data-testid="previous-issue"
            onClick={() => onMove(index - 1)}
          >
            <IconChevronLeft size={15} aria-hidden />
          </ActionIcon>
          <span aria-live="polite">
            {t('panel.position', { index: formats.count(index + 1), total: formats.count(count) })}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            disabled={index >= count - 1}
            aria-label={t('panel.next')}
            data-testid="next-issue"
            onClick={() => onMove(index + 1)}
          >
            <IconChevronRight size={15} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      {issue.line === null ? (
        <p className={styles.none}>{t('panel.noExcerpt')}</p>
      ) : (
        <Lines fileId={fileId} issue={issue} line={issue.line} />
      )}
    </section>
  );
}
