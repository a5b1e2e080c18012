import type { Submission } from '../../../contract/submission.ts';
import { formText, type Texts } from '../../platform/texts.ts';
import { momentOf } from './moment.ts';
import { writeJson, writeLine } from './output.ts';
import { type Session, withSession } from './session.ts';

/** Prints the whole history, the newest first: as a JSON array, or a line each. */
export function history(
  options: { data: string | null; json: boolean },
  texts: Texts,
): Promise<number> {
  return withSession(options.data, texts, async (session) => {
    const all: Submission[] = [];
    for await (const submission of listAll(session)) {
      if (options.json) all.push(submission);
      else await writeLine(toLine(submission, texts));
    }
    if (options.json) await writeJson(all);
    return 0;
  });
}

async function* listAll(session: Session): AsyncGenerator<Submission> {
  let cursor: string | null = null;
  do {
    const page: { submissions: Submission[]; nextCursor: string | null } = await session.call(
      'submissions.list',
      {
        cursor,
        limit: 1000,
      },
    );
    yield* page.submissions;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function toLine(submission: Submission, texts: Texts): string {
  const { createdAt, state, form, company, file, records, identifier } = submission;
  const parts = [
    momentOf(createdAt),
    texts.say(`state.${state}`),
    company.fullName,
    formText(form, texts),
    texts.say('validate.records', { count: records, number: texts.number(records) }),
    file,
    identifier ?? '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
