import type { AuthorizationState, CompanyFilter, CompanySort } from '../../../contract/company.ts';
import { dayOf } from '../../../contract/formats.ts';
import { startOfDay } from '../../format/dates.ts';

export const situations = ['registered', 'drafts', 'unknown', 'withoutKey', 'archived'] as const;
export type Situation = (typeof situations)[number];

export const activities = ['month', 'quarter', 'never'] as const;
export type Activity = (typeof activities)[number];

export const authorizationStates: readonly AuthorizationState[] = [
  'none',
  'pending_validation',
  'approved',
  'rejected',
];

/** The filters in the bar of the list of companies. */
export interface CompanyChoice {
  readonly text: string;
  readonly territoryId: string | null;
  readonly situation: Situation | null;
  readonly authorization: AuthorizationState | null;
  readonly activity: Activity | null;
  readonly adviser: string | null;
  readonly group: string | null;
}

export const noChoice: CompanyChoice = {
  text: '',
  territoryId: null,
  situation: null,
  authorization: null,
  activity: null,
  adviser: null,
  group: null,
};

/** The order in which the list opens, and after a third press of a column's head. */
export const problemsFirst: CompanySort = { by: 'attention', direction: 'ascending' };

/** The order after a press of a column's head, which asks for this direction. */
export function nextSort(sort: CompanySort, { by, direction }: CompanySort): CompanySort {
  const isThird = sort.by === by && sort.direction === 'descending';
  return isThird ? problemsFirst : { by, direction };
}

const bySituation: Readonly<Record<Situation, CompanyFilter>> = {
  registered: { states: ['registered'], archived: 'hide' },
  drafts: { states: ['draft'], archived: 'hide' },
  unknown: { states: ['creating', 'creation_unknown'], archived: 'hide' },
  withoutKey: { states: ['registered'], hasKey: false, archived: 'hide' },
  archived: { archived: 'only' },
};

const dayMs = 24 * 60 * 60 * 1000;

/** The first instant of the local day so many days before `today`: one filter for a whole day. */
function daysBefore(today: Date, days: number): string {
  return new Date(startOfDay(dayOf(today)).getTime() - days * dayMs).toISOString();
}

function byActivity(activity: Activity, today: Date): Partial<CompanyFilter> {
  switch (activity) {
    case 'month':
      return { activeSince: daysBefore(today, 30) };
    case 'quarter':
      return { inactiveSince: daysBefore(today, 90) };
    case 'never':
      return { hasSubmissions: false };
  }
}

/** The filters of the core. */
export function toCompanyFilter(choice: CompanyChoice, today: Date): CompanyFilter {
  const { territoryId, situation, authorization, activity, adviser, group } = choice;
  return {
    archived: 'hide',
    ...(situation === null ? {} : bySituation[situation]),
    ...(territoryId === null ? {} : { territoryIds: [territoryId] }),
    ...(authorization === null ? {} : { authorizations: [authorization] }),
    ...(activity === null ? {} : byActivity(activity, today)),
    ...(adviser === null ? {} : { adviser }),
    ...(group === null ? {} : { group }),
  };
}

/** Whether a filter or a search is set. */
export function isChosen(choice: CompanyChoice): boolean {
  return (
    choice.text.trim() !== '' ||
    Object.entries(choice).some(([name, value]) => name !== 'text' && value !== null)
  );
}
