import { expect, it } from 'vitest';
import { shownVerdict } from '../../../main/features/reports/report.ts';

it.each([
  ['file_is_folder', 'unreadable'],
  ['file_no_permission', 'unreadable'],
  ['file_is_zip', 'unreadable'],
  ['file_is_ticketbai', 'elsewhere'],
  ['file_chapter_1', 'elsewhere'],
])('a file with %s counts as %s', (code, shown) => {
  const issues = [{ code }] as unknown as Parameters<typeof shownVerdict>[0]['issues'];
  expect(shownVerdict({ verdict: 'unreadable', records: 0, issues })).toBe(shown);
});
