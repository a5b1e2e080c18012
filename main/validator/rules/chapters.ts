import type { FormDefinition } from '../forms.ts';
import type { Chapter } from './record.ts';

/** The chapter that a form belongs to, as the validation document names it. */
export function chapterOf({ model, expenseType }: FormDefinition): Chapter {
  if (model === '240') return '240/2';
  return expenseType === 'without_invoice' ? '140/2.2' : '140/2.1';
}
