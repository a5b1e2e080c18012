import { Button } from '@mantine/core';
import type { CallError } from '../../contract/errors.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notice.tsx';

interface ErrorNoticeProps {
  readonly error: CallError;
  /** What the person wanted that did not come about; before the reason. */
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** A refusal in words: what happened, what was not lost, what to do; its code small beside it. */
export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps) {
  const { t, i18n } = useTexts();
  const words = errorSentences(i18n, error);
  const lines = [title === undefined ? null : words.title, words.message, words.hint].filter(
    (line) => line !== null,
  );
  return (
    <Notice
      tone="red"
      urgent
      testId="error-notice"
      title={title ?? words.title}
      text={
        <>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <span className="z-code" data-testid="error-code">
            {error.code}
          </span>
        </>
      }
      actions={
        onRetry === undefined ? undefined : (
          <Button variant="default" onClick={onRetry}>
            {t('app.retry')}
          </Button>
        )
      }
    />
  );
}
