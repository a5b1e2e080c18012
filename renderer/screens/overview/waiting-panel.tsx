import type { ReactNode } from 'react';
import type { Overview } from '../../../contract/overview.ts';
import type { TextKey } from '../../i18n.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { StatePill } from '../state-pill.tsx';

/** What waits for a person, each a click from its remedy. */
export function WaitingPanel({ waiting }: { readonly waiting: Overview['waiting'] }) {
  const { t } = useTexts();
  const { counts, authorizations } = waiting;
  const count = (state: 'pending_validation' | 'rejected') =>
    authorizations.filter((authorization) => authorization.state === state).length;
  const cards = [
    { key: 'unknown', count: counts.unknown, text: 'overview.unknown', hint: 'overview.unknownText' },
    { key: 'rejected', count: counts.rejected, text: 'overview.rejected', hint: 'overview.rejectedText' },
    {
      key: 'partially_accepted',
      count: counts.partiallyAccepted,
      text: 'overview.partially_accepted',
      hint: 'overview.partially_acceptedText',
    },
  ] as const;
  const empty = cards.every((card) => card.count === 0) && authorizations.length === 0;
  return (
    <aside className="z-panel z-side z-overview-waiting" aria-label={t('overview.attention')}>
      <h2 className="z-panel-title">{t('overview.attention')}</h2>
      {empty ? (
        <p className="z-second z-small">{t('overview.attentionNoneText')}</p>
      ) : (
        <ul className="z-plain-list">
          {cards.map(({ key, count: number, text, hint }) => (
            <WaitingCard
              key={key}
              href={placeHash('history', null, `state=${key}`)}
              pill={<StatePill state={key} />}
              count={number}
              text={text}
              hint={hint}
            />
          ))}
          <WaitingCard
            href={placeHash('companies')}
            pill={<Pill tone="red">{t('quarter.authorizations')}</Pill>}
            count={count('rejected')}
            text="quarter.authorizationRejected"
            hint="quarter.authorizationRejectedText"
          />
          <WaitingCard
            href={placeHash('companies')}
            pill={<Pill tone="amber">{t('quarter.authorizations')}</Pill>}
            count={count('pending_validation')}
            text="quarter.authorizationPending"
            hint="quarter.authorizationPendingText"
          />
        </ul>
      )}
    </aside>
  );
}

interface WaitingCardProps {
  readonly href: string;
  readonly pill: ReactNode;
  readonly count: number;
  readonly text: TextKey;
  readonly hint: TextKey;
}

function WaitingCard({ href, pill, count, text, hint }: WaitingCardProps) {
  const { t, formats } = useTexts();
  if (count === 0) return null;
  return (
    <li>
      <a className="z-card z-waiting" href={href}>
        {pill}
        <strong>{t(text, { count, formatted: formats.count(count) })}</strong>
        <span className="z-second z-small">{t(hint)}</span>
      </a>
    </li>
  );
}
