import { BarChart } from '@mantine/charts';
import { formatMonth } from '../../../contract/formats.ts';
import type { Overview } from '../../../contract/overview.ts';
import { useTexts } from '../../texts.ts';

const series = [
  { key: 'accepted', color: 'var(--z-accent)' },
  { key: 'withErrors', color: 'color-mix(in srgb, var(--z-accent) 45%, var(--z-panel))' },
  { key: 'partly', color: 'var(--z-amber)' },
  { key: 'refused', color: 'var(--z-red)' },
  { key: 'noAnswer', color: 'var(--z-violet)' },
] as const;

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
    <section className="z-panel z-months" aria-label={t('quarter.months')} data-testid="months">
      <div className="z-months-head">
        <h2 className="z-panel-title">{t('quarter.months')}</h2>
        <ul className="z-plain-list z-deadline-legend" aria-hidden="true">
          {series.map(({ key, color }) => (
            <li key={key} className="z-small z-second">
              <span className="z-dot" style={{ backgroundColor: color }} />
              {t(`quarter.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="z-months-chart" aria-hidden="true">
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
          series={series.map(({ key, color }) => ({ name: key, color }))}
        />
      </div>
      <table className="z-unseen">
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
    </section>
  );
}
