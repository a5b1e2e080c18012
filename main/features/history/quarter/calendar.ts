import type { FilingPeriod } from '../../../platform/filing-period.ts';
import type { Texts } from '../../../platform/texts.ts';

/** Days before a deadline on which a calendar shows a reminder. */
const reminderDays = [14, 7, 1] as const;

/**
 * The deadlines as an iCalendar file (RFC 5545), all-day events with their reminders. The same
 * deadline has the same identifier in each file, so a calendar updates it.
 */
export function writeCalendar(
  deadlines: readonly Pick<FilingPeriod, 'id' | 'year' | 'quarter' | 'deadline'>[],
  texts: Texts,
  now: Date,
): string {
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
    escapeText(texts.say(`matrix.calendar.${key}`, params));
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const events = deadlines.flatMap(({ id, year, quarter, deadline }) => {
    const summary = say('event', { quarter, year });
    return [
      'BEGIN:VEVENT',
      `UID:lroe-${id}@zubi`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${deadline.replaceAll('-', '')}`,
      `SUMMARY:${summary}`,
      `DESCRIPTION:${say('eventText')}`,
      'TRANSP:TRANSPARENT',
      ...reminderDays.flatMap((days) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${summary}`,
        // At nine in the morning of that day: the event begins at midnight.
        `TRIGGER:-P${days - 1}DT15H`,
        'END:VALARM',
      ]),
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zubi//LROE//ES',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${say('name')}`,
    ...events,
    'END:VCALENDAR',
  ];
  return lines
    .flatMap(fold)
    .map((line) => `${line}\r\n`)
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Lines have 75 bytes at most; a continuation begins with a space. */
function fold(line: string): string[] {
  const lines: string[] = [];
  let rest = '';
  for (const character of line) {
    if (Buffer.byteLength(rest + character) > 74) {
      lines.push(rest);
      rest = ' ';
    }
    rest += character;
  }
  return [...lines, rest];
}
