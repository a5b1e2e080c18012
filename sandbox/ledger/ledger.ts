import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '../../main/platform/ports.ts';
import type { State } from '../state/database.ts';
import { createLedgerStore, type LedgerStore } from '../state/ledger-store.ts';
import { refusalOfFile } from './file-rules.ts';
import { identityOf } from './identity.ts';
import type { LedgerOutcome, Presentation, RecordResult } from './presentation.ts';
import { examine } from './record-rules.ts';

/** The ledger behind the service: it stores every taxpayer's records. */
export interface Ledger {
  /**
   * Takes one file. Decisions on its records and their storage are one transaction: of two files at
   * once, one comes first.
   */
  present(presentation: Presentation): Promise<LedgerOutcome>;
}

const inflate = promisify(gunzip);

/** The ledger over the state. */
export function createLedger(state: State, clock: Clock): Ledger {
  const store = createLedgerStore(state);
  return {
    present: async (presentation) => {
      const xml = await inflate(presentation.gzip);
      const sha256 = createHash('sha256').update(xml).digest('hex');
      const take = state.transaction(() => {
        const outcome = decide(store, presentation, clock());
        return remember(store, presentation, { outcome, sha256 });
      });
      return take.immediate();
    },
  };
}

type Draft = Omit<LedgerOutcome, 'registrationNumber' | 'identifier'>;

function decide(store: LedgerStore, presentation: Presentation, at: Date): Draft {
  const refusal = refusalOfFile(presentation);
  if (refusal !== null) return { result: 'incorrect', code: refusal, records: [], at };
  const { operation, chapter } = presentation;
  const faults = new Map(presentation.ruleFaults.map((fault) => [fault.record, fault]));
  const records = presentation.records.map((record): RecordResult => {
    const standing = store.standing(placeOf(presentation), identityOf(chapter.book, record.key));
    const fault = faults.get(record.record) ?? null;
    const finding = examine({ operation, standing, fault });
    return { key: record.key, state: finding?.state ?? 'correct', code: finding?.code ?? null };
  });
  const result = resultOf(records);
  return { result, code: result === 'incorrect' ? 'B4_1000002' : null, records, at };
}

function resultOf(records: readonly RecordResult[]): LedgerOutcome['result'] {
  if (records.every(({ state }) => state === 'correct')) return 'correct';
  return records.every(({ state }) => state === 'incorrect') ? 'incorrect' : 'partially_correct';
}

function remember(
  store: LedgerStore,
  presentation: Presentation,
  { outcome, sha256 }: { outcome: Draft; sha256: string },
): LedgerOutcome {
  const stored = outcome.records.filter(({ state }) => state !== 'incorrect');
  const { chapter, operation, declared, companyId } = presentation;
  const identifier = randomUUID();
  const id = store.addPresentation({
    identifier,
    company_id: companyId,
    taxpayer: declared.taxId,
    sha256,
    model: chapter.book.model,
    expense_type: chapter.book.expenseType,
    operation,
    fiscal_year: declared.fiscalYear,
    records: presentation.records.length,
    records_stored: stored.length,
    result: outcome.result,
    code: outcome.code,
    compressed_bytes: presentation.gzip.length,
    at: outcome.at.toISOString(),
  });
  for (const { key } of stored) {
    store.put(placeOf(presentation), identityOf(chapter.book, key), {
      cancelled: operation === 'cancellation',
      id,
    });
  }
  const registrationNumber =
    stored.length === 0 ? null : `SANDBOX-${declared.fiscalYear}-${String(id).padStart(9, '0')}`;
  if (registrationNumber !== null) store.register(id, registrationNumber);
  return { ...outcome, identifier, registrationNumber };
}

function placeOf({ chapter, declared }: Presentation): {
  taxpayer: string;
  book: string;
  fiscalYear: number;
} {
  return { taxpayer: declared.taxId, book: chapter.book.id, fiscalYear: declared.fiscalYear };
}
