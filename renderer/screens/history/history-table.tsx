import { ActionIcon } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { Submission } from '../../../contract/submission.ts';
import { goTo } from '../../router.ts';
import { reasonTitle } from '../../sentences.ts';
import { isDismissible } from '../../shared/history/dismiss-dialog.tsx';
import { fileColumn } from '../../shared/history/file-column.tsx';
import { type ChoosableState, hasCause } from '../../shared/history/history-filter.ts';
import { settledText } from '../../shared/history/settled-words.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { useConnectionMark } from '../../shared/history/use-connection-mark.ts';
import type { ListedSubmission } from '../../shared/history/use-history.ts';
import { ChoiceBox, ChooseShown, ShownContext, useChoice } from '../../shared/layout/choice.tsx';
import { bookText, type Formats, formText, type Translate, useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { pillWidth, textWidth } from '../../ui/pill-width.ts';
import type { KeptPlace } from '../../ui/table-scroll.ts';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';

const allFit: readonly string[] = [];
const narrowLeavesOut: readonly string[] = ['year', 'records'];
/** At 1440 pixels and 200 % zoom, the state stays in sight. */
const zoomedLeavesOut: readonly string[] = [...narrowLeavesOut, 'book', 'amount'];

/** Dismissal for those that nobody will correct; the row links to its page. */
function leaveColumn(
  t: Translate,
  onLeave: (submission: Submission) => void,
): DataColumn<Submission> {
  return {
    id: 'leave',
    header: '',
    head: <span className="z-hidden">{t('dismissal.save')}</span>,
    width: '2.2rem',
    align: 'end',
    cell: (submission) =>
      isDismissible(submission.state) ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('dismissal.leaveFile', { file: submission.file })}
          title={t('dismissal.leave')}
          onClick={(event) => {
            event.stopPropagation();
            onLeave(submission);
          }}
          data-testid="row-dismiss"
        >
          <IconBellOff size={16} aria-hidden />
        </ActionIcon>
      ) : null,
  };
}

/** Columns dropped in favour of the reason, where the list shows reasons. */
const reasonLeavesOut = { all: ['year'], narrow: [...narrowLeavesOut, 'book'] } as const;

/** The text below a state: “closed” or “sent afterwards”, “sandbox”. */
type NotesOf = (submission: ListedSubmission) => string;

function useNotes(): NotesOf {
  const { t } = useTexts();
  const markOf = useConnectionMark();
  return useCallback(
    (submission) =>
      [settledText(t, submission), markOf(submission)].filter((note) => note !== null).join(' · '),
    [t, markOf],
  );
}

/** The line below a state. */
function StateNotes({ notes, isDismissed }: { notes: string; isDismissed: boolean }) {
  return notes === '' ? null : (
    <span
      className="z-cut z-td-sub"
      title={notes}
      data-testid={isDismissed ? 'dismissed-mark' : undefined}
    >
      {notes}
    </span>
  );
}

/** The room for the notes below a state, in rem; a long name of a connection is cut. */
const notesRem = { least: 8.4, most: 13 } as const;

function notesWidth(notes: readonly string[]): number {
  const widest = Math.max(notesRem.least, ...notes.map((text) => textWidth(text)));
  return Number(Math.min(notesRem.most, widest).toFixed(1));
}

function createColumns(
  t: Translate,
  formats: Formats,
  submissions: readonly ListedSubmission[],
  without: readonly string[],
  notesOf: NotesOf,
  reasonOf?: (submission: Submission) => string,
): readonly DataColumn<ListedSubmission>[] {
  const amounts = submissions.flatMap(({ totals }) =>
    totals.amount === null ? [] : [formats.amount(totals.amount)],
  );
  const stateRem = pillWidth(
    new Set(submissions.map((submission) => t(`state.${shownStateOf(submission)}`))),
    t('history.columns.state'),
  );
  const columns: DataColumn<ListedSubmission>[] = [
    fileColumn({ header: t('history.columns.file'), second: ({ company }) => company.fullName }),
    {
      id: 'book',
      header: t('history.columns.book'),
      width: 'minmax(6rem, 0.7fr)',
      cell: ({ form }) => (
        <>
          <span className="z-cut z-second" title={formText(t, form)}>
            {bookText(t, form)}
          </span>
          <span className="z-cut z-td-sub" title={t(`form.operation.${form.operation}`)}>
            {t(`form.operation.${form.operation}`)}
          </span>
        </>
      ),
    },
    {
      id: 'year',
      header: t('history.columns.year'),
      width: '4.6rem',
      cell: (submission) => submission.fiscalYear,
    },
    {
      id: 'when',
      header: t('history.columns.when'),
      width: '9.2rem',
      cell: (submission) => (
        <time dateTime={submission.createdAt}>{formats.moment(submission.createdAt)}</time>
      ),
    },
    {
      id: 'records',
      header: t('history.columns.records'),
      width: '4.4rem',
      align: 'end',
      cell: (submission) => formats.count(submission.records),
    },
    {
      id: 'amount',
      header: t('history.columns.amount'),
      width: `${amountWidth(amounts, 6.2)}rem`,
      align: 'end',
      cell: ({ totals }) => (totals.amount === null ? '' : formats.amount(totals.amount)),
    },
    {
      id: 'state',
      header: t('history.columns.state'),
      width:
        reasonOf === undefined
          ? `${Math.max(stateRem, notesWidth(submissions.map(notesOf)))}rem`
          : 'minmax(10.6rem, 1.8fr)',
      cell: (submission) => (
        <>
          <span className="z-states">
            <StatePill state={shownStateOf(submission)} isSettled={submission.isSettled} />
          </span>
          <StateNotes
            notes={[reasonOf?.(submission), notesOf(submission)].filter(Boolean).join(' · ')}
            isDismissed={submission.dismissedAt !== null}
          />
        </>
      ),
    },
  ];
  return columns.filter(({ id }) => !without.includes(id));
}

/** The boxes to choose several. */
function choiceColumn(t: Translate): DataColumn<Submission> {
  return {
    id: 'choice',
    header: t('choice.all'),
    head: <ChooseShown />,
    width: '1.1rem',
    cell: (submission) => (
      <ChoiceBox
        items={[submission]}
        label={t('choice.one', { name: submission.file })}
        testId="choose-submission"
      />
    ),
  };
}

interface HistoryTableProps {
  readonly submissions: readonly ListedSubmission[];
  readonly onEnd: () => void;
  /** Asks whether to dismiss one; null where none may be dismissed. */
  readonly onLeave: ((submission: Submission) => void) | null;
  /** The list's identity, and the place where it was left. */
  readonly listKey: string;
  readonly place: KeptPlace;
}

/** Columns dropped in a narrow window, with or without reasons. */
function useLeftOut(hasReasons = false): readonly string[] {
  const roomy = useIsAtLeast('1180px');
  const wide = useIsAtLeast('820px');
  if (roomy) return hasReasons ? reasonLeavesOut.all : allFit;
  if (wide) return hasReasons ? reasonLeavesOut.narrow : narrowLeavesOut;
  return zoomedLeavesOut;
}

/** Submissions, newest first. */
export function HistoryTable(props: HistoryTableProps) {
  const { submissions, onEnd, onLeave } = props;
  const rows = useRows(props);
  const { t, formats } = useTexts();
  const leftOut = useLeftOut();
  const notesOf = useNotes();
  const columns = useMemo(
    () => [
      ...createColumns(t, formats, submissions, leftOut, notesOf),
      ...(onLeave === null ? [] : [leaveColumn(t, onLeave)]),
    ],
    [t, formats, submissions, leftOut, notesOf, onLeave],
  );
  return <DataTable {...rows} columns={columns} onEnd={onEnd} />;
}

/** What the table of submissions is in each list. */
function useRows({ submissions, listKey, place }: Omit<HistoryTableProps, 'onEnd' | 'onLeave'>) {
  const { t } = useTexts();
  return {
    label: t('history.table'),
    rows: submissions,
    rowKey: ({ id }: Submission) => id,
    rowHeight: 49,
    onActivate: ({ id }: Submission) => goTo('history', id),
    listKey,
    place,
  };
}

interface ChoosableTableProps extends Omit<HistoryTableProps, 'onEnd'> {
  readonly state: ChoosableState;
}

/** The number of records that need attention; nothing when the answer has no records. */
function recordsToCorrect(t: Translate, { recordCounts }: Submission): string {
  const { incorrect, acceptedWithErrors } = recordCounts;
  return [
    ...(incorrect > 0 ? [t('batch.notEntered', { count: incorrect })] : []),
    ...(acceptedWithErrors > 0
      ? [t('corrections.many.withErrors', { count: acceptedWithErrors })]
      : []),
  ].join(' · ');
}

/** Submissions with a checkbox, and why their outcome is unknown or what was refused. */
export function ChoosableTable(props: ChoosableTableProps) {
  const { state, submissions, onLeave } = props;
  const rows = useRows(props);
  const { t, formats, i18n } = useTexts();
  const { toggle } = useChoice();
  const leftOut = useLeftOut(true);
  const notesOf = useNotes();
  const columns = useMemo(() => {
    const reasonOf = (submission: Submission) =>
      hasCause(state) ? reasonTitle(i18n, submission.answerCode) : recordsToCorrect(t, submission);
    const own = createColumns(t, formats, submissions, leftOut, notesOf, reasonOf);
    return [choiceColumn(t), ...own, ...(onLeave === null ? [] : [leaveColumn(t, onLeave)])];
  }, [t, formats, i18n, submissions, state, leftOut, notesOf, onLeave]);
  return (
    <ShownContext value={submissions}>
      <DataTable
        {...rows}
        columns={columns}
        onToggle={(submission) => toggle([submission])}
        onToggleAll={() => toggle(submissions)}
      />
    </ShownContext>
  );
}
