import { BarChart } from '@mantine/charts';
import { formatMonth } from '../../../contract/formats.ts';
import type { Overview } from '../../../contract/overview.ts';
import { useTexts } from '../../texts.ts';
import styles from './months-chart.module.css';

/** The colour and pattern of each result; patterns work without colour. */
const series = [
  { key: 'accepted', lines: [] },
  { key: 'withErrors', lines: [0] },
  { key: 'partly', lines: [45] },
  { key: 'refused', lines: [45, -45] },
  { key: 'noAnswer', lines: [90] },
] as const;

const fillOf = (key: string) => `url(#months-${key})`;

/** The patterns that bars and legend are filled with. */
function Patterns() {
  return (
    <defs>
      {series.map(({ key, lines }) => (
        <pattern key={key} id={`months-${key}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect className={styles[key]} width="8" height="8" />
          {lines.map((angle) => (
            <rect
              key={angle}
              className={styles.gap}
              x="-4"
              y="3.25"
              width="16"
              height="1.5"
              transform={`rotate(${angle} 4 4)`}
            />
          ))}
        </pattern>
      ))}
    </defs>
  );
}

/**
 * Submissions by result over the last twelve months; a table has the same numbers for screen
 * readers.
 */
export function MonthsChart({ months }: { readonly months: Overview['months'] }) {
  const { t, formats } = useTexts();
  const rows = months.map((month) => ({
    month: formatMonth(formats.language, Number(month.month.slice(5)) - 1).replace('.', ''),
    accepted: month.accepted,
    withErrors: month.withErrors,
    partly: month.partiallyAccepted - month.withErrors,
    refused: month.rejected,
    noAnswer: month.unknown,
  }));
  return (
    <section
      className={`z-panel ${styles.months}`}
      aria-label={t('quarter.months')}
      data-testid="months"
    >
      <div className={styles.head}>
        <h2 className="z-panel-title">{t('quarter.months')}</h2>
        <ul className="z-plain-list z-legend" aria-hidden="true">
          {series.map(({ key }) => (
            <li key={key} className="z-small z-second">
              <svg className={styles.key} viewBox="0 0 12 12" aria-hidden="true">
                <rect width="12" height="12" rx="2" fill={fillOf(key)} />
              </svg>
              {t(`quarter.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.chart} aria-hidden="true">
        <BarChart
          h="100%"
          data={rows}
          dataKey="month"
          type="stacked"
          withTooltip={false}
          gridAxis="x"
          tickLine="none"
          maxBarWidth={28}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
          yAxisProps={{ allowDecimals: false, width: 40 }}
          series={series.map(({ key }) => ({ name: key, color: fillOf(key) }))}
        >
          <Patterns />
        </BarChart>
      </div>
      {/* A table is as wide as its columns, also out of sight. */}
      <div className="z-hidden">
        <table>
          <caption>{t('quarter.monthsTable')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('quarter.month')}</th>
              {series.map(({ key }) => (
                <th key={key} scope="col">
                  {t(`quarter.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.month}>
                <th scope="row">{row.month}</th>
                {series.map(({ key }) => (
                  <td key={key}>{formats.count(row[key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
