import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/es';
import 'dayjs/locale/eu';
import '@mantine/dates/styles.layer.css';
import type { Language } from '../../contract/choices.ts';
import { useTexts } from '../texts.ts';

interface DayCalendarProps {
  readonly language: Language;
  readonly value: string | null;
  readonly min: string;
  readonly max: string | undefined;
  readonly onChoose: (day: string | null) => void;
}

/** The calendar of a day field; loaded when one is opened. */
export function DayCalendar({ language, value, min, max, onChoose }: DayCalendarProps) {
  const { t } = useTexts();
  return (
    <DatePicker
      locale={language === 'en' ? 'en-gb' : language}
      firstDayOfWeek={1}
      hideOutsideDates
      weekendDays={[]}
      value={value}
      onChange={onChoose}
      ariaLabels={{
        nextMonth: t('day.nextMonth'),
        previousMonth: t('day.previousMonth'),
        nextYear: t('day.nextYear'),
        previousYear: t('day.previousYear'),
        nextDecade: t('day.nextYears'),
        previousDecade: t('day.previousYears'),
        monthLevelControl: t('day.toMonths'),
        yearLevelControl: t('day.toYears'),
      }}
      {...(value === null ? {} : { defaultDate: value })}
      {...(min === '' ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
    />
  );
}
