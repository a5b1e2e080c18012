import { join } from 'node:path';
import { z } from 'zod';
import { missingSubmissionSchema } from '../../../contract/backup.ts';
import type { Output } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import { openReader } from '../../platform/db/connection-settings.ts';
import type { Core, Handlers } from '../core.ts';
import { listCopies, pathOfCopy } from './copies.ts';
import { countRows, missing, selectMissing } from './missing-submissions.ts';

type Missing = Output<'history.missing'>;

export function missingHandlers(core: Core): Handlers<'history.missing'> {
  return { 'history.missing': async ({ limit }) => findMissing(core, limit) };
}

/**
 * The submissions that copies of the history have and the history in force lacks. Skips copies that
 * cannot be read. Does not open archives.
 */
function findMissing(core: Pick<Core, 'dataFolder' | 'log'>, limit: number): Missing {
  const found = new Map<string, Missing['submissions'][number]>();
  let best: { readonly id: string; readonly count: number } | null = null;
  for (const copy of listCopies(core.dataFolder)) {
    if (copy.kind === 'archive') continue;
    const { id } = copy;
    const { submissions, count } = readMissing(core, pathOfCopy(core.dataFolder, copy), limit);
    for (const submission of submissions)
      if (!found.has(submission.id)) found.set(submission.id, { ...submission, copyId: id });
    if (count > (best?.count ?? 0)) best = { id, count };
  }
  const newestFirst = [...found.values()].toSorted((a, b) => b.at.localeCompare(a.at));
  return { submissions: newestFirst.slice(0, limit), bestCopyId: best?.id ?? null };
}

function readMissing(
  { dataFolder, log }: Pick<Core, 'dataFolder' | 'log'>,
  path: string,
  limit: number,
) {
  try {
    using copy = openReader(path);
    copy.prepare('attach ? as restored').run(join(dataFolder, 'zubi.db'));
    return {
      submissions: z.array(missingSubmissionSchema).parse(copy.prepare(selectMissing).all(limit)),
      count: countRows(copy, missing),
    };
  } catch (error) {
    log.warn('copy_not_read', { code: toCallError(error).code });
    return { submissions: [], count: 0 };
  }
}
