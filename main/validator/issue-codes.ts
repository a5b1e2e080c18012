import type issues from '../../locales/es/issues.json';
import type rules from '../../locales/es/rules.json';

/**
 * A code of an issue: the key of its title, message and hint in `locales/<language>/issues.json`,
 * whose placeholders are its parameters. `limitMiB` in mebibytes, `seconds` in seconds, `date` as
 * dd-mm-yyyy, `submission` an id, `state` that submission's state.
 */
export type IssueCode = keyof typeof issues;

/** The same for a rule, in `locales/<language>/rules.json`. */
export type RuleIssueCode = keyof typeof rules;
