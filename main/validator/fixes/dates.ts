import type { FaultyForm } from '../validate-form.ts';
import { textOf } from '../xml/elements.ts';
import { isCalendarDay } from '../xml/values.ts';
import type { FaultyValue } from './fix.ts';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const time = String.raw`(?:[T ](?<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<zone>Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(
  String.raw`^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})${time}$`,
);
const dayFirst = new RegExp(
  String.raw`^(?<day>\d{1,2})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<year>\d{4})${time}$`,
);

/**
 * Rewrites a day in another notation as dd-mm-yyyy when it can mean one day only; else returns the
 * text unchanged.
 */
export function withDayMonthYear({ text, form }: FaultyValue): string {
  const day = /^\d{8}$/.test(text) ? readDigits(text, form) : readParts(text, form);
  return day === null ? text : write(day);
}

function readParts(text: string, form: FaultyForm): Day | null {
  const match = yearFirst.exec(text) ?? dayFirst.exec(text);
  const { year, month, day, time: clock, zone } = match?.groups ?? {};
  // An instant of another time zone may be the next day here.
  if (zone !== undefined && !/^0?0:00(?::00(?:\.0+)?)?$/.test(clock ?? '')) return null;
  if (!yearFirst.test(text) && hasMonthsFirst(form)) return null;
  return real({ year: Number(year), month: Number(month), day: Number(day) });
}

/** `20240312` and `12032024`: only one of the two readings is a day of these years. */
function readDigits(text: string, form: FaultyForm): Day | null {
  const part = (from: number, to: number) => Number(text.slice(from, to));
  const yearFirst = real({ year: part(0, 4), month: part(4, 6), day: part(6, 8) });
  const dayFirst = real({ year: part(4, 8), month: part(2, 4), day: part(0, 2) });
  if (dayFirst === null) return yearFirst;
  return yearFirst !== null || hasMonthsFirst(form) ? null : dayFirst;
}

/** A calendar day in a year that an invoice can have. */
function real({ year, month, day }: Day): Day | null {
  const isPlausible = year >= 1980 && year < 2100;
  return isPlausible && isCalendarDay(year, month, day) ? { year, month, day } : null;
}

function write({ year, month, day }: Day): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(day)}-${two(month)}-${year}`;
}

export function isDate(text: string): boolean {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  return (
    match !== null &&
    real({ year: Number(match[3]), month: Number(match[2]), day: Number(match[1]) }) !== null
  );
}

const monthsFirst = new WeakMap<FaultyForm, boolean>();

/** Whether a date of the file is only possible with the month first: then none is certain. */
function hasMonthsFirst(form: FaultyForm): boolean {
  const known = monthsFirst.get(form) ?? findMonthsFirst(form);
  monthsFirst.set(form, known);
  return known;
}

/** The schema takes `03-15-2026`; the rule about the calendar does not. */
function findMonthsFirst({ elementIndex, faults }: FaultyForm): boolean {
  return faults.some(({ code, element }) => {
    if (code !== 'schema_date' && code !== 'rule_B4_2000005') return false;
    const text = textOf(elementIndex, element, 100).trim();
    const [, first, second] = /^(\d{1,2})[-/.]?(\d{1,2})[-/.]?\d{4}(?!\d)/.exec(text) ?? [];
    return Number(second) > 12 && Number(first) <= 12;
  });
}
