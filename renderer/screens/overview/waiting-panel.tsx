import { ActionIcon } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Overview } from '../../../contract/overview.ts';
import { useMethod } from '../../api/queries.ts';
import type { TextKey } from '../../i18n.ts';
import { placeHash } from '../../router.ts';
import {
  DismissDialog,
  type Dismissible,
  isDismissible,
} from '../../shared/history/dismiss-dialog.tsx';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { summarize } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { FileName } from '../../ui/file-name.tsx';
import { Pill } from '../../ui/pill.tsx';
import styles from './waiting.module.css';
import { countUnsent, WorklistCard } from './worklist-card.tsx';

/** The number of named ones in each state; the others are in the history. */
const named = 4;

const groups = [
  { state: 'unknown', count: 'unknown', text: 'overview.unknown', hint: 'overview.unknownText' },
  {
    state: 'rejected',
    count: 'rejected',
    text: 'overview.rejected',
    hint: 'overview.rejectedText',
  },
  {
    state: 'partially_accepted',
    count: 'partiallyAccepted',
    text: 'overview.partially_accepted',
    hint: 'overview.partially_acceptedText',
  },
  { state: 'failed', count: 'failed', text: 'overview.failed', hint: 'overview.failedText' },
] as const;

/** What needs attention, with links to each remedy: a submission's page, or its company's. */
export function WaitingPanel({ overview }: { readonly overview: Overview }) {
  const { t } = useTexts();
  const { waiting, connection } = overview;
  const isOneOfSeveral = (useMethod('connection.list', {}).data?.connections.length ?? 0) > 1;
  const ofConnection = isOneOfSeveral ? `&connection=${encodeURIComponent(connection)}` : '';
  const { counts, authorizationCounts } = waiting;
  const [leaving, setLeaving] = useState<Dismissible | null>(null);
  const worklist = useMethod('submissions.worklist', {});
  const unsent = useMemo(() => summarize(worklist.data?.files ?? []), [worklist.data]);
  const empty =
    groups.every((group) => counts[group.count] === 0) &&
    Object.values(authorizationCounts).every((count) => count === 0) &&
    countUnsent(unsent) === 0;
  return (
    <aside
      className={`z-panel z-side ${styles.panel}`}
      aria-label={t('overview.attention')}
      data-testid="waiting"
    >
      <h2 className="z-panel-title">{t('overview.attention')}</h2>
      {empty ? (
        <p className="z-second z-small">{t('overview.attentionNoneText')}</p>
      ) : (
        <ul className="z-plain-list">
          {groups.map(({ state, count, text, hint }) => (
            <WaitingGroup
              key={state}
              name={state}
              pill={<StatePill state={state} />}
              count={counts[count]}
              text={text}
              hint={hint}
              all={placeHash('history', null, `state=${state}&waiting=1${ofConnection}`)}
              items={waiting.submissions
                .filter((submission) => submission.state === state)
                .map(({ id, file, company, state: ended }) => ({
                  key: id,
                  href: placeHash('history', id),
                  title: file,
                  second: company.fullName,
                  onLeave: isDismissible(ended) ? () => setLeaving({ id, file }) : null,
                }))}
            />
          ))}
          <AuthorizationGroup state="rejected" waiting={waiting} />
          <AuthorizationGroup state="pending_validation" waiting={waiting} />
          <WorklistCard summary={unsent} />
        </ul>
      )}
      {leaving === null ? null : (
        <DismissDialog submission={leaving} onClose={() => setLeaving(null)} />
      )}
    </aside>
  );
}

const authorizationGroups = {
  rejected: {
    tone: 'red',
    text: 'quarter.authorizationRejected',
    hint: 'quarter.authorizationRejectedText',
  },
  pending_validation: {
    tone: 'amber',
    text: 'quarter.authorizationPending',
    hint: 'quarter.authorizationPendingText',
  },
} as const;

function AuthorizationGroup({
  state,
  waiting,
}: Pick<Overview, 'waiting'> & { readonly state: keyof typeof authorizationGroups }) {
  const { t } = useTexts();
  const own = waiting.authorizations.filter((authorization) => authorization.state === state);
  const { tone, text, hint } = authorizationGroups[state];
  return (
    <WaitingGroup
      name={`authorization-${state}`}
      pill={<Pill tone={tone}>{t('quarter.authorizations')}</Pill>}
      count={waiting.authorizationCounts[state]}
      text={text}
      hint={hint}
      all={placeHash('companies', 'authorizations')}
      items={own.map(({ companyId, fullName }) => ({
        key: companyId,
        href: placeHash('companies', companyId),
        title: fullName,
        second: null,
        onLeave: null,
      }))}
    />
  );
}

interface WaitingGroupProps {
  readonly name: string;
  readonly pill: ReactNode;
  readonly count: number;
  readonly text: TextKey;
  readonly hint: TextKey;
  /** The list with all of them. */
  readonly all: string;
  readonly items: readonly {
    readonly key: string;
    readonly href: string;
    readonly title: string;
    readonly second: string | null;
    /** Dismisses it; null where that is not possible. */
    readonly onLeave: (() => void) | null;
  }[];
}

function WaitingGroup({ name, pill, count, text, hint, all, items }: WaitingGroupProps) {
  const { t } = useTexts();
  if (count === 0) return null;
  const shown = items.slice(0, named);
  const more = count - shown.length;
  return (
    <li className={styles.group} data-testid={`waiting-${name}`}>
      <a className={`z-card ${styles.card}`} href={all}>
        {pill}
        <strong>{t(text, { count })}</strong>
        <span className="z-second z-small">{t(hint)}</span>
      </a>
      {shown.map(({ key, href, title, second, onLeave }) => (
        <div key={key} className={styles.row}>
          <a
            className={styles.file}
            href={href}
            aria-label={second === null ? title : `${title}, ${second}`}
            data-testid="waiting-item"
          >
            <span className="z-cut z-td-main" title={title}>
              {second === null ? title : <FileName name={title} />}
            </span>
            {second === null ? null : (
              <span className="z-cut z-td-sub" title={second}>
                {second}
              </span>
            )}
          </a>
          {onLeave === null ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('dismissal.leaveFile', { file: title })}
              title={t('dismissal.leave')}
              onClick={onLeave}
              data-testid="waiting-dismiss"
            >
              <IconBellOff size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {more > 0 ? (
        <a className={`z-small ${styles.more}`} href={all}>
          {t('quarter.moreWaiting', { count: more })}
        </a>
      ) : null}
    </li>
  );
}
