import type { Chapter } from '../record.ts';

/**
 * Keys allowed after a first key (B4_2000026, Validaciones v1.0.5 of 04/05/2021); a first key that
 * is not listed allows none.
 */
const combinations: Readonly<Record<Chapter, Readonly<Record<string, readonly string[]>>>> = {
  '140/2.1': {
    '03': ['01'],
    '05': ['01', '08', '12'],
    '07': ['01', '03', '05', '12'],
    '08': ['01'],
    '12': ['08'],
  },
  '240/2': {
    '03': ['01'],
    '05': ['01', '06', '08', '12'],
    '06': ['12'],
    '07': ['01', '03', '05', '12'],
    '08': ['01'],
    '12': ['08'],
  },
  '140/2.2': {},
};

/** The keys allowed after a first key in a chapter. */
export function allowedFurtherKeys(chapter: Chapter, first: string): readonly string[] {
  return combinations[chapter][first] ?? [];
}
