import type { ReactNode } from 'react';
import type { Issue } from '../../../contract/verdict.ts';
import { issueSentences } from '../../sentences.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import styles from './issue-card.module.css';
import type { IssueGroup } from './issue-groups.ts';

/** A fault's place in words: record, invoice, issuer, line and column. */
export function placeText(t: Translate, formats: Formats, issue: Issue): string {
  const key = issue.recordKey;
  const invoice = [key?.series, key?.number]
    .filter((part) => part != null && part !== '')
    .join('/');
  return [
    issue.record === null ? null : t('panel.place.record', { record: formats.count(issue.record) }),
    invoice === '' ? null : t('panel.place.invoice', { number: invoice }),
    key?.issuer ?? null,
    issue.line === null
      ? null
      : t('panel.place.line', {
          line: formats.count(issue.line),
          column: formats.count(issue.column ?? 1),
        }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

interface IssueCardProps {
  readonly group: IssueGroup;
  /** The selected fault of this group; null when it is in another group. */
  readonly current: Issue | null;
  readonly onChoose: () => void;
  /** What its fix makes of the selected one. */
  readonly change?: ReactNode;
  /** Actions on them. */
  readonly actions?: ReactNode;
}

/** Faults of one kind: the fault, the count, the next step, and the selected one's place. */
export function IssueCard({ group, current, onChoose, change, actions }: IssueCardProps) {
  const { t, formats, i18n } = useTexts();
  const issue = current ?? group.issues[0];
  const words = issueSentences(i18n, issue);
  const count = group.issues.length;
  const place = placeText(t, formats, issue);
  const mark = count > 1 ? t('panel.times', { count }) : issue.ledgerCode;
  return (
    <li className={styles.card}>
      <button
        type="button"
        className={styles.issue}
        aria-pressed={current !== null}
        onClick={onChoose}
        data-testid={`issue-${issue.code}`}
      >
        <span className={styles.head}>
          <strong>{words.title}</strong>
          {issue.severity === 'error' ? null : (
            <Pill tone={issue.severity === 'info' ? 'grey' : 'amber'}>
              {t(`panel.severity.${issue.severity}`)}
            </Pill>
          )}
          {mark === null ? null : <span className="z-code">{mark}</span>}
        </span>
        {words.message === null || words.message === words.title ? null : (
          <span className={styles.text}>{words.message}</span>
        )}
        {words.hint === null ? null : <span className={styles.text}>{words.hint}</span>}
        {change}
        {count > 1 && issue.ledgerCode !== null ? (
          <span className="z-code">{issue.ledgerCode}</span>
        ) : null}
        {place === '' ? null : <span className={styles.place}>{place}</span>}
      </button>
      {actions === undefined || actions === null ? null : (
        <div className={styles.actions}>{actions}</div>
      )}
    </li>
  );
}
