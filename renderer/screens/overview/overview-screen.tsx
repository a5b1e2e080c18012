import { Button } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useMemo } from 'react';
import type { QuarterMatrix } from '../../../contract/quarter.ts';
import type { Density } from '../../../contract/settings.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, type Place, placeHash } from '../../router.ts';
import { ChoiceProvider, keptChoice, ShownContext } from '../../shared/layout/choice.tsx';
import { DensitySwitch } from '../../shared/layout/density-switch.tsx';
import { periodIn } from '../../shared/quarter/quarter-words.ts';
import { ArrivalsLine } from '../../shared/watching/arrivals-line.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { laterComponent } from '../../ui/later-component.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ChosenCompanies } from './chosen-companies.tsx';
import { DeadlineReminder } from './deadline-reminder.tsx';
import { OtherQuarters } from './other-quarters.tsx';
import { QuarterActions } from './quarter-actions.tsx';
import { matrixColumns } from './quarter-columns.tsx';
import {
  labelsOf,
  narrowQuarter,
  noQuarterChoice,
  ofTab,
  stillThere,
  toFound,
} from './quarter-filter.ts';
import { QuarterGrid } from './quarter-grid.tsx';
import { QuarterHeading } from './quarter-heading.tsx';
import { QuarterSummary } from './quarter-summary.tsx';
import { QuarterTools } from './quarter-tools.tsx';

const keptQuarter = keptPart(noQuarterChoice, { of: 'overview' });
const chosenCompanies = keptChoice('overview');

const ActivityScreen = laterComponent(
  async () => (await import('./activity-screen.tsx')).ActivityScreen,
);

/** The quarter: each company's filed and missing books; inside it, the submissions. */
export function OverviewScreen({ place }: { readonly place: Place }) {
  if (place.id === 'activity') return <ActivityScreen />;
  return <QuarterScreen period={periodIn(place)} />;
}

function QuarterScreen({ period }: { readonly period: string | undefined }) {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod(
    'quarter.get',
    period === undefined ? {} : { period },
    { keepPrevious: true },
  );
  const title =
    data === undefined
      ? t('overview.title')
      : t('quarter.name', { quarter: data.quarter.quarter, year: data.quarter.year });
  return (
    <Page
      name="overview"
      title={title}
      subtitle={data === undefined ? undefined : <QuarterHeading quarter={data.quarter} />}
      ready={data !== undefined || error !== null}
    >
      {error === null ? null : (
        <ErrorNotice
          error={error.error}
          onRetry={() => void refetch()}
          isAlone={data === undefined}
        />
      )}
      {data === undefined ? (
        error === null && <SkeletonRows rows={8} label={t('app.loading')} />
      ) : (
        <Quarter matrix={data} />
      )}
    </Page>
  );
}

const rowHeights: Readonly<Record<Density, number>> = { compact: 36, roomy: 54 };
/** The page's margins, and the rail, which a narrow window shows without words. */
const besideTable = (width: number) => 50 + (width > 1180 ? 208 : 62);

function Quarter({ matrix }: { readonly matrix: QuarterMatrix }) {
  const { t, formats } = useTexts();
  const [kept, setChoice] = useKept(keptQuarter);
  const { companies, quarter } = matrix;
  const choice = useMemo(() => stillThere(kept, companies), [kept, companies]);
  const density = useMethod('settings.get', {}).data?.density ?? 'compact';
  const isRoomy = density === 'roomy';
  const { width } = useViewportSize();
  const found = useMemo(() => toFound(companies), [companies]);
  const { adviser, group, text } = choice;
  const narrowed = useMemo(
    () => narrowQuarter(found, { adviser, group, text }),
    [found, adviser, group, text],
  );
  const shown = useMemo(() => ofTab(narrowed, choice.tab), [narrowed, choice.tab]);
  const isAllDone =
    shown.length === 0 && choice.tab === 'attention' && narrowed.length === companies.length;
  const whole = width === 0 ? window.innerWidth : width;
  const room = whole - besideTable(whole);
  const columns = useMemo(
    () => matrixColumns({ t, formats, companies, room, isRoomy }),
    [t, formats, companies, room, isRoomy],
  );
  if (companies.length === 0)
    return (
      <>
        <OtherQuarters elsewhere={matrix.elsewhere} />
        <NoCompanies isCurrent={quarter.isCurrent} />
      </>
    );
  return (
    <>
      <DeadlineReminder matrix={matrix} />
      {quarter.isCurrent ? (
        <ArrivalsLine action={<a href={placeHash('submit')}>{t('matrix.addFiles')}</a>} />
      ) : null}
      <OtherQuarters elsewhere={matrix.elsewhere} />
      <QuarterSummary matrix={matrix} />
      <QuarterTools
        choice={choice}
        counts={{
          attention: ofTab(narrowed, 'attention').length,
          all: narrowed.length,
          complete: ofTab(narrowed, 'complete').length,
          differs: ofTab(narrowed, 'differs').length,
        }}
        advisers={labelsOf(companies, 'adviser', formats)}
        groups={labelsOf(companies, 'group', formats)}
        onChange={setChoice}
      >
        <DensitySwitch density={density} />
        <QuarterActions
          key={quarter.id}
          quarter={quarter}
          companies={isAllDone ? companies : shown}
          onSeeDiffering={() => setChoice({ ...noQuarterChoice, tab: 'differs' })}
        />
      </QuarterTools>
      <section className="z-panel z-fill z-fill-tall" aria-label={t('quarter.byCompany')}>
        <ChoiceProvider part={chosenCompanies} items={shown}>
          {shown.length === 0 ? (
            <Empty
              title={t(isAllDone ? 'matrix.allDone' : 'companies.noneFound')}
              text={isAllDone ? '' : t('matrix.noneShown')}
              action={
                <Button
                  variant="default"
                  onClick={() => setChoice({ ...noQuarterChoice, tab: 'all' })}
                  data-testid="quarter-show-all"
                >
                  {t('matrix.showAll')}
                </Button>
              }
            />
          ) : (
            <ShownContext value={shown}>
              <QuarterGrid
                companies={shown}
                columns={columns}
                period={quarter.id}
                listKey={`${quarter.id} ${JSON.stringify(choice)} ${density}`}
                rowHeight={rowHeights[density]}
              />
            </ShownContext>
          )}
          <ChosenCompanies companies={shown} period={quarter.id} />
        </ChoiceProvider>
      </section>
    </>
  );
}

function NoCompanies({ isCurrent }: { readonly isCurrent: boolean }) {
  const { t } = useTexts();
  return (
    <section className="z-panel z-fill">
      <Empty
        title={t(isCurrent ? 'matrix.empty' : 'matrix.emptyThen')}
        text={t(isCurrent ? 'matrix.emptyText' : 'matrix.emptyThenText')}
        action={
          isCurrent ? (
            <>
              <Button onClick={() => goTo('companies', 'import')}>{t('companies.import')}</Button>
              <Button variant="default" onClick={() => goTo('submit')}>
                {t('matrix.addFiles')}
              </Button>
            </>
          ) : null
        }
      />
    </section>
  );
}
