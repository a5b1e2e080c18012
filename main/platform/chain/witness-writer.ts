import { join } from 'node:path';
import { toStorageError } from '../files/whole-file.ts';
import type { Clock, Log } from '../ports.ts';
import type { ChainKeys } from './chain-keys.ts';
import type { Reached } from './reached.ts';
import { type Mark, readWitness, toWitness, type Witness, writeWitness } from './witness.ts';

/** Where the history's end is noted: in the data folder and outside it. */
export interface WitnessPlaces {
  readonly dataFolder: string;
  /** The person's folder for states; null when there is none. */
  readonly stateFolder: string | null;
}

interface WitnessGround extends WitnessPlaces {
  readonly clock: Clock;
  readonly log: Log;
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
  readonly #ground: WitnessGround;
  readonly #history: string;
  readonly #keys: Pick<ChainKeys, 'current'>;
  #written: Mark | null = null;
  #wanted: Mark | null = null;
  #writing: Promise<void> | null = null;
  #outside = false;

  constructor(ground: WitnessGround, history: string, keys: Pick<ChainKeys, 'current'>) {
    this.#ground = ground;
    this.#history = history;
    this.#keys = keys;
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
  async reach(reached: Reached): Promise<void> {
    if (reached.number > (this.#wanted?.number ?? -1)) this.#wanted = this.#toMark(reached);
    while (reached.number > (this.#written?.number ?? -1)) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  /** Writes the note again, under the available key. */
  async renew(reached: Reached): Promise<void> {
    await this.#writing?.catch(() => undefined);
    [this.#written, this.#wanted] = [null, null];
    await this.reach(reached);
  }

  #toMark({ number, hash, submission }: Reached): Mark {
    const at = this.#ground.clock().toISOString();
    return { history: this.#history, number, hash, submission, at };
  }

  async #write(): Promise<void> {
    const mark = this.#wanted;
    if (mark === null) return;
    const witness = toWitness(mark, this.#keys.current());
    const outer = outerPath(this.#ground, mark.history);
    await Promise.all([
      writeWitness(innerPath(this.#ground), witness),
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
      if (this.#outside) this.#ground.log.warn('witness_not_written', { code });
      this.#outside = false;
    }
  }
}
