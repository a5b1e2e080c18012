import { type LedgerBook, ledgerBooks } from '../../../contract/ledger-books.ts';
import type { SubmissionFilter, SubmissionState } from '../../../contract/submission.ts';
import { dayBounds } from '../../format/dates.ts';
import { isSubmissionState } from '../../ui/state-tones.ts';

/** The history's filters in the bar; dates are local days, `yyyy-mm-dd`. */
export interface FilterChoice {
  readonly text: string;
  readonly state: SubmissionState | 'attention' | 'dismissed' | null;
  readonly book: LedgerBook['name'] | null;
  readonly companyId: string | null;
  /** A connection's id. */
  readonly connection: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Only those that need attention. */
  readonly waiting: boolean;
  readonly batchId: string | null;
  /** The cause of unknown or undelivered ones; only with such a state. */
  readonly cause: string | null;
}

export const noFilter: FilterChoice = {
  text: '',
  state: null,
  book: null,
  companyId: null,
  connection: null,
  from: null,
  to: null,
  waiting: false,
  batchId: null,
  cause: null,
};

/** States with a cause and without an answer of the ledger. */
export type CausedState = 'unknown' | 'failed';

/** States with an answer of the ledger that can be corrected. */
type RefusedState = 'rejected' | 'partially_accepted';

/** States whose submissions can be selected, to be resolved, sent again or corrected together. */
export type ChoosableState = CausedState | RefusedState;

export function hasCause(state: FilterChoice['state']): state is CausedState {
  return state === 'unknown' || state === 'failed';
}

export function isChoosable(state: FilterChoice['state']): state is ChoosableState {
  return hasCause(state) || state === 'rejected' || state === 'partially_accepted';
}

/** The filters of the core. */
export function toSubmissionFilter(choice: FilterChoice): SubmissionFilter {
  const text = choice.text.trim();
  // The rail's badge counts those that need attention.
  const waiting = choice.waiting || choice.state === 'attention';
  const { state } = choice;
  const states = state === 'attention' || state === 'dismissed' || state === null ? null : [state];
  return {
    ...(text === '' ? {} : { text }),
    ...(states === null ? {} : { states }),
    ...(waiting ? { waiting } : {}),
    ...(state === 'dismissed' ? { dismissed: true } : {}),
    ...(hasCause(state) && choice.cause !== null ? { cause: choice.cause } : {}),
    ...(choice.batchId === null ? {} : { batchId: choice.batchId }),
    ...bookFilter(choice.book),
    ...(choice.companyId === null ? {} : { companyId: choice.companyId }),
    ...(choice.connection === null ? {} : { connection: choice.connection }),
    ...dayBounds(choice.from, choice.to),
  };
}

function bookFilter(name: FilterChoice['book']): Pick<SubmissionFilter, 'model' | 'expenseType'> {
  const book = ledgerBooks.find((each) => each.name === name);
  if (book === undefined) return {};
  const { model, expenseType } = book;
  return expenseType === null ? { model } : { model, expenseType };
}

/** Whether a filter is set. */
export function isFiltered(choice: FilterChoice): boolean {
  return Object.keys(toSubmissionFilter(choice)).length > 0;
}

/** The state when exactly those that need attention in it are requested; else null. */
export function onlyWaitingState(choice: FilterChoice): CausedState | null {
  const { state, cause } = choice;
  if (
    !hasCause(state) ||
    cause !== null ||
    isFiltered({ ...choice, state: null, waiting: false, connection: null })
  )
    return null;
  // An unknown submission always needs attention.
  return state === 'unknown' || choice.waiting ? state : null;
}

/**
 * The first filters of an address: `state=unknown`, `state=attention`, `company=abc`,
 * `connection=abc`, `waiting=1`, `batch=abc`, `state=unknown&cause=interrupted`.
 */
export function parseFilterQuery(query: string): FilterChoice {
  const parameters = new URLSearchParams(query);
  const asked = parameters.get('state');
  const isAsked =
    asked === 'attention' || asked === 'dismissed' || (asked !== null && isSubmissionState(asked));
  const state = isAsked ? asked : null;
  return {
    ...noFilter,
    state,
    companyId: parameters.get('company'),
    connection: parameters.get('connection'),
    waiting: parameters.get('waiting') === '1',
    batchId: parameters.get('batch'),
    cause: hasCause(state) ? parameters.get('cause') : null,
  };
}
