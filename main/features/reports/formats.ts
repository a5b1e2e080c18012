import type { ReportFormat } from '../../../contract/choices.ts';
import { dayOf, formatTime } from '../../../contract/formats.ts';
import type { Texts } from '../../platform/texts.ts';
import { toJsonText } from './bidi-controls.ts';
import { toCsv } from './csv.ts';
import { toHtml } from './html.ts';
import { toJunit } from './junit.ts';
import type { BatchReport } from './report.ts';
import { toSarif } from './sarif.ts';

/** A format: its writer, its file name and media type. */
interface Format {
  readonly write: (batch: BatchReport, texts: Texts) => string;
  readonly extension: string;
  readonly mediaType: string;
}

const formats: Readonly<Record<ReportFormat, Format>> = {
  json: { write: toJson, extension: 'json', mediaType: 'application/json' },
  csv: { write: toCsv, extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  html: { write: toHtml, extension: 'html', mediaType: 'text/html; charset=utf-8' },
  junit: { write: toJunit, extension: 'xml', mediaType: 'application/xml' },
  sarif: { write: toSarif, extension: 'sarif', mediaType: 'application/sarif+json' },
};

/** Writes the verdict of a batch in a format. */
export function writeReport(format: ReportFormat, batch: BatchReport, texts: Texts): string {
  return formats[format].write(batch, textsOf(format, texts));
}

/** The sentences of a report in a format: a page is for a person, the others are for programs. */
export function textsOf(format: ReportFormat, texts: Texts): Texts {
  return format === 'html' ? texts : texts.plain;
}

/** A report's file name and media type. */
export function reportFile(
  format: ReportFormat,
  { createdAt }: BatchReport,
): { name: string; mediaType: string } {
  const { extension, mediaType } = formats[format];
  const day = dayOf(createdAt).replaceAll('-', '');
  const stamp = `${day}-${formatTime(createdAt).replace(':', '')}`;
  return { name: `zubi-${stamp}.${extension}`, mediaType };
}

function toJson({ files, summary }: BatchReport): string {
  return toJsonText({ files: files.map(({ report }) => report), summary });
}
