import type { RunPart } from './queue-table.ts';

/**
 * Fixed cost of a file besides its bytes, in bytes: its own exchange, and the service's validation
 * and answer.
 */
const fixedCostBytes = 65_536;
/** Weight of the newest file in the pace. */
const newestWeight = 0.2;
/** Fewer files give no estimate. */
const fewestFiles = 3;

/** The measured pace of a lane, in bytes of cost for each millisecond. State: a moving average. */
export function createLanePace() {
  let average: number | null = null;
  let files = 0;
  return {
    /** Notes a file's end. `durationMs` runs from its first byte to its answer. */
    note(sizeBytes: number, durationMs: number) {
      files += 1;
      const pace = (sizeBytes + fixedCostBytes) / Math.max(1, durationMs);
      average = average === null ? pace : average + newestWeight * (pace - average);
    },
    /** Null while too little is known. */
    perMs: () => (files < fewestFiles ? null : average),
  };
}

/** What bounds the time a run takes. */
export interface Bounds {
  readonly lanes: number;
  readonly rate: { readonly requests: number; readonly intervalMs: number } | null;
  /** Wait before anything may be sent. */
  readonly waitMs: number;
}

/**
 * Time until all that can be sent now is sent. The longest of three times: of all lanes together,
 * of the longest company alone (its files go one after another), and of the rate that the service
 * allows.
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

/** How long a file may take before the estimate is doubted. */
const sureMs = 10_000;

/**
 * The estimate to be shown: none while everything waits, and none once a file takes far longer than
 * the whole estimate, which then says nothing about the rest.
 */
export function toldRemainingMs(
  estimateMs: number | null,
  { isWaiting, slowestMs }: { readonly isWaiting: boolean; readonly slowestMs: number },
): number | null {
  return isWaiting || slowestMs > Math.max(sureMs, 2 * (estimateMs ?? 0)) ? null : estimateMs;
}
