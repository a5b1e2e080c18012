import type { Issue, ValidationResult } from '../../../contract/verdict.ts';
import { hasTaxIdForm } from '../../validator/tax-id.ts';

/** Issues that say that a tax id has a wrong check digit. */
const codes: ReadonlySet<string> = new Set(['header_tax_id', 'rule_B4_2000011']);

const isOfTaxId = ({ code, value, params }: Issue): boolean =>
  codes.has(code) && hasTaxIdForm(String(params.found ?? value ?? '').toUpperCase());

/** Whether wrong check digits are all that speaks against a file. */
export function hasOnlyTaxIdErrors({ issues, issueCounts }: ValidationResult): boolean {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const isWhole = errors.length === issueCounts.error;
  return isWhole && errors.length > 0 && errors.every(isOfTaxId);
}

/** The verdict where the service takes such tax ids: these errors are warnings. */
export function easeVerdict<Validation extends Pick<ValidationResult, 'verdict' | 'issueCounts'>>(
  validation: Validation,
): Validation {
  const { error, warning, info } = validation.issueCounts;
  const issueCounts = { error: 0, warning: warning + error, info };
  return { ...validation, verdict: 'warnings', issueCounts };
}

export function easeIssue(issue: Issue): Issue {
  return issue.severity === 'error' ? { ...issue, severity: 'warning' } : issue;
}
