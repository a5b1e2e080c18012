import { TextInput } from '@mantine/core';

interface DayFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  /** `2026-11-21`, or nothing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly testId?: string;
}

/** A day, chosen or written. */
export function DayField({ value, onChange, testId, ...field }: DayFieldProps) {
  return (
    <TextInput
      {...field}
      type="date"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(testId === undefined ? {} : { 'data-testid': testId })}
    />
  );
}
