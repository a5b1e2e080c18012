import { ZubiError } from '../../contract/errors.ts';
import type { Core, Handlers } from '../core.ts';
import { findWorklistFile } from '../store/worklist.ts';
import { parseHeadline, parseIssues } from '../submissions/worklist.ts';
import { reportFile, writeReport } from './formats.ts';
import { type BatchReport, type ReportedFile, summarise, toReportedFile } from './report.ts';
import { loadTexts, type Texts } from './texts.ts';

/** Reports on files of the worklist. */
export function reportHandlers(core: Core, version: string): Handlers<'reports.create'> {
  return {
    'reports.create': async ({ fileIds, format, language }) => {
      const texts = loadTexts(language ?? core.settings.read().language);
      const files: ReportedFile[] = [];
      for (const id of new Set(fileIds)) files.push(await readFile(core, id, texts));
      const summary = summarise(files.map(({ report }) => report));
      const batch: BatchReport = { files, summary, checks: 'all', createdAt: core.clock(), version };
      const contentBase64 = Buffer.from(writeReport(format, batch, texts)).toString('base64');
      return { ...reportFile(format, batch), contentBase64 };
    },
  };
}

async function readFile(core: Core, id: string, texts: Texts): Promise<ReportedFile> {
  const file = await findWorklistFile(core.store.queries, id);
  if (!file) throw new ZubiError('file_unknown', { id });
  if (file.judgement === null) throw new ZubiError('report_not_judged', { name: file.name });
  const issues = file.issues_gzip ? parseIssues(file.issues_gzip) : [];
  return toReportedFile(file.name, { ...parseHeadline(file.judgement), issues }, texts);
}
