import { Select, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { RecordField } from '../../../contract/record-form.ts';
import { fromDay, toDay } from '../../format/record-values.ts';
import { readDay } from '../../format/written-day.ts';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';
import { AmountField } from './amount-field.tsx';
import styles from './modification.module.css';
import type { RecordTexts } from './record-texts.ts';

const order = ['label', 'input', 'error', 'description'] as const;

interface FieldInputProps {
  readonly field: RecordField;
  readonly words: RecordTexts;
  readonly value: string;
  /** The former value; undefined when it did not change. */
  readonly before: string | null | undefined;
  /** The fault, in words. */
  readonly error: string | null;
  readonly warning: string | null;
  readonly onChange: (value: string) => void;
  readonly testId: string;
}

/** The text under a field: the former value, and what to check. */
function About({ field, words, before, warning }: FieldInputProps) {
  const { t } = useTexts();
  return (
    <>
      {before === undefined ? null : (
        <span className={styles.about}>
          {before === null
            ? t('record.added')
            : t('record.before', { value: words.value(field, before) || t('record.nothing') })}
        </span>
      )}
      {warning === null ? null : <span className={styles.warning}>{warning}</span>}
    </>
  );
}

/** A field of a record, with the input for its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, words, value, error, onChange, testId } = props;
  const { t } = useTexts();
  // A value that is no day keeps its input until the focus leaves it.
  const [isText, setText] = useState(false);
  const label = words.field(field.path);
  if (field.isIdentity)
    return (
      <TextInput
        label={label}
        value={words.value(field, value)}
        readOnly
        variant="filled"
        title={t('record.isIdentity')}
        rightSection={<IconLock size={15} aria-label={t('record.isIdentity')} />}
        data-testid={testId}
      />
    );
  const isSilent = props.before === undefined && props.warning === null;
  const shared = {
    label,
    error: error ?? false,
    ...(isSilent ? {} : { description: <About {...props} /> }),
  };
  const day = value === '' ? '' : toDay(value);
  if (field.kind === 'day' && day !== null && !isText)
    return (
      <DayField
        {...shared}
        value={day}
        onChange={(chosen) => onChange(chosen === '' ? '' : fromDay(chosen))}
        testId={testId}
      />
    );
  const more = { ...shared, inputWrapperOrder: [...order] };
  if (field.kind === 'code')
    return (
      <Select
        {...more}
        data={field.codes.map((code) => ({ value: code, label: words.code(field.path, code) }))}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        allowDeselect={false}
        searchable={field.codes.length > 8}
        placeholder={t('record.choose')}
        data-testid={testId}
      />
    );
  if (field.kind === 'amount' || field.kind === 'percentage')
    return <AmountField {...more} value={value} onChange={onChange} data-testid={testId} />;
  return (
    <TextInput
      {...more}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onFocus={() => setText(true)}
      onBlur={() => {
        setText(false);
        const written = field.kind === 'day' && day === null ? readDay(value) : null;
        if (written !== null) onChange(fromDay(written));
      }}
      {...(field.maxLength === null ? {} : { maxLength: field.maxLength })}
      data-testid={testId}
    />
  );
}
