import { useMemo } from 'react';
import { writeValue } from '../../../contract/formats.ts';
import type { RecordField } from '../../../contract/record-form.ts';
import { toDay } from '../../format/record-values.ts';
import type { TextKey } from '../../i18n.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { fieldPathOf, nameOf } from './record-values.ts';

/** A record's fields, codes and values in the words of the LROE. */
export interface RecordTexts {
  field(path: string): string;
  /** A code with its meaning: `F1 · Completa`. */
  code(path: string, code: string): string;
  /** A value as a person of the language reads it. */
  value(field: RecordField, value: string): string;
}

/** The key of a field's name. */
export const fieldKey = (name: string): TextKey => `record.field.${name}` as TextKey;

interface Speech {
  readonly t: Translate;
  readonly has: (key: string) => boolean;
  readonly formats: Formats;
}

function createRecordTexts({ t, has, formats }: Speech): RecordTexts {
  const code = (path: string, value: string) => {
    const key = `record.code.${nameOf(path)}.${value}`;
    return has(key) ? `${value} · ${t(key as TextKey)}` : value;
  };
  return {
    // A schema that came later may have fields without words.
    field: (path) => {
      const key = fieldKey(nameOf(path));
      return has(key) ? t(key) : nameOf(path);
    },
    code,
    value: ({ kind, path }, value) => {
      if (kind === 'code') return code(fieldPathOf(path), value);
      if (kind === 'day') return formats.day(toDay(value) ?? value);
      if (kind === 'percentage') return writeValue(formats.language, value, 'percent');
      return kind === 'amount' ? formats.euros(value) : value;
    },
  };
}

/** The words of a record in the language of the window. */
export function useRecordTexts(): RecordTexts {
  const { t, formats, i18n } = useTexts();
  return useMemo(
    () =>
      createRecordTexts({
        t,
        formats,
        has: (key) => i18n.exists(key),
      }),
    [t, formats, i18n],
  );
}
