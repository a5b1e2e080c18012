import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import { toDownload } from '../../platform/files/download.ts';
import { loadTexts, type Texts } from '../../platform/texts.ts';
import type { Core, Handlers } from '../core.ts';
import { readHeadline, readIssues, requireFile } from '../worklist/public.ts';
import { reportFile, textsOf, writeReport } from './formats.ts';
import { gatherReceipt } from './receipt.ts';
import { toHtmlFile, toMailFile, toPdfFile } from './receipt-files.ts';
import { type BatchReport, type ReportedFile, summarise, toReportedFile } from './report.ts';

/** Reports on files of the worklist, and receipts of what was sent. */
export function reportHandlers(core: Core, version: string) {
  return {
    'reports.create': async ({ fileIds, format, language }) => {
      const texts = textsOf(format, loadTexts(language ?? core.settings.read().language));
      const files: ReportedFile[] = [];
      for (const id of new Set(fileIds)) {
        files.push(await readFile(core, id, texts));
        // A file has up to a thousand issues to put into words.
        await setImmediate();
      }
      const summary = summarise(files.map(({ report }) => report));
      const createdAt = core.clock();
      const batch: BatchReport = { files, summary, checks: 'all', createdAt, version };
      const { name, mediaType } = reportFile(format, batch);
      return toDownload(name, mediaType, writeReport(format, batch, texts));
    },
    'reports.receipt': async ({ language, format, ...wanted }) => {
      const texts = loadTexts(language ?? core.settings.read().language);
      const receipt = await gatherReceipt(core, wanted, version);
      const [part] = receipt.parts;
      if (format === 'html') return toHtmlFile(receipt, texts);
      if (format === 'pdf' || part === undefined) return toPdfFile(receipt, texts);
      return toMailFile(receipt, part, texts);
    },
  } satisfies Partial<Handlers>;
}

async function readFile(core: Core, id: string, texts: Texts): Promise<ReportedFile> {
  const file = await requireFile(core, id);
  if (file.validation === null) throw new ZubiError('report_not_judged', { name: file.name });
  const validation = { ...readHeadline(core, file.validation), issues: readIssues(core, file) };
  return toReportedFile(file.name, validation, texts);
}
