import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ReportFormat } from '../../../contract/choices.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { textsOf, writeReport } from '../../features/reports/formats.ts';
import {
  type Counted,
  type ReportedFile,
  shownVerdict,
  summarise,
  toReportedFile,
} from '../../features/reports/report.ts';
import type { Texts } from '../../platform/texts.ts';
import type { ValidationOptions } from '../../validator/validator-port.ts';
import { readVersion } from '../host.ts';
import { mapInOrder, requireDocuments } from './documents.ts';
import { findMaxFileBytes } from './max-file-bytes.ts';
import { printable, write } from './output.ts';
import { toLines, toSummaryLine } from './report-lines.ts';
import { openValidator, type SchemaSource } from './resolve-schemas.ts';
import { writeOutput } from './write-output.ts';
import { WrongUsage } from './wrong-usage.ts';

interface ValidateOptions extends SchemaSource {
  readonly json?: boolean;
  readonly format?: 'text' | ReportFormat;
  readonly checks: ValidationOptions['checks'];
  /** File for the report instead of standard output. */
  readonly output?: string;
}

/**
 * Checks documents without sending anything. Returns the exit code: 0 all valid, 1 some invalid, 2
 * some unreadable. Files of a folder or zip that belong elsewhere, such as TicketBAI files, are
 * reported and are no fault.
 */
export async function validate(
  paths: readonly string[],
  options: ValidateOptions,
  given: Texts,
): Promise<number> {
  const { json = false, format = json ? 'json' : 'text', checks, output } = options;
  if (json && format !== 'json') throw new WrongUsage('usage.formatIsNotJson', { format });
  const texts = format === 'text' ? given : textsOf(format, given);
  const maxFileBytes = await findMaxFileBytes(options.data);
  const documents = await requireDocuments(paths, maxFileBytes, given);
  await refuseOverwriting(output, [
    ...paths,
    ...documents.map(({ file, zip, place }) => place ?? zip ?? file),
  ]);
  const validator = await openValidator(options, documents.length, texts);
  const validateOptions: ValidationOptions = { maxFileBytes, checks, keepXml: false };
  const target = openTarget(output);
  try {
    let besides = 0;
    const validated = mapInOrder(documents, atOnce, async ({ file, source, isFound }) => {
      const { validation } = await validator.validate(source, validateOptions);
      const reported = toReportedFile(file, validation, texts);
      if (isFound && shownVerdict(reported.report) === 'elsewhere') besides += 1;
      return reported;
    });
    const { files, unreadable, invalid } = await report(validated, format, {
      texts,
      checks,
      write: target.write,
    });
    await target.close();
    if (unreadable > besides || unreadable === files) return 2;
    return invalid > 0 ? 1 : 0;
  } finally {
    await validator.close();
  }
}

/** Documents asked for at the same time: enough for each thread to have several before it. */
const atOnce = 64;

interface ReportTarget {
  readonly texts: Texts;
  readonly checks: ValidationOptions['checks'];
  readonly write: (text: string) => Promise<void>;
}

async function report(
  validated: AsyncIterable<ReportedFile>,
  format: 'text' | ReportFormat,
  target: ReportTarget,
) {
  if (format === 'text') return reportAsText(validated, target);
  const files: ReportedFile[] = [];
  for await (const file of validated) files.push(file);
  const summary = summarise(files.map((file) => file.report));
  const { checks } = target;
  const batch = { files, summary, checks, createdAt: new Date(), version: readVersion() };
  await target.write(writeReport(format, batch, target.texts));
  return summary;
}

async function reportAsText(validated: AsyncIterable<ReportedFile>, target: ReportTarget) {
  const { texts } = target;
  const verdicts: Counted[] = [];
  for await (const { report: file, totalIssues } of validated) {
    await target.write(toLines(file, totalIssues, texts).map(toOutput).join(''));
    // What has been printed need not be kept: a folder may hold thousands of files with thousands
    // of faults.
    const { verdict, records, issues } = file;
    verdicts.push({ verdict, records, issues: issues.slice(0, 1) });
  }
  await target.write(toOutput(toSummaryLine(verdicts, texts)));
  return summarise(verdicts);
}

const toOutput = (line: string): string => `${printable(line)}\n`;

/** A report never replaces a document, by whatever path or link it is named. */
async function refuseOverwriting(
  output: string | undefined,
  inputs: readonly (string | Buffer)[],
): Promise<void> {
  const placeOf = (path: string | Buffer) =>
    stat(typeof path === 'string' ? resolve(path) : path).catch(() => null);
  const target = output === undefined ? null : await placeOf(output);
  if (output === undefined || !target?.isFile()) return;
  for (const input of new Set(inputs)) {
    const place = input === '-' ? null : await placeOf(input);
    if (place?.ino === target.ino && place.dev === target.dev)
      throw new WrongUsage('usage.outputIsInput', { file: output });
  }
}

/**
 * A file is written when everything is known: a command that is broken off leaves no half report.
 */
function openTarget(output: string | undefined): {
  write(text: string): Promise<void>;
  close(): Promise<void>;
} {
  if (output === undefined) return { write, close: async () => undefined };
  const parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    close: async () => {
      await writeOutput(output, parts.join('')).catch((error: unknown) => {
        if (!(error instanceof ZubiError) || error.code !== 'file_not_written') throw error;
        const { file, reason } = error.details as { file: string; reason: string };
        throw new ZubiError('report_not_written', { file, reason });
      });
    },
  };
}
