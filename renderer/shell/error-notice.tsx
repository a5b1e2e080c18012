import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { CallError, Json } from '../../contract/errors.ts';
import { useHost } from '../api/queries.ts';
import { errorSentences } from '../sentences.ts';
import { useTexts } from '../texts.ts';
import { ErrorCode } from '../ui/error-code.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { useDialog } from './dialog-focus.ts';
import { UnlockButton } from './unlock.tsx';

interface ErrorNoticeProps {
  readonly error: CallError;
  /** The failed act of the person; before the reason. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  /** Optional ways out. */
  readonly actions?: ReactNode;
  /** The page has nothing else to show: it waits, where the notice over every page says why. */
  readonly isAlone?: boolean;
}

const namesShown = 5;

/** Names of the refused files, where there are several. */
function refusedNames(error: CallError): readonly string[] {
  const { files } = error.details;
  if (!Array.isArray(files)) return [];
  return (files as readonly Json[]).flatMap((file) =>
    typeof file === 'object' && file !== null && 'name' in file && typeof file.name === 'string'
      ? [file.name]
      : [],
  );
}

/** Whether the notice over every page says the same already: no answer from the host. */
function useIsToldAbove(error: CallError, isInDialog: boolean): boolean {
  const host = useHost();
  const isLost = useSyncExternalStore(host.watch, host.state) === 'lost';
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

/** Whether the keys are locked, for the whole or for one of its files. */
function isLocked({ code, details }: CallError): boolean {
  const files = Array.isArray(details.files) ? (details.files as readonly Json[]) : [];
  const codes = files.map((file) =>
    typeof file === 'object' && file !== null && 'code' in file ? file.code : null,
  );
  return [code, ...codes].includes('secrets_locked');
}

/** A refusal in words: what happened, what was not lost, what to do; its code on request. */
export function ErrorNotice({ error, title, onRetry, actions, isAlone }: ErrorNoticeProps) {
  const { t, i18n } = useTexts();
  const dialog = useDialog();
  const isToldAbove = useIsToldAbove(error, dialog !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is told anew
  useEffect(() => dialog?.tell(), [dialog, error]);
  const words = errorSentences(i18n, error);
  const lines = [title === undefined ? null : words.title, words.message, words.hint].filter(
    (line) => line !== null,
  );
  const names = refusedNames(error);
  const more = names.length - namesShown;
  if (isToldAbove && title === undefined)
    return isAlone === true ? <SkeletonRows rows={8} label={t('app.loading')} /> : null;
  return (
    <Notice
      tone="red"
      urgent
      isReached={dialog !== null}
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
