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

/** The invoice was issued no more than four years before it was received. */
export const issuedWithinFourYears: RecordCheck = ({ issued, received }, report) => {
  if (issued?.day == null || received?.day == null) return;
  if (issued.day < received.day - years(4))
    report.add(issued.element, { issued: report.text(issued), received: report.text(received) });
};

/** The operation was no more than four years before the invoice was received. */
export const operationWithinFourYears: RecordCheck = ({ operation, received }, report) => {
  if (operation?.day == null || received?.day == null) return;
  if (operation.day < received.day - years(4))
    report.add(operation.element, {
      operation: report.text(operation),
      received: report.text(received),
    });
};

/** The invoice was not issued after today. */
export const issuedByToday: RecordCheck = ({ issued }, report) => {
  if (issued?.day == null || issued.day <= report.today) return;
  report.add(issued.element, { issued: report.text(issued), today: dayText(report.today) });
};

/** The invoice was issued in the last twenty years. */
export const issuedWithinTwentyYears: RecordCheck = ({ issued }, report) => {
  if (issued?.day == null || issued.day >= report.today - years(20)) return;
  report.add(issued.element, {
    issued: report.text(issued),
    limit: dayText(report.today - years(20)),
  });
};

/** The operation was in the last twenty years. */
export const operationWithinTwentyYears: RecordCheck = ({ operation }, report) => {
  if (operation?.day == null || operation.day >= report.today - years(20)) return;
  const limit = dayText(report.today - years(20));
  report.add(operation.element, { operation: report.text(operation), limit });
};

/** Received in the fiscal year when there is no operation date (140). */
export const receivedInYearWithoutOperation: RecordCheck = (record, report) => {
  if (record.operation === null) receivedInYear(record, report);
};

/** Received in the fiscal year (240). */
export const receivedInYear: RecordCheck = ({ received }, report) => {
  if (received?.day == null || report.fiscalYear === null) return;
  if (yearOf(received.day) === report.fiscalYear) return;
  report.add(received.element, { received: report.text(received), year: report.fiscalYear });
};

/** With an operation date: received in the fiscal year or later (140). */
export const receivedFromYearOn: RecordCheck = ({ operation, received }, report) => {
  if (operation === null || received?.day == null || report.fiscalYear === null) return;
  if (yearOf(received.day) >= report.fiscalYear) return;
  report.add(received.element, { received: report.text(received), year: report.fiscalYear });
};

/** Not received before it was issued. */
export const receivedAfterIssue: RecordCheck = ({ issued, received }, report) => {
  if (issued?.day == null || received?.day == null || received.day >= issued.day) return;
  report.add(received.element, { received: report.text(received), issued: report.text(issued) });
};

/** The expense without invoice belongs to the fiscal year. */
export const operationInYear: RecordCheck = ({ operation }, report) => {
  if (operation?.day == null || report.fiscalYear === null) return;
  if (yearOf(operation.day) === report.fiscalYear) return;
  report.add(operation.element, { operation: report.text(operation), year: report.fiscalYear });
};

/** Not entered in the accounts before it was issued. */
export const accountedAfterIssue: RecordCheck = ({ issued, accounted }, report) => {
  if (issued?.day == null || accounted?.day == null || accounted.day >= issued.day) return;
  report.add(accounted.element, { accounted: report.text(accounted), issued: report.text(issued) });
};

/** Not received after today (ours: improbable, though the ledger accepts it). */
export const receivedByToday: RecordCheck = ({ received }, report) => {
  if (received?.day == null || received.day <= report.today) return;
  report.add(received.element, { received: report.text(received), today: dayText(report.today) });
};
