import type { Layer } from '../../../contract/verdict.ts';
import { escapeAttribute as attribute, escapeMarkup } from '../../platform/markup.ts';
import type { Texts } from '../../platform/texts.ts';
import { bidiControls } from './bidi-controls.ts';
import type { BatchReport, FileReport, PrintedIssue, ReportedFile } from './report.ts';

const layers = ['file', 'xml', 'schema', 'header', 'rule'] as const satisfies readonly Layer[];

type Case = {
  readonly layer: Layer;
  readonly state: 'passed' | 'failure' | 'error' | 'skipped';
  readonly issues: readonly PrintedIssue[];
};

/**
 * A suite for each file and a case for each layer, so that each run has the same cases; a layer
 * that was not reached is skipped.
 */
export function toJunit({ files, checks, createdAt }: BatchReport, texts: Texts): string {
  const asked = checks === 'all' ? layers : layers.slice(0, 3);
  const suites = files.map((file) => ({
    file,
    cases: asked.map((layer) => caseOf(layer, file.report)),
  }));
  const all = suites.flatMap(({ cases }) => cases);
  const time = createdAt.toISOString().slice(0, 19);
  const body = suites
    .map(({ file, cases }) => suiteText(file, cases, { texts, time }))
    .join('')
    .replaceAll(bidiControls, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="zubi" ${counts(all)} time="0">\n${body}</testsuites>\n`;
}

function caseOf(layer: Layer, { issues, verdict }: FileReport): Case {
  const own = issues.filter((issue) => issue.layer === layer);
  const isFaulty = own.some(({ severity }) => severity === 'error');
  if (isFaulty)
    return { layer, state: verdict === 'unreadable' ? 'error' : 'failure', issues: own };
  const stopped = issues.find(
    (issue) => issue.severity === 'error' && (issue.layer === 'file' || issue.layer === 'xml'),
  );
  const isBehind = stopped !== undefined && layers.indexOf(stopped.layer) < layers.indexOf(layer);
  return { layer, state: isBehind ? 'skipped' : 'passed', issues: own };
}

function counts(cases: readonly Case[]): string {
  const count = (state: Case['state']) => cases.filter((each) => each.state === state).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function suiteText(
  { report, totalIssues }: ReportedFile,
  cases: readonly Case[],
  { texts, time }: { texts: Texts; time: string },
): string {
  const name = attribute(report.file);
  const unlisted = totalIssues - report.issues.length;
  const more =
    unlisted > 0
      ? `    <system-out>${escapeMarkup(texts.say('validate.moreIssues', { count: unlisted }))}</system-out>\n`
      : '';
  const body = cases.map((each) => caseText(each, name, texts)).join('');
  return `  <testsuite name="${name}" ${counts(cases)} time="0" timestamp="${time}">\n${body}${more}  </testsuite>\n`;
}

function caseText({ layer, state, issues }: Case, file: string, texts: Texts): string {
  const open = `    <testcase classname="${file}" name="${attribute(texts.say(`report.layer.${layer}`))}" time="0"`;
  const lines = issues.map((issue) => lineOf(issue, texts)).join('\n');
  if (state === 'skipped') return `${open}>\n      <skipped/>\n    </testcase>\n`;
  if (state === 'passed') {
    if (lines === '') return `${open}/>\n`;
    return `${open}>\n      <system-out>${escapeMarkup(lines)}</system-out>\n    </testcase>\n`;
  }
  const errors = issues.filter(({ severity }) => severity === 'error');
  const first = errors[0]?.message ?? '';
  const more = errors.length > 1 ? ` (+${texts.number(errors.length - 1)})` : '';
  const tag = `${state} message="${attribute(first + more)}" type="${attribute(errors[0]?.code ?? '')}"`;
  return `${open}>\n      <${tag}>${escapeMarkup(lines)}</${state}>\n    </testcase>\n`;
}

/** One line for each issue, with its place in the form that editors and CI tools link. */
function lineOf(
  { severity, line, column, record, path, code, ledgerCode, message, hint }: PrintedIssue,
  texts: Texts,
): string {
  const place = line === null ? '' : `${line}:${column ?? 1} `;
  const where =
    record === null ? '' : ` (${texts.say('validate.record', { record: texts.number(record) })})`;
  const kind = texts.say(`validate.severity.${severity}`);
  const codes = ledgerCode === null ? code : `${code}, ${ledgerCode}`;
  const help = hint === null || hint === '' ? '' : ` ${hint}`;
  return `${place}${kind} [${codes}]${where}: ${message}${help}${path === null ? '' : ` ${path}`}`;
}
