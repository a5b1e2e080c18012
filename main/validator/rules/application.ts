import { firstFiscalYear, periodOf } from '../../platform/filing-period.ts';
import { entryDay } from './counted-day.ts';
import { deadlineOf, quarterOf } from './data/deadlines.ts';
import { dayText } from './dates.ts';
import type { FileFacts, RecordWatch } from './rule.ts';

const personLetters = /^[0-9XYZKLM]/;
/** Communities of goods and owners, civil companies and others: they may keep either book. */
const entityLetters = /^[EHJV]/;

/** A natural person keeps book 140, a legal person book 240. */
export function bookSuitsPerson({ model, taxId, taxIdElement }: FileFacts): RecordWatch {
  return {
    end(report) {
      if (taxId === null || taxIdElement === 0) return;
      if (entityLetters.test(taxId)) {
        if (model === '140') return;
        report.add(
          taxIdElement,
          { taxId, model },
          { code: 'rule_B4_1000006_entity', severity: 'warning' },
        );
      } else if (personLetters.test(taxId) !== (model === '140')) {
        report.add(taxIdElement, { taxId, model, expected: model === '140' ? '240' : '140' });
      }
    },
  };
}

/** The fiscal year is one of the ledger's, and not a coming one (ours). */
export function fiscalYearIsPlausible({ yearElement }: FileFacts): RecordWatch {
  return {
    end(report) {
      const { fiscalYear, today } = report;
      if (fiscalYear === null || yearElement === 0) return;
      const current = Math.floor(today / 10_000);
      if (fiscalYear < firstFiscalYear)
        report.add(yearElement, { year: fiscalYear, first: firstFiscalYear });
      else if (fiscalYear > current)
        report.add(yearElement, { year: fiscalYear, current }, { code: 'rule_APP_06_future' });
    },
  };
}

/**
 * Reported once for each quarter whose last day for entries has passed (ours). Corrections have no
 * such day.
 */
export function quarterIsOpen({ operationCode }: FileFacts): RecordWatch {
  const quarters = new Map<string, { readonly element: number; count: number }>();
  const isCreation = operationCode === 'A00' || operationCode === 'A01';
  return {
    see(record, { today }) {
      const date = entryDay(record);
      // A day in the future cannot be late.
      if (!isCreation || date?.day == null || date.day > today) return;
      const quarter = quarterOf(date.day);
      const known = quarters.get(quarter);
      if (known === undefined) quarters.set(quarter, { element: date.element, count: 1 });
      else known.count += 1;
    },
    end(report) {
      for (const [id, { element, count }] of quarters) {
        const deadline = deadlineOf(id);
        if (deadline >= report.today) continue;
        const { quarter, year } = periodOf(id);
        report.add(element, { quarter, year, deadline: dayText(deadline), records: count });
      }
    },
  };
}
