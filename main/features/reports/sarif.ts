import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Texts } from '../../platform/texts.ts';
import { toJsonText } from './bidi-controls.ts';
import type { BatchReport, FileReport, PrintedIssue } from './report.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** SARIF 2.1.0 (OASIS): one run, a rule for each code that occurs, a result for each issue. */
export function toSarif(batch: BatchReport, texts: Texts): string {
  const { files, version, createdAt } = batch;
  const codes = [
    ...new Set(files.flatMap(({ report }) => report.issues.map(({ code }) => code))),
  ].sort();
  const results = files.flatMap(({ report }, index) =>
    report.issues.map((issue) =>
      toResult(issue, { file: report.file, index, ruleIndex: codes.indexOf(issue.code) }),
    ),
  );
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Zubi',
            semanticVersion: version,
            language: texts.language,
            rules: codes.map((code) => toRule(code, batch, texts)),
          },
        },
        language: texts.language,
        columnKind: 'unicodeCodePoints',
        invocations: [{ executionSuccessful: true, endTimeUtc: createdAt.toISOString() }],
        artifacts: files.map(({ report, totalIssues }) => toArtifact(report, totalIssues)),
        results,
      },
    ],
  };
  return toJsonText(log);
}

/** The meaning of a code, without the values of one issue. */
function toRule(code: string, { files }: BatchReport, texts: Texts) {
  const example = files.flatMap(({ report }) => report.issues).find((issue) => issue.code === code);
  const title = texts.issue(code, 'title', {}) ?? code;
  const message = texts.issue(code, 'message', {}) ?? title;
  const hint = texts.issue(code, 'hint', {}) ?? '';
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: message },
    help: { text: hint === '' ? message : hint },
    defaultConfiguration: { level: levels[example?.severity ?? 'error'] },
    ...(example?.ledgerCode == null ? {} : { properties: { ledgerCode: example.ledgerCode } }),
  };
}

function toArtifact(
  { file, verdict, form, fiscalYear, taxpayer, records }: FileReport,
  totalIssues: number,
) {
  return {
    location: { uri: toUri(file) },
    properties: { verdict, form, fiscalYear, taxpayer, records, totalIssues },
  };
}

function toResult(
  issue: PrintedIssue,
  { file, index, ruleIndex }: { file: string; index: number; ruleIndex: number },
) {
  const { message, hint, path, line } = issue;
  const { layer, ledgerCode, record, recordKey, value } = issue;
  const region =
    line === null ? {} : { region: { startLine: line, startColumn: issue.column ?? 1 } };
  const logical =
    path === null ? {} : { logicalLocations: [{ fullyQualifiedName: path, kind: 'element' }] };
  return {
    ruleId: issue.code,
    ruleIndex,
    level: levels[issue.severity],
    message: { text: hint === null || hint === '' ? message : `${message} ${hint}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: toUri(file), index }, ...region },
        ...logical,
      },
    ],
    properties: { layer, ledgerCode, record, recordKey, value },
  };
}

/** Relative as given, with `/` and percent signs as in a URI; standard input is `stdin`. */
function toUri(file: string): string {
  if (file === '-') return 'stdin';
  if (isAbsolute(file)) return pathToFileURL(file).href;
  const slashed = process.platform === 'win32' ? file.replaceAll('\\', '/') : file;
  const uri = slashed
    .split('/')
    .map((step) => encodeURIComponent(step.toWellFormed()))
    .join('/');
  return uri;
}
