import type { LedgerFault } from '../validator-port.ts';
import type { Severity } from './record.ts';

/**
 * What the ledger itself would report: for the file and for each record the first fault only,
 * refusals before the rest. The code tells its kind: `B4_1…` refuses the file, `B4_2…` the record,
 * with `B4_3…` the record is accepted. A `B4_1…` or `B4_2…` below an error is only our
 * suspicion: the ledger may accept it.
 */
export class LedgerFaults {
  readonly #first = new Map<number | null, LedgerFault>();

  /** Notes a fault of a rule, in the order of the rules. */
  note(record: number, code: string, severity: Severity): void {
    const isAccepted = code.startsWith('B4_3');
    if (!isAccepted && severity !== 'error') return;
    const place = code.startsWith('B4_1') ? null : record;
    const known = this.#first.get(place);
    if (known !== undefined && (isAccepted || known.state === 'incorrect')) return;
    this.#first.set(place, {
      record: place,
      code,
      state: isAccepted ? 'accepted_with_errors' : 'incorrect',
    });
  }

  list(): LedgerFault[] {
    return [...this.#first.values()];
  }
}
