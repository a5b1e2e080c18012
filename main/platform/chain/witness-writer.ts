import { join } from 'node:path';
import { toStorageError } from '../files/whole-file.ts';
import type { Log } from '../ports.ts';
import type { EvidenceKey } from './evidence-key.ts';
import { type Mark, readWitness, toWitness, type Witness, writeWitness } from './witness.ts';

/** Where the history's end is noted: in the data folder and outside it. */
export interface WitnessPlaces {
  readonly dataFolder: string;
  /** The person's folder for states; null when there is none. */
  readonly stateFolder: string | null;
}

const innerPath = ({ dataFolder }: WitnessPlaces): string => join(dataFolder, 'witness.json');

const outerPath = ({ stateFolder }: WitnessPlaces, history: string): string | null =>
  stateFolder && /^[0-9a-f]{32}$/.test(history) ? join(stateFolder, `${history}.json`) : null;

/** The note of this history. */
export function readWitnesses(
  places: WitnessPlaces,
  history: string,
): readonly (Witness | 'broken' | null)[] {
  const outer = outerPath(places, history);
  return [readWitness(innerPath(places)), outer === null ? null : readWitness(outer)];
}

/**
 * Notes how far the history has come. Simultaneous requests become one write. The data folder must
 * take it; the place outside takes it when possible. State: the written note and the wanted one.
 */
export class WitnessWriter {
  readonly #places: WitnessPlaces;
  readonly #log: Log;
  readonly #key: () => EvidenceKey | null;
  #written: Mark | null = null;
  #wanted: Mark | null = null;
  #writing: Promise<void> | null = null;
  #outside = false;

  constructor(places: WitnessPlaces, log: Log, key: () => EvidenceKey | null) {
    this.#places = places;
    this.#log = log;
    this.#key = key;
  }

  /** Whether the last write also reached the place outside the data folder. */
  get outside(): boolean {
    return this.#outside;
  }

  /** The last note of this run. */
  get written(): Mark | null {
    return this.#written;
  }

  /** Resolves when this note, or a later one, is on the disk. */
  async reach(mark: Mark): Promise<void> {
    if (mark.number > (this.#wanted?.number ?? -1)) this.#wanted = mark;
    while (mark.number > (this.#written?.number ?? -1)) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  /** Writes the note again, under the available key. */
  async renew(mark: Mark): Promise<void> {
    await this.#writing?.catch(() => undefined);
    [this.#written, this.#wanted] = [null, null];
    await this.reach(mark);
  }

  async #write(): Promise<void> {
    const mark = this.#wanted;
    if (mark === null) return;
    const witness = toWitness(mark, this.#key());
    const outer = outerPath(this.#places, mark.history);
    await Promise.all([
      writeWitness(innerPath(this.#places), witness),
      outer === null ? undefined : this.#writeOutside(outer, witness),
    ]);
    this.#written = mark;
  }

  async #writeOutside(path: string, witness: Witness): Promise<void> {
    try {
      await writeWitness(path, witness);
      this.#outside = true;
    } catch (error) {
      const { code } = toStorageError(error, path);
      if (this.#outside) this.#log.warn('witness_not_written', { code });
      this.#outside = false;
    }
  }
}
