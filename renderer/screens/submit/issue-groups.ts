import type { Issue } from '../../../contract/verdict.ts';

/** Faults of one kind: the same code, ledger code and severity, in the order of the file. */
export interface IssueGroup {
  readonly key: string;
  readonly issues: readonly [Issue, ...Issue[]];
}

const severityOrder = { error: 0, warning: 1, info: 2 } as const;

/** Groups faults by kind: errors before warnings, then by first appearance. */
export function groupIssues(issues: readonly Issue[]): readonly IssueGroup[] {
  const groups = new Map<string, [Issue, ...Issue[]]>();
  for (const issue of issues) {
    const key = [issue.severity, issue.code, issue.ledgerCode ?? ''].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [issue]);
    else group.push(issue);
  }
  return [...groups]
    .map(([key, members]) => ({ key, issues: members }))
    .sort(
      (one, other) =>
        severityOrder[one.issues[0].severity] - severityOrder[other.issues[0].severity],
    );
}

/** The group and position of the fault at `index` of all (in the order of the groups). */
export function locateIssue(
  groups: readonly IssueGroup[],
  index: number,
): { group: IssueGroup; issue: Issue } | null {
  let before = 0;
  for (const group of groups) {
    const issue = group.issues[index - before];
    if (issue !== undefined) return { group, issue };
    before += group.issues.length;
  }
  return null;
}

/** Index, in the order of the groups, of a group's first fault. */
export function firstIndexOf(groups: readonly IssueGroup[], key: string): number {
  const at = groups.findIndex((group) => group.key === key);
  return groups.slice(0, Math.max(0, at)).reduce((sum, group) => sum + group.issues.length, 0);
}
