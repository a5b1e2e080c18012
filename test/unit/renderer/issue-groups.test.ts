import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../contract/verdict.ts';
import {
  firstIndexOf,
  groupIssues,
  locateIssue,
} from '../../../renderer/screens/submit/issue-groups.ts';

function makeIssue(code: string, changes: Partial<Issue> = {}): Issue {
  return {
    layer: 'schema',
    severity: 'error',
    code,
    params: {},
    ledgerCode: null,
    record: null,
    recordKey: null,
    path: null,
    line: 1,
    column: 1,
    value: null,
    ...changes,
  };
}

describe('groupIssues', () => {
  const issues = [
    makeIssue('warned', { severity: 'warning' }),
    makeIssue('comma', { line: 1 }),
    makeIssue('date'),
    makeIssue('comma', { line: 9 }),
    makeIssue('comma', { ledgerCode: 'B4_1000021' }),
  ];

  it('groups by code, ledger code and severity, errors first, otherwise in file order', () => {
    const groups = groupIssues(issues);
    expect(groups.map((group) => [group.issues[0].code, group.issues.length])).toEqual([
      ['comma', 2],
      ['date', 1],
      ['comma', 1],
      ['warned', 1],
    ]);
  });

  it('finds a fault by its index over all groups, and a group by its first index', () => {
    const groups = groupIssues(issues);
    expect(locateIssue(groups, 1)?.issue.line).toBe(9);
    expect(locateIssue(groups, 2)?.issue.code).toBe('date');
    expect(locateIssue(groups, 4)?.issue.severity).toBe('warning');
    expect(locateIssue(groups, 5)).toBeNull();
    expect(groups.map((group) => firstIndexOf(groups, group.key))).toEqual([0, 2, 3, 4]);
  });

  it('finds nothing in a file without faults', () => {
    expect(groupIssues([])).toEqual([]);
    expect(locateIssue([], 0)).toBeNull();
  });
});
