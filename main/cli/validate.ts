import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { settingsSchema } from '../../contract/settings.ts';
import { createJudge } from '../ledger/judge.ts';
import type { JudgeOptions } from '../ports.ts';
import { findDocuments, mapInOrder } from './documents.ts';
import { write, writeJson, writeLine } from './output.ts';
import { toLines, toSummaryLine } from './report-lines.ts';
import { type FileReport, summarise, toReport } from './reports.ts';
import type { Texts } from './texts.ts';

export interface ValidateOptions {
  readonly json: boolean;
  readonly checks: JudgeOptions['checks'];
  /** Folder of another schema package (`manifest.json` and its files); null for the application's own. */
  readonly schemas: string | null;
}

/** Judges documents without sending anything. Gives back the exit code: 0 all valid, 1 some invalid, 2 some unreadable. */
export async function validate(
  paths: readonly string[],
  options: ValidateOptions,
  texts: Texts,
): Promise<number> {
  const { maxFileBytes } = settingsSchema.parse({});
  const documents = await findDocuments(paths, maxFileBytes);
  const judge = createJudge({
    threads: Math.min(availableParallelism(), documents.length),
    ...(options.schemas === null ? {} : { schemasFolder: resolve(options.schemas) }),
  });
  const judgeOptions: JudgeOptions = { maxFileBytes, checks: options.checks, keepXml: false };
  const reports: FileReport[] = [];
  try {
    const judged = mapInOrder(documents, availableParallelism() * 2, async ({ file, source }) => {
      const { judgement } = await judge.judge(source, judgeOptions);
      const { error, warning, info } = judgement.issueCounts;
      return { report: toReport(file, judgement, texts), totalIssues: error + warning + info };
    });
    for await (const { report, totalIssues } of judged) {
      if (!options.json) await write(`${toLines(report, totalIssues, texts).join('\n')}\n`);
      // What has been printed for a person need not be kept: a folder may hold thousands of files with thousands of faults.
      reports.push(options.json ? report : { ...report, issues: [] });
    }
  } finally {
    await judge.close();
  }
  const summary = summarise(reports);
  if (options.json) await writeJson({ files: reports, summary });
  else await writeLine(toSummaryLine(summary, texts));
  if (summary.unreadable > 0) return 2;
  return summary.invalid > 0 ? 1 : 0;
}
