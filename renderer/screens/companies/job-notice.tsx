import { Button, Progress } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isKeyRefusal } from '../../../contract/answer.ts';
import type { CompanyJob } from '../../../contract/company.ts';
import type { Output } from '../../../contract/methods.ts';
import { latestError } from '../../api/latest-error.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { errorSentences } from '../../sentences.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import type { StackedNotice } from '../../ui/notice-stack.tsx';
import { pressOnce } from '../../ui/press-once.ts';
import styles from './job-notice.module.css';

const failuresShown = 200;
const noJob = { job: null, standing: { failed: 0, unknown: 0 } };

function Failures({ total, onClose }: { readonly total: number; readonly onClose: () => void }) {
  const { t, i18n, formats } = useTexts();
  const { data, error, refetch } = useMethod('companies.getJob', { limit: failuresShown });
  const failures = data?.failures ?? [];
  return (
    <Dialog onClose={onClose} title={t('companyJob.failuresTitle')} size="lg">
      <div className="z-form" data-testid="job-failures">
        <p className="z-second">{t('companyJob.failuresText')}</p>
        {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
        <ul className="z-plain-list z-scroll-list">
          {failures.map(({ companyId, fullName, taxId, error }) => {
            const { title, message } = errorSentences(i18n, error);
            return (
              <li key={companyId} className="z-card">
                <a href={placeHash('companies', companyId)}>{fullName}</a>{' '}
                <span className="z-second">{taxId}</span>
                <p className="z-small">{title}</p>
                {message === null ? null : <p className="z-small z-second">{message}</p>}
              </li>
            );
          })}
        </ul>
        {total > failures.length ? (
          <small className="z-second">
            {t('companyJob.shownOf', {
              shown: formats.count(failures.length),
              total: formats.count(total),
            })}
          </small>
        ) : null}
      </div>
    </Dialog>
  );
}

type Standing = Output<'companies.getJob'>['standing'];

interface UnsuccessfulProps {
  readonly standing: Standing;
  readonly onWhy: () => void;
}

interface JobProps extends UnsuccessfulProps {
  readonly job: CompanyJob;
}

/** The number of failures that remain, with a link to their reasons. */
function Unsuccessful({ standing, onWhy }: UnsuccessfulProps) {
  const { t } = useTexts();
  const parts = (['failures', 'unknown'] as const).flatMap((name) => {
    const count = name === 'failures' ? standing.failed : standing.unknown;
    return count === 0 ? [] : [t(`companyJob.${name}`, { count })];
  });
  if (parts.length === 0) return null;
  return (
    <>
      {parts.join(' · ')}{' '}
      <button type="button" className={styles.link} onClick={onWhy} data-testid="job-why">
        {t('companyJob.showFailures')}
      </button>
    </>
  );
}

function useJobCommands() {
  const stale = ['companies.getJob', 'companies.list'] as const;
  const pause = useCommand('companies.pauseJob', stale);
  const resume = useCommand('companies.resumeJob', stale);
  const cancel = useCommand('companies.cancelJob', stale);
  return { pause, resume, cancel, error: latestError(pause, resume, cancel) };
}

const openJobTone = ({ state }: CompanyJob) =>
  state === 'running' || state === 'paused' ? 'accent' : 'amber';

const endedJobTone = ({ failed }: Standing) => (failed > 0 ? 'amber' : 'violet');

function endedJobTitle(t: Translate, { created }: CompanyJob): string {
  if (created === 0) return t('companyJob.finishedNone');
  return t('companyJob.finished', { count: created });
}

function openJobTitle(
  t: Translate,
  formats: Formats,
  { state, total, waiting }: CompanyJob,
): string {
  const name = state === 'running' || state === 'paused' ? state : 'stopped';
  return t(`companyJob.${name}`, {
    done: formats.count(total - waiting),
    total: formats.count(total),
  });
}

/** A bulk creation that is not over: its progress and its actions. */
function OpenJob({ job, standing, onWhy }: JobProps) {
  const { t, formats, i18n } = useTexts();
  const { pause, resume, cancel, error } = useJobCommands();
  const done = job.total - job.waiting;
  const words = openJobTitle(t, formats, job);
  const why =
    job.reason === null
      ? null
      : job.reason.code === 'interrupted'
        ? t('companyJob.interrupted')
        : `${errorSentences(i18n, job.reason).title}. ${t('companyJob.stoppedText')}`;
  const isRunning = job.state === 'running';
  const isKeyRefused = isKeyRefusal(job.reason?.code);
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} />}
      <Notice
        tone={openJobTone(job)}
        testId="company-job"
        title={words}
        text={
          <div className="z-form-tight">
            <Progress value={(done / Math.max(1, job.total)) * 100} size="sm" aria-label={words} />
            <span>
              {isRunning ? t('companyJob.runningText') : why}{' '}
              <Unsuccessful standing={standing} onWhy={onWhy} />
            </span>
          </div>
        }
        actions={
          <>
            {isKeyRefused ? (
              <a href={placeHash('settings', 'connection')}>{t('remedy.settings')}</a>
            ) : null}
            <Button
              variant="default"
              {...pressOnce(() => cancel.mutate({ id: job.id }))}
              data-testid="job-cancel"
            >
              {t('companyJob.cancel')}
            </Button>
            {isRunning ? (
              <Button
                variant="default"
                {...pressOnce(() => pause.mutate({ id: job.id }))}
                data-testid="job-pause"
              >
                {t('companyJob.pause')}
              </Button>
            ) : (
              <Button
                variant="default"
                {...pressOnce(() => resume.mutate({ id: job.id }))}
                data-testid="job-resume"
              >
                {t('companyJob.resume')}
              </Button>
            )}
          </>
        }
      />
    </>
  );
}

/** Offers to create drafts in the service. */
function Drafts({ count }: { readonly count: number }) {
  const { t } = useTexts();
  const start = useCommand('companies.createDrafts', ['companies.getJob', 'companies.list']);
  const values = { count };
  return (
    <>
      {start.error === null ? null : <ErrorNotice error={start.error.error} />}
      <Notice
        tone="accent"
        testId="company-drafts"
        title={t('companyJob.draftsTitle', values)}
        text={t('companyJob.draftsText')}
        actions={
          <Button
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate({ all: true })}
            data-testid="create-drafts"
          >
            {t('companyJob.start', values)}
          </Button>
        }
      />
    </>
  );
}

/** A bulk creation that ended with failures. */
function EndedJob({ job, standing, onWhy, onClose }: JobProps & { readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Notice
      tone={endedJobTone(standing)}
      testId="company-job-end"
      title={endedJobTitle(t, job)}
      text={<Unsuccessful standing={standing} onWhy={onWhy} />}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('app.close')}
        </Button>
      }
    />
  );
}

interface JobNotices {
  /** A bulk creation's progress or end, and the drafts that wait for one. */
  readonly notices: readonly StackedNotice[];
  /** The reasons of failures, while requested. */
  readonly dialog: ReactNode;
}

/** The finished bulk creation that a person has seen: the list does not show it again. */
const seenJob = keptPart<string | null>(null);

/** Bulk creation over the list of companies. */
export function useJobNotices(): JobNotices {
  const { t, formats, i18n } = useTexts();
  const drafts = useMethod('companies.list', { filter: { states: ['draft'] }, limit: 1 });
  const { data, error, refetch } = useMethod('companies.getJob', { limit: 1 });
  const [seen, setSeen] = useKept(seenJob);
  // Here, not in a notice: notices come and go while the job runs, and an open dialog must stay.
  const [asksWhy, setAsksWhy] = useState(false);
  const { job, standing } = data ?? noJob;
  const isOpen = job !== null && ['running', 'paused', 'stopped'].includes(job.state);
  const waiting = drafts.data?.total ?? 0;
  const failed = standing.failed + standing.unknown;
  const hasToTell = job !== null && failed > 0 && seen !== job.id;
  // A notice that has ended is new when it begins again.
  if (data !== undefined && failed === 0 && seen !== null) setSeen(null);
  const why = () => setAsksWhy(true);
  const notices: StackedNotice[] = [];
  if (error !== null)
    notices.push({
      name: 'unread',
      tone: 'red',
      title: errorSentences(i18n, error.error).title,
      body: <ErrorNotice error={error.error} onRetry={() => void refetch()} />,
    });
  if (isOpen) {
    const body = <OpenJob job={job} standing={standing} onWhy={why} />;
    notices.push({
      name: 'job',
      tone: openJobTone(job),
      title: openJobTitle(t, formats, job),
      body,
    });
  } else {
    if (hasToTell) {
      const title = endedJobTitle(t, job);
      const body = <EndedJob {...{ job, standing }} onWhy={why} onClose={() => setSeen(job.id)} />;
      notices.push({ name: 'job', tone: endedJobTone(standing), title, body });
    }
    if (waiting > 0) {
      const title = t('companyJob.draftsTitle', { count: waiting });
      notices.push({ name: 'drafts', tone: 'accent', title, body: <Drafts count={waiting} /> });
    }
  }
  const dialog = asksWhy ? <Failures total={failed} onClose={() => setAsksWhy(false)} /> : null;
  return { notices, dialog };
}
