import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatAmount } from '../../../contract/formats.ts';
import { parseAmount } from '../../format/record-values.ts';
import { useTexts } from '../../texts.ts';

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** With a dot, as the LROE writes it; a text that is no amount stays as written. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An amount, written as amounts are in the language of the window. */
export function AmountField({ value, onChange, ...field }: AmountFieldProps) {
  const { formats } = useTexts();
  const { language } = formats;
  const [written, setWritten] = useState<string | null>(null);
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      value={written ?? formatAmount(language, value)}
      onFocus={() => setWritten(formatAmount(language, value))}
      onBlur={() => setWritten(null)}
      onChange={({ currentTarget }) => {
        setWritten(currentTarget.value);
        onChange(parseAmount(language, currentTarget.value) ?? currentTarget.value);
      }}
    />
  );
}
