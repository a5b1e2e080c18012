import type { Overview } from '../../../contract/overview.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { countStandings, type Standing } from './standing.ts';

/** From the left: what is done, what needs work, what is not there. */
const segments = [
  'complete',
  'waiting',
  'unsent',
  'toCorrect',
  'unknown',
  'failed',
  'rejected',
  'missing',
] as const satisfies readonly Standing[];

/** The quarter's deadline, and how far the office is. */
export function DeadlinePanel({ overview }: { readonly overview: Overview }) {
  const { t, formats } = useTexts();
  const { deadline, daysLeft, quarter, year } = overview.quarter;
  const counts = countStandings(overview.companies);
  const total = overview.companies.length;
  const silent = overview.silentCompanies;
  const date = formats.date(`${deadline}T12:00:00`);
  return (
    <section className="z-panel z-deadline" aria-label={t('quarter.name', { quarter, year })}>
      <div className="z-deadline-days">
        <strong className="z-deadline-number">{formats.count(daysLeft)}</strong>
        <span className="z-second z-small">
          {daysLeft === 0 ? t('quarter.today') : t('quarter.daysLeft', { count: daysLeft, date })}
        </span>
      </div>
      <div className="z-deadline-progress">
        {total === 0 ? (
          <p className="z-second z-small">{t('quarter.noCompanies')}</p>
        ) : (
          <>
            <div className="z-deadline-head">
              <strong>
                {t('quarter.companies', {
                  count: total,
                  formatted: formats.count(total),
                  done: formats.count(counts.complete),
                })}
              </strong>
              <span className="z-second">
                {formats.count(Math.round((100 * counts.complete) / total))} %
              </span>
            </div>
            <div className="z-deadline-bar" aria-hidden="true">
              {segments.map((name) =>
                counts[name] === 0 ? null : (
                  <span key={name} className={`z-bar-${name}`} style={{ flexGrow: counts[name] }} />
                ),
              )}
            </div>
            <ul className="z-plain-list z-deadline-legend">
              {segments.map((name) =>
                counts[name] === 0 ? null : (
                  <li key={name} className="z-small z-second">
                    <span className={`z-dot z-bar-${name}`} aria-hidden="true" />
                    {t(`quarter.${name}`, {
                      count: counts[name],
                      formatted: formats.count(counts[name]),
                    })}
                  </li>
                ),
              )}
              {silent === 0 ? null : (
                <li className="z-small">
                  <a href={placeHash('companies')} data-testid="silent-companies">
                    {t('quarter.silent', { count: silent, formatted: formats.count(silent) })}
                  </a>
                </li>
              )}
            </ul>
            <p className="z-small z-second">{t('quarter.completeMeans')}</p>
          </>
        )}
      </div>
    </section>
  );
}
