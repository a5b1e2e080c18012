import type { CompanyQuarter } from '../../../contract/quarter.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import {
  accountingText,
  bookHeading,
  cellText,
  cellTitle,
  workOf,
} from '../../shared/quarter/quarter-words.ts';
import { StandingMark } from '../../shared/quarter/standing-mark.tsx';
import { useTexts } from '../../texts.ts';
import styles from './quarter-strip.module.css';

interface QuarterStripProps {
  readonly company: { readonly id: string; readonly taxId: string };
}

/** The company's last four quarters; each book links to its work. */
export function QuarterStrip({ company }: QuarterStripProps) {
  const { t } = useTexts();
  const { data } = useMethod('quarter.company', { id: company.id });
  const quarters = data?.quarters ?? [];
  if (quarters.length === 0) return null;
  return (
    <section
      className="z-panel z-section"
      aria-label={t('matrix.strip')}
      data-testid="quarter-strip"
    >
      <h2 className="z-panel-title">{t('matrix.strip')}</h2>
      <ul className={styles.strip}>
        {quarters.map((quarter) => (
          <li key={quarter.id} className={styles.quarter}>
            <a href={placeHash('overview', null, `period=${quarter.id}`)}>
              {t('matrix.short', { quarter: quarter.quarter, year: quarter.year })}
            </a>
            <Books company={company} quarter={quarter} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Books({ company, quarter }: QuarterStripProps & { readonly quarter: CompanyQuarter }) {
  const { t, formats } = useTexts();
  const { cells, amount, unread, accounting, standing } = quarter;
  if (standing === null) return <span className={styles.none}>{t('matrix.bar.none')}</span>;
  return (
    <>
      {cells.map((cell) => (
        <a
          key={cell.book}
          className={styles.book}
          href={workOf(company, cell)}
          title={cellTitle(t, cell)}
        >
          <small>{bookHeading(t, cell.book)}</small>
          <StandingMark standing={cell.standing}>{cellText(t, cell)}</StandingMark>
        </a>
      ))}
      {amount === null ? null : <small>{formats.euros(amount)}</small>}
      {unread === 0 ? null : <small>{t('matrix.unread', { count: unread })}</small>}
      {accounting === null ? null : (
        <small data-testid="strip-accounting">{accountingText({ t, formats }, accounting)}</small>
      )}
    </>
  );
}
