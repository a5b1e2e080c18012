import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CallError, Json } from '../../contract/errors.ts';
import { useIsHostLost, useMethod } from '../api/queries.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { ErrorCode } from '../ui/error-code.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { useDialog } from './dialog-focus.ts';
import { UnlockButton } from './unlock.tsx';

interface ErrorNoticeProps {
  readonly error: CallError;
  /** The failed action of the person; shown before the reason. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  /** Optional ways out. */
  readonly actions?: ReactNode;
  /** Whether the page has nothing else to show; then the notice above every page says why. */
  readonly isAlone?: boolean;
  /** Whether it is a question, so that the keyboard comes to its answers next. */
  readonly asks?: boolean;
}

const namesShown = 5;

/** A text of each refused file, where there are several. */
function textsOfFiles({ details }: CallError, field: 'name' | 'code'): readonly string[] {
  const files = Array.isArray(details.files) ? (details.files as readonly Json[]) : [];
  return files.flatMap((file) => {
    const text: unknown = Object(file)[field];
    return typeof text === 'string' ? [text] : [];
  });
}

/** Whether the notice above every page already says the same: no answer from the host. */
function useIsToldAbove(error: CallError, isInDialog: boolean): boolean {
  const isLost = useIsHostLost();
  return isLost && !isInDialog && error.details.reason === 'host_lost';
}

interface WaysProps extends Pick<ErrorNoticeProps, 'error' | 'onRetry'> {
  readonly children: ReactNode;
}

/** Actions on a refusal; locked keys are unlocked here. */
function Ways({ error, onRetry, children }: WaysProps) {
  const { t } = useTexts();
  return (
    <>
      {isLocked(error) ? <UnlockButton /> : null}
      {onRetry === undefined ? (
        children
      ) : (
        <Button variant="default" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      )}
    </>
  );
}

/** Whether locked keys are the reason, for the whole call or for one of its files. */
const isLocked = (error: CallError): boolean =>
  [error.code, ...textsOfFiles(error, 'code')].includes('secrets_locked');

/** Whether the keys have been unlocked since: then the refusal no longer applies. */
function useIsOver(error: CallError): boolean {
  const status = useMethod('app.status', {});
  return isLocked(error) && status.data?.protection.locked === false;
}

/** A refusal in words: what happened, what was not lost, what to do; its code on request. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { error, title, onRetry, actions, isAlone, asks = false } = props;
  const { t, i18n } = useTexts();
  const dialog = useDialog();
  const isToldAbove = useIsToldAbove(error, dialog !== null);
  const isOver = useIsOver(error);
  const isShown = !isOver && !(isToldAbove && title === undefined);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is told anew
  useEffect(() => {
    if (!isShown) return;
    if (dialog !== null) return dialog.tell();
    // A form's notice may be below the visible part; a failed page has a retry and does not move.
    if (onRetry === undefined) box.current?.scrollIntoView({ block: 'nearest' });
    if (asks) box.current?.focus({ preventScroll: true });
  }, [dialog, error, asks, isShown]);
  const words = errorSentences(i18n, error);
  const lines = [title === undefined ? null : words.title, words.message, words.hint].filter(
    (line) => line !== null,
  );
  const names = textsOfFiles(error, 'name');
  const more = names.length - namesShown;
  if (!isShown)
    return isAlone && !isOver ? <SkeletonRows rows={8} label={t('app.loading')} /> : null;
  return (
    <Notice
      ref={box}
      tone="red"
      urgent
      isReached={asks || dialog !== null}
      testId="error-notice"
      title={title ?? words.title}
      text={
        <>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {names.length === 0 ? null : (
            <p>
              {names.slice(0, namesShown).join(' · ')}{' '}
              {more > 0 ? t('drop.failedMore', { count: more }) : ''}
            </p>
          )}
          <ErrorCode code={error.code} />
        </>
      }
      actions={
        <Ways error={error} onRetry={onRetry}>
          {actions}
        </Ways>
      }
    />
  );
}
