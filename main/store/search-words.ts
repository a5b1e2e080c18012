/**
 * The vocabulary of the index of words as it is spoken now: which words and marks a submission has,
 * and where it stands. What the index holds is written with it, so it changes only together with a
 * migration that writes all words anew and raises `vocabularyNumber`; a test compares the two.
 */

/**
 * Kept in the database as well (`search_vocabulary`); the check of a whole history compares the
 * two.
 */
export const vocabularyNumber = 1;

/**
 * Where in the order of words a submission stands: `place << 32 | lastOfAll - sequence`. All stand
 * at `all`, in the order of arrival; what waits for a person stands at `waits` as well, what a
 * person let be at `dismissed`, and each at the place of its company (`company_places`), so that a
 * search in one of these walks through nothing else. The newest come first: FTS5 skips quickly only
 * forwards.
 */
export const places = { all: 0, waits: 1, dismissed: 2, firstCompany: 3 } as const;

/** Sequence numbers are no higher. */
export const lastOfAll = 2 ** 32 - 1;

/** The number under which a row stands at a place; SQL, as are the two. */
const numberAt = (place: string, sequence: string) =>
  `(${place} << 32) + ${lastOfAll} - ${sequence}`;

/**
 * Marks are words of one private character, so that nobody types one and each is soon found; that
 * of the company is followed by its place.
 */
export const marks = {
  form: 57_600,
  /** 140 with invoice, 140 without, 240. */
  book: 57_616,
  model140: 57_620,
  operation: 57_632,
  state: 57_648,
  company: 57_664,
  /**
   * Only of the row at a place other than `all`, followed by its number: where several words must
   * meet, FTS5 would else look for the first of all such rows before it goes to the place.
   */
  place: 57_665,
  /**
   * Only of rows at the place of a company. Nobody asks for it any more; it goes when words are
   * written anew.
   */
  anyCompany: 57_666,
  /** Form and state at once: eight numbers for each form. */
  formInState: 57_680,
} as const;

/** What is still moving has one mark, so that the words are not written anew when it leaves. */
export const markedStates = [
  ['queued', 'sending'],
  ...([
    ['accepted'],
    ['partially_accepted'],
    ['rejected'],
    ['failed'],
    ['unknown'],
    ['cancelled'],
  ] as const),
] as const;

const stateNumber = `case submissions.state ${markedStates
  .flatMap((states, index) => states.map((state) => `when '${state}' then ${index}`))
  .join(' ')} end`;

/** Of a row of `submissions` joined with its company's place. */
const markWords = `
  ' ' || char(${marks.form} + submissions.form, 32, ${marks.book} + submissions.form / 3, 32, ${marks.operation} + submissions.form % 3, 32,
    ${marks.state} + ${stateNumber}, 32, ${marks.formInState} + 8 * submissions.form + ${stateNumber}, 32,
    ${marks.company}) || company_places.place
  || case when submissions.form < 6 then char(32, ${marks.model140}) else '' end`;

export interface SearchTable {
  readonly name: 'submission_search' | 'record_search';
  readonly words: string;
  /** Which rows of `submissions` it has words of. */
  readonly has: string;
}

/** What a person knows a submission by; its taxpayer is nearly always its company. */
const ofSubmissions: SearchTable = {
  name: 'submission_search',
  words: `submissions.file_name || ' ' || submissions.company_name
    || case when submissions.taxpayer_name = submissions.company_name then '' else ' ' || submissions.taxpayer_name end
    || ' ' || submissions.tax_id || ' ' || submissions.sha256
    || ' ' || coalesce(submissions.identifier, '') || ' ' || coalesce(submissions.registration_number, '')`,
  has: 'true',
};

const recordColumns = ['series', 'number', 'issuer', 'counterparty'] as const;

/**
 * What a person looks for a record by; each value once, however many records share it: it is cut
 * into words for each of the lengths of beginnings.
 */
const ofRecords: SearchTable = {
  name: 'record_search',
  words: `(select group_concat(word, ' ') from (${recordColumns
    .map(
      (column) =>
        `select ${column} as word from record_results where submission_id = submissions.id`,
    )
    .join(' union ')}))`,
  has: 'exists (select 1 from record_results where submission_id = submissions.id)',
};

export const searchTables: readonly SearchTable[] = [ofSubmissions, ofRecords];

export type Kind = 'all' | 'waits' | 'dismissed' | 'company';

/**
 * Rising, as places do: the index writes down what it holds whenever a row stands before the one
 * before.
 */
export const kinds: readonly Kind[] = ['all', 'waits', 'dismissed', 'company'];

/**
 * The number of a place, and which rows of `submissions`, joined with their company's place, stand
 * there.
 */
const standing: Readonly<Record<Kind, { place: string; has: string; marks: string }>> = {
  all: { place: String(places.all), has: 'true', marks: "''" },
  waits: {
    place: String(places.waits),
    marks: `char(32, ${marks.place}) || ${places.waits}`,
    has: 'exists (select 1 from waiting_submissions where waiting_submissions.sequence = submissions.sequence)',
  },
  dismissed: {
    place: String(places.dismissed),
    marks: `char(32, ${marks.place}) || ${places.dismissed}`,
    has: 'submissions.dismissed_at is not null',
  },
  company: {
    place: 'company_places.place',
    marks: `char(32, ${marks.anyCompany}, 32, ${marks.place}) || company_places.place`,
    has: 'true',
  },
};

const withPlaces =
  'submissions cross join company_places on company_places.company_id = submissions.company_id';

/**
 * The numbers of that kind under which rows of `submissions` stand, and what else is said of them.
 */
const rowsAt = (
  kind: Kind,
  has: string,
  { more = '', from = withPlaces, wherever = false } = {},
) => `
  select ${numberAt(standing[kind].place, 'submissions.sequence')}${more} from ${from} where ${has} and ${wherever ? 'true' : standing[kind].has}`;

/** Adds the words of rows of `submissions` that stand at places of that kind. */
export const addWords = (
  { name, words, has }: SearchTable,
  kind: Kind,
  which: string,
  from?: string,
) => `
  insert into ${name} (rowid, words) ${rowsAt(kind, `${which} and ${has}`, { more: `, ${words} || ${markWords} || ${standing[kind].marks}`, ...(from ? { from } : {}) })}`;

/**
 * Removes the words of rows of `submissions` at places of that kind, whether they should stand
 * there or not.
 */
export const removeWords = ({ name }: SearchTable, kind: Kind, which: string) =>
  `delete from ${name} where rowid in (${rowsAt(kind, which, { wherever: true })})`;

/**
 * Under which numbers all stand in each of the two; the check of a whole history compares them with
 * those that the index has.
 */
export const standingNumbers = searchTables.map(({ name, has }) => ({
  name,
  numbers: kinds.map((kind) => rowsAt(kind, has)).join(' union all '),
}));
