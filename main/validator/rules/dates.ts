import type { CalendarDay, Report } from './record.ts';
import type { RecordCheck } from './rule.ts';

// Days are numbers yyyymmdd: a year is ten thousand.
const years = (count: number) => count * 10_000;

/** Year of a day. */
export function yearOf(day: number): number {
  return Math.floor(day / 10_000);
}

/** A day as the file writes it: dd-mm-yyyy. */
export function dayText(day: number): string {
  const text = String(day).padStart(8, '0');
  return `${text.slice(6)}-${text.slice(4, 6)}-${text.slice(0, 4)}`;
}

/** Every date is a day of the calendar. */
export const datesAreReal: RecordCheck = (record, report) => {
  checkReal(record.issued, report);
  checkReal(record.operation, report);
  checkReal(record.received, report);
  checkReal(record.accounted, report);
  if (record.related === null) return;
  for (const { issued } of record.related.invoices) checkReal(issued, report);
};

function checkReal(date: CalendarDay | null, report: Report): void {
  if (date !== null && !date.isReal) report.add(date.element, { date: report.text(date) });
}

/** The date is no more than four years before the invoice was received. */
export const withinFourYears = (name: 'issued' | 'operation'): RecordCheck =>
  function withinFourYears({ [name]: date, received }, report) {
    if (date?.day == null || received?.day == null || date.day >= received.day - years(4)) return;
    report.add(date.element, { [name]: report.text(date), received: report.text(received) });
  };

/** The date is not after today. */
export const byToday = (name: 'issued' | 'received'): RecordCheck =>
  function byToday({ [name]: date }, report) {
    if (date?.day == null || date.day <= report.today) return;
    report.add(date.element, { [name]: report.text(date), today: dayText(report.today) });
  };

/** The date is in the last twenty years. */
export const withinTwentyYears = (name: 'issued' | 'operation'): RecordCheck =>
  function withinTwentyYears({ [name]: date }, report) {
    const limit = report.today - years(20);
    if (date?.day == null || date.day >= limit) return;
    report.add(date.element, { [name]: report.text(date), limit: dayText(limit) });
  };

/** The date is in the fiscal year. */
export const inFiscalYear = (name: 'operation' | 'received'): RecordCheck =>
  function inFiscalYear({ [name]: date }, report) {
    if (date?.day == null || report.fiscalYear === null) return;
    if (yearOf(date.day) === report.fiscalYear) return;
    report.add(date.element, { [name]: report.text(date), year: report.fiscalYear });
  };

const receivedInYear = inFiscalYear('received');

/** Received in the fiscal year when there is no operation date (140). */
export const receivedInYearWithoutOperation: RecordCheck = (record, report) => {
  if (record.operation === null) receivedInYear(record, report);
};

/** With an operation date: received in the fiscal year or later (140). */
export const receivedFromYearOn: RecordCheck = ({ operation, received }, report) => {
  if (operation === null || received?.day == null || report.fiscalYear === null) return;
  if (yearOf(received.day) >= report.fiscalYear) return;
  report.add(received.element, { received: report.text(received), year: report.fiscalYear });
};

/** Not received, and not entered in the accounts, before it was issued. */
export const notBeforeIssue = (name: 'received' | 'accounted'): RecordCheck =>
  function notBeforeIssue({ [name]: date, issued }, report) {
    if (issued?.day == null || date?.day == null || date.day >= issued.day) return;
    report.add(date.element, { [name]: report.text(date), issued: report.text(issued) });
  };
