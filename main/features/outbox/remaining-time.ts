import type { RunPart } from './queue-table.ts';

/**
 * What a file costs besides its bytes, in bytes: an exchange of its own, a verdict and an answer at
 * the other end.
 */
const fixedCostBytes = 65_536;
/** How much the newest file counts in the pace. */
const newestWeight = 0.2;
/** Fewer say nothing. */
const fewestFiles = 3;

/** The pace of one lane as it was seen, in bytes of cost a millisecond. */
export interface LanePace {
  /** A file came to its end; `durationMs` from its first byte to its answer. */
  note(sizeBytes: number, durationMs: number): void;
  /** Null while too little is known. */
  perMs(): number | null;
}

/** State: an average that forgets slowly. */
export function createLanePace(): LanePace {
  let average: number | null = null;
  let files = 0;
  return {
    note(sizeBytes, durationMs) {
      files += 1;
      const pace = (sizeBytes + fixedCostBytes) / Math.max(1, durationMs);
      average = average === null ? pace : average + newestWeight * (pace - average);
    },
    perMs: () => (files < fewestFiles ? null : average),
  };
}

/** What bounds the time a run takes. */
export interface Bounds {
  readonly lanes: number;
  readonly rate: { readonly requests: number; readonly intervalMs: number } | null;
  /** Wait before anything may leave. */
  readonly waitMs: number;
}

/**
 * Time until what can be sent now is sent: as long as all lanes need together, as the longest
 * company needs alone (its files go one after another), and as the pace that the service allows
 * asks for; whichever is longest.
 */
export function estimateRemainingMs(
  parts: readonly RunPart[],
  perMs: number | null,
  bounds: Bounds,
): number | null {
  const coming = parts.filter(
    (part) => (part.state === 'queued' && !part.held) || part.state === 'sending',
  );
  const files = coming.reduce((sum, part) => sum + part.files, 0);
  if (files === 0) return 0;
  if (perMs === null) return null;
  const costs = new Map<string, number>();
  for (const part of coming) {
    const cost = part.bytes + part.files * fixedCostBytes;
    costs.set(part.company_id, (costs.get(part.company_id) ?? 0) + cost);
  }
  const all = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const lanesMs = all / (perMs * bounds.lanes);
  const maxMs = Math.max(...costs.values()) / perMs;
  const rateMs = bounds.rate === null ? 0 : (files / bounds.rate.requests) * bounds.rate.intervalMs;
  return Math.round(Math.max(lanesMs, maxMs, rateMs) + bounds.waitMs);
}
