import type { RecordKey } from '../../../contract/form.ts';
import type { LocatedRecord } from '../../validator/validator-port.ts';
import type { BookHistory } from './book-history.ts';

/** Lines that an expense without invoice may have (the schema's `Linea`). */
const lines = Array.from({ length: 99 }, (_, index) => String(index + 1));

/** Maximum days with an activity and concept that are searched: each takes ninety-nine look-ups. */
const maxDays = 100;

/**
 * For expenses without invoice that were sent before: a line number that neither the ledger nor
 * this file uses for the same day, activity and concept, so that another expense of that day can
 * have it. By record number; a record without a free line is left out.
 */
export async function findFreeLines(
  history: BookHistory,
  located: readonly LocatedRecord[],
  repeated: readonly LocatedRecord[],
): Promise<ReadonlyMap<number, string>> {
  const free = new Map<number, string>();
  const inFile = Map.groupBy(located, dayOf);
  for (const [day, records] of [...Map.groupBy(repeated, dayOf)].slice(0, maxDays)) {
    const standings = await history.standings(lines.map((line) => ({ ...records[0]?.key, line })));
    const mine = new Set(inFile.get(day)?.map(({ key }) => plainLine(key)));
    const unused = lines.filter(
      (line, index) =>
        !mine.has(line) && (standings.get(index)?.operation ?? 'cancellation') === 'cancellation',
    );
    records.forEach(({ record }, index) => {
      const line = unused[index];
      if (line !== undefined) free.set(record, line);
    });
  }
  return free;
}

function plainLine({ line }: RecordKey): string {
  return line?.trim().replace(/^\+?0*(?=\d)/, '') ?? '';
}

/** A day with its activity and concept. */
function dayOf({ key: { date, epigraph, concept } }: LocatedRecord): string {
  return JSON.stringify([date, epigraph, concept]);
}
