import { formatMoment } from '../../../contract/formats.ts';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { Submission, SubmissionFilter } from '../../../contract/submission.ts';
import { formText, type Texts } from '../../platform/texts.ts';
import { dayEnd, dayStart } from './moment.ts';
import { complain, writeJson, writeLine } from './output.ts';
import { type Session, withSession } from './session.ts';

/** Filters of the printed submissions; `from` and `to` are days in Bizkaia, both included. */
interface HistoryOptions {
  readonly data: string | null;
  readonly json?: boolean;
  readonly state?: SubmissionFilter['states'];
  readonly model?: SubmissionFilter['model'];
  readonly text?: string;
  readonly connection?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

const pageRows = 1000;

/**
 * Prints the history, newest first: as a JSON array, or one line each. Without any, people read
 * that on standard error.
 */
export function history(options: HistoryOptions, texts: Texts): Promise<number> {
  const { state, model, text, connection, from, to, limit = Number.POSITIVE_INFINITY } = options;
  const filter: SubmissionFilter = {
    states: state,
    model,
    text,
    connection,
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return withSession(options.data, texts, async (session) => {
    const all: Submission[] = [];
    let isEmpty = true;
    for await (const submission of list(session, filter, limit)) {
      isEmpty = false;
      if (options.json) all.push(submission);
      else await writeLine(toLine(submission, texts));
    }
    if (options.json) await writeJson(all);
    else if (isEmpty) complain(texts.say(isFiltered ? 'noHistory.filtered' : 'noHistory.empty'));
    return 0;
  });
}

async function* list(
  session: Session,
  filter: SubmissionFilter,
  limit: number,
): AsyncGenerator<Submission> {
  let cursor: string | null = null;
  let left = limit;
  do {
    const page: { submissions: Submission[]; nextCursor: string | null } = await session.call(
      'submissions.list',
      { filter, cursor, limit: Math.min(pageRows, left) },
    );
    yield* page.submissions;
    left -= page.submissions.length;
    cursor = page.nextCursor;
  } while (cursor !== null && left > 0);
}

function toLine(submission: Submission, texts: Texts): string {
  const { createdAt, form, company, file, records, identifier } = submission;
  const parts = [
    formatMoment(texts.language, new Date(createdAt)),
    texts.say(`state.${shownStateOf(submission)}`),
    company.fullName,
    formText(form, texts),
    texts.say('validate.records', { count: records }),
    file,
    identifier ?? '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
