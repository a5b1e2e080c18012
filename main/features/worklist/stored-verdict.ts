import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Issue, issueSchema, type ValidationResult } from '../../../contract/verdict.ts';
import type { WorklistFilesTable } from '../../platform/db/worklist-tables.ts';
import { isFixable } from '../../validator/fixes/plan.ts';
import { hasTaxIdForm } from '../../validator/tax-id.ts';
import { takesWrongTaxIds } from '../connection/public.ts';
import type { Core } from '../core.ts';
import type { Recorded } from './history-warnings.ts';
import type { ValidationColumns } from './worklist-table.ts';

/** A stored result; its issues are beside it, compressed. */
type Headline = Omit<ValidationResult, 'issues'> & {
  /** Whether all its errors are wrong check digits of tax ids. */
  readonly onlyTaxIds?: true;
  readonly mayFix: boolean;
  readonly recorded?: Recorded;
};

export function toValidationColumns(validation: ValidationResult): ValidationColumns {
  const { issues, ...rest } = validation;
  const headline: Headline = {
    ...rest,
    mayFix: issues.some(({ code }) => isFixable(code)),
    ...(hasOnlyTaxIdErrors(validation) ? { onlyTaxIds: true } : {}),
  };
  return { validation: JSON.stringify(headline), issues_gzip: gzipSync(JSON.stringify(issues)) };
}

/** Issues that say that a tax id has a wrong check digit. */
const taxIdCodes: ReadonlySet<string> = new Set([
  'header_tax_id',
  'header_tax_id_form',
  'rule_B4_2000011',
]);

function hasOnlyTaxIdErrors({ issues, issueCounts }: ValidationResult): boolean {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const isWhole = errors.length === issueCounts.error;
  const isOfTaxId = ({ code, value, params }: Issue) =>
    taxIdCodes.has(code) && hasTaxIdForm(String(params.found ?? value ?? '').toUpperCase());
  return isWhole && errors.length > 0 && errors.every(isOfTaxId);
}

/** A stored result. Where `eases`, the service takes wrong tax ids: their errors are warnings. */
export function parseHeadline(text: string, eases = false): Headline {
  const headline = JSON.parse(text) as Headline;
  if (!eases || !headline.onlyTaxIds) return headline;
  const { error, warning, info } = headline.issueCounts;
  const issueCounts = { error: 0, warning: warning + error, info };
  return { ...headline, verdict: 'warnings', issueCounts };
}

/** A stored result as it counts for the service in force. */
export function readHeadline({ connection }: Pick<Core, 'connection'>, text: string): Headline {
  return parseHeadline(text, takesWrongTaxIds(connection));
}

/** The stored issues of a file, as `readHeadline`. */
export function readIssues(
  { connection }: Pick<Core, 'connection'>,
  { validation, issues_gzip }: WorklistFilesTable,
): Issue[] {
  const issues = issues_gzip ? parseIssues(issues_gzip) : [];
  const isEased =
    validation !== null && parseHeadline(validation).onlyTaxIds && takesWrongTaxIds(connection);
  if (!isEased) return issues;
  return issues.map((issue) =>
    issue.severity === 'error' ? { ...issue, severity: 'warning' } : issue,
  );
}

/** A stored result; null when only some of its issues are stored. */
export function parseWhole(row: ValidationColumns): ValidationResult | null {
  const validation = { ...parseHeadline(row.validation), issues: parseIssues(row.issues_gzip) };
  const { error, warning, info } = validation.issueCounts;
  return validation.issues.length === error + warning + info ? validation : null;
}

function parseIssues(gzip: Uint8Array): Issue[] {
  return z.array(issueSchema).parse(JSON.parse(gunzipSync(gzip).toString('utf8')));
}
