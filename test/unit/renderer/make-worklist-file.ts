import type { WorklistFile } from '../../../contract/worklist.ts';

type Judged = NonNullable<WorklistFile['judged']>;

interface Changes {
  readonly id?: string;
  readonly name?: string;
  readonly judged?: Partial<Judged> | null;
  readonly company?: WorklistFile['company'];
  readonly obstacle?: WorklistFile['obstacle'];
  readonly submission?: WorklistFile['submission'];
  readonly mayFix?: boolean;
}

const validated: Judged = {
  verdict: 'valid',
  kind: 'ledger_form',
  kindDetail: null,
  form: { model: '240', operation: 'creation', expenseType: null },
  fiscalYear: 2026,
  period: '2026-Q3',
  taxpayer: { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' },
  records: 3,
  totals: { amount: '100.10', base: null, vat: null, deductibleVat: null },
  issueCounts: { error: 0, warning: 0, info: 0 },
  sha256: 'ab'.repeat(32),
};

/** A worklist file that is ready to be sent, with what a test wants different. */
export function makeWorklistFile(changes: Changes = {}): WorklistFile {
  return {
    id: changes.id ?? 'f1',
    name: changes.name ?? 'one.xml',
    addedAt: '2026-10-20T08:00:00.000Z',
    sizeBytes: 1000,
    judged: changes.judged === null ? null : { ...validated, ...changes.judged },
    company:
      changes.company === undefined
        ? { id: 'c1', fullName: 'Bizkaiko Lantegiak SA' }
        : changes.company,
    obstacle: changes.obstacle ?? null,
    submission: changes.submission ? { code: null, ...changes.submission } : null,
    mayFix: changes.mayFix ?? false,
    origin: null,
  };
}
