import type { RecordKey } from '../../../contract/form.ts';
import type { LocatedRecord } from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';
import { toIdentities } from '../submissions/public.ts';
import type { BookColumns } from './record-history.ts';
import { readStandings } from './standings.ts';

/** Lines that an expense without invoice may have (the schema's `Linea`). */
const lines = Array.from({ length: 99 }, (_, index) => String(index + 1));

/** Days with an activity and concept that are looked into: each is ninety-nine look-ups. */
const maxDays = 100;

/**
 * For expenses without invoice that were sent before, a line under which the ledger has nothing of
 * the same day, activity and concept, nor has this file: what another expense of that day would be
 * called. By the record's number; a record is left out where no line is free.
 */
export async function findFreeLines(
  core: Core,
  book: BookColumns,
  {
    all,
    repeated,
  }: { readonly all: readonly LocatedRecord[]; readonly repeated: readonly LocatedRecord[] },
): Promise<ReadonlyMap<number, string>> {
  const free = new Map<number, string>();
  const days = groupByDay(repeated);
  const inFile = groupByDay(all);
  for (const [day, records] of [...days].slice(0, maxDays)) {
    const [first] = records;
    if (first === undefined) continue;
    const standings = await readStandings(
      core,
      toIdentities(
        book,
        lines.map((line) => ({ ...first.key, line })),
      ),
    );
    const mine = new Set((inFile.get(day) ?? []).map(({ key }) => plainLine(key)));
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

function groupByDay(records: readonly LocatedRecord[]): Map<string, LocatedRecord[]> {
  const days = new Map<string, LocatedRecord[]>();
  for (const record of records) {
    const { date, epigraph, concept } = record.key;
    const day = JSON.stringify([date, epigraph, concept]);
    const same = days.get(day);
    if (same === undefined) days.set(day, [record]);
    else same.push(record);
  }
  return days;
}
