import type { RecordKey } from '../../contract/form.ts';
import type { RecordResult } from '../../contract/submission.ts';
import type { AnsweredRecord, RecordSummary } from '../ports.ts';

const parts = ['issuer', 'series', 'number', 'date', 'epigraph', 'concept', 'line'] as const;

/** Two keys are the same record when every part that both give is the same; the ledger leaves out parts that it does not need. */
function identityOf(key: Partial<RecordKey>): string {
  return JSON.stringify(parts.map((part) => normalize(key[part])));
}

function normalize(text: string | null | undefined): string {
  return text?.trim().toUpperCase() ?? '';
}

/**
 * Pairs an answer's records with those of the file by their identity, never by their position: nothing promises the order. A record of the file that the
 * answer does not name is `not_told`; one that only the answer names stands at the end, without a position. Equal identities within a
 * file are paired in the order they come.
 */
export function matchRecords(
  records: readonly RecordSummary[],
  answered: readonly AnsweredRecord[],
): RecordResult[] {
  const waiting = new Map<string, AnsweredRecord[]>();
  for (const answer of answered) {
    const identity = identityOf(answer.key);
    const same = waiting.get(identity);
    if (same) same.push(answer);
    else waiting.set(identity, [answer]);
  }
  const told = records.map((record) => toResult(record, waiting.get(identityOf(record.key))?.shift()));
  const unmatched = [...waiting.values()].flat();
  return [...told, ...unmatched.map((answer) => toResult(null, answer))];
}

function toResult(record: RecordSummary | null, answer: AnsweredRecord | undefined): RecordResult {
  return {
    record: record?.record ?? null,
    key: { ...emptyKey, ...(record?.key ?? answer?.key) },
    counterparty: record?.counterparty ?? null,
    amount: record?.amount ?? null,
    state: answer?.state ?? 'not_told',
    code: answer?.code ?? null,
    messageEs: answer?.messageEs ?? null,
    messageEu: answer?.messageEu ?? null,
  };
}

const emptyKey: RecordKey = {
  issuer: null,
  series: null,
  number: null,
  date: null,
  epigraph: null,
  concept: null,
  line: null,
};
