import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { readDay, writeDay } from '../format/written-day.ts';
import { useTexts } from '../texts.ts';
import { laterDialog } from './later-component.tsx';

interface DayFieldProps
  extends Pick<
    TextInputProps,
    'label' | 'aria-label' | 'description' | 'error' | 'required' | 'className' | 'leftSection'
  > {
  /** `2026-11-21`, or nothing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly testId?: string;
  readonly leftSectionWidth?: number;
}

const Calendar = laterDialog(async () => (await import('./day-calendar.tsx')).DayCalendar);

/**
 * A day, typed in digits (`21/11/2026`) or chosen from a calendar; without focus it is shown as
 * every other day in the window.
 */
export function DayField({ value, onChange, min = '', max, testId, ...field }: DayFieldProps) {
  const { t, formats } = useTexts();
  const { language } = formats;
  const input = useRef<HTMLInputElement>(null);
  // The text being typed; null without focus.
  const [draft, setDraft] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const written = draft ?? writeDay(language, value);
  const fault = faultOf();
  const isWriting = draft !== null;
  // The digits replace the text that was selected.
  useEffect(() => {
    if (isWriting) input.current?.select();
  }, [isWriting]);
  // A form with a faulty field is not submitted.
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault]);

  function faultOf(): string | null {
    if (written.trim() === '') return field.required === true ? t('day.missing') : null;
    const day = readDay(written);
    if (day === null) return t('day.wrong', { form: t('day.form') });
    if (day < min) return t('day.early', { day: writeDay(language, min) });
    if (max !== undefined && day > max) return t('day.late', { day: writeDay(language, max) });
    return null;
  }
  function write(text: string): void {
    setDraft(text);
    setChecked(false);
    onChange(readDay(text) ?? '');
  }
  function choose(day: string | null): void {
    setOpen(false);
    setDraft(null);
    if (day !== null) onChange(day);
  }
  function leave(): void {
    const check = () => setChecked((isSeen) => isSeen || written.trim() !== '');
    // The fault moves what is below: a press must end on what it began on.
    if (document.querySelector(':active') === null) check();
    else window.addEventListener('pointerup', () => setTimeout(check), { once: true });
    if (written.trim() === '' || readDay(written) !== null) setDraft(null);
  }
  return (
    <TextInput
      {...field}
      ref={input}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('day.form')}
      autoComplete="off"
      maxLength={20}
      value={draft ?? formats.day(value)}
      error={(isChecked ? fault : null) ?? field.error}
      {...(testId === undefined ? {} : { 'data-testid': testId })}
      onChange={(event) => write(event.currentTarget.value)}
      onFocus={() => setDraft(written)}
      onBlur={leave}
      onInvalid={(event) => {
        // The fault is shown in the window's language, under the field.
        event.preventDefault();
        setChecked(true);
        event.currentTarget.focus();
      }}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-end"
          shadow="md"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('day.choose')}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown
            aria-label={t('day.choose')}
            // The surrounding dialog ignores Escape for elements with this mark.
            onFocusCapture={({ target }) =>
              target.setAttribute('data-mantine-stop-propagation', 'true')
            }
          >
            <Calendar
              language={language}
              value={readDay(written)}
              min={min}
              max={max}
              onChoose={choose}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
