import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import type { ChainState, HistoryQuestion, SignedHead } from '../../../contract/history.ts';
import { toCallError } from '../call-error.ts';
import type { ChainEvent } from '../db/chain-events.ts';
import * as rows from '../db/chain-rows.ts';
import { sealWith } from '../db/chain-seal.ts';
import { type LastLink, readLastLink } from '../db/evidence-links.ts';
import { headText } from '../db/head-signature.ts';
import type { Store } from '../db/store.ts';
import type { Clock, Log, Vault } from '../ports.ts';
import { ChainKeys } from './chain-keys.ts';
import type { EvidenceKey } from './evidence-key.ts';
import { type Found, findContradiction, onlyAuthentic, readFound } from './question.ts';
import { type ChainGround, type Reached, readReached } from './reached.ts';
import { wasRestored } from './restored-mark.ts';
import type { Mark } from './witness.ts';
import { readWitnesses, type WitnessPlaces, WitnessWriter } from './witness-writer.ts';

/** What the chain works with. */
export interface ChainOptions extends WitnessPlaces {
  readonly store: Pick<Store, 'queries' | 'owns' | 'isIntact'>;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

/** Most time that links gather before their end is noted outside, when nothing waits for it. */
const gatherMs = 200;

/**
 * Opens the chain of a history: its seals, its signed heads, and the notes outside the database of
 * how far it has come. When the history contradicts these notes, a person is asked; until then
 * nothing of it is sealed.
 */
export async function openChain(options: ChainOptions): Promise<Chain> {
  const chain = new Chain(options);
  if (options.store.owns) await chain.begin();
  return chain;
}

/** State: the available keys, the open question, and the links that are not noted outside yet. */
export class Chain {
  readonly #options: ChainOptions;
  readonly #writer: WitnessWriter;
  readonly #keys: ChainKeys;
  #history = '';
  #question: HistoryQuestion | null = null;
  /** Whether the history was compared with its notes, and the notes' codes with the key. */
  #isCompared = false;
  /** Whether its end was noted in this run; from then on it is noted as it grows. */
  #isNoted = false;
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** The key in force according to the chain: only this key seals links. */
  #inForce: EvidenceKey | null = null;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#keys = new ChainKeys(options);
    this.#writer = new WitnessWriter(options, options.log, () => this.#keys.current());
  }

  async begin(): Promise<void> {
    const { store, log } = this.#options;
    sealWith(store.queries, (hash) => this.#seal(hash));
    await this.#inTurn(() => this.#settle());
    if (this.#question) log.warn('history_went_back', { reason: this.#question.reason });
  }

  /** Why nothing may be sent; null when the history is as it was left. */
  question(): HistoryQuestion | null {
    return this.#question;
  }

  /** Throws `history_went_back` until a person has decided. */
  requireDecided(): void {
    if (this.#question === null) return;
    const { reason, known, found } = this.#question;
    const details = { reason, known: known?.submission ?? null, found: found.submission };
    throw new ZubiError('history_went_back', details);
  }

  /**
   * Resolves when the history's current end is noted outside the database. Await it before the
   * first byte of a document is sent. Throws `history_went_back`, `secrets_locked` and errors of
   * writing.
   */
  async witness(reached: Reached): Promise<void> {
    if (!this.#mayNote()) await this.#inTurn(() => this.#settle());
    this.requireDecided();
    if (!this.#mayNote()) throw new ZubiError('secrets_locked');
    await this.#writer.reach(this.#toMark(reached));
  }

  /** Seals what waits for the key, and notes the history's end. Never fails. */
  tend(): Promise<void> {
    return this.#inTurn(() => this.#tend()).catch((error: unknown) => {
      this.#options.log.warn('chain_not_tended', { code: toCallError(error).code });
    });
  }

  /**
   * A person accepts a history other than the known one; this decision gets a link too. Throws
   * `secrets_locked`.
   */
  continueWith(note: string): Promise<void> {
    return this.#inTurn(async () => {
      const question = this.#question;
      if (question === null) return;
      await this.#keys.take(await readFound(this.#options.store.queries));
      if (this.#keys.sealState() === 'waiting') throw new ZubiError('secrets_locked');
      const { reason, known, found } = question;
      const places = { known: known?.link ?? null, found: found.link };
      this.#question = null;
      try {
        await this.#begin({ kind: 'continued', reason, note, ...places });
        this.#isCompared = true;
      } catch (error) {
        this.#question = question;
        throw error;
      }
    });
  }

  /** Signs the history's current end; null without a key, or with nothing to sign. */
  async signHead(): Promise<SignedHead | null> {
    const last = await readLastLink(this.#options.store.queries);
    return last.number === 0 || this.#question ? null : this.#toHead(last);
  }

  /** Whether a submission in the history is as it was written. */
  isIntact(submissionId: string): boolean {
    const check = { verify: this.#keys.verify(), mayWait: this.#question === null };
    return this.#options.store.isIntact(submissionId, check);
  }

  /** For a thread that checks everything: the available keys, and the notes outside. */
  forCheck(): ChainGround {
    const noted = this.#question ? null : this.#writer.written;
    const known = noted && { number: noted.number, hash: noted.hash };
    return { keys: this.#keys.reveal(), known };
  }

  state(): Promise<ChainState> {
    return this.#options.store.queries.connection().execute(async (connection) => {
      const head = await rows.findChainEvent(connection, 'head');
      return {
        links: (await readLastLink(connection)).number,
        sealedUpTo: await rows.lastSealed(connection),
        seals: this.#keys.current() !== null && this.#question === null,
        signedOn: head?.day ?? null,
        publicKey: head?.publicKey ?? null,
        isNotedOutside: this.#writer.outside,
        breaks: [...(await rows.listBreaks(connection))],
        question: this.#question,
      };
    });
  }

  /** Notes the history's end and discards the keys. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#options.store.owns) await this.tend();
    this.#isClosed = true;
    this.#keys.close();
  }

  /** Called for each new link. */
  #seal(hash: string): Uint8Array | null {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => this.#gathered(), gatherMs).unref();
    const key = this.#keys.current();
    return key && key === this.#inForce ? key.code('link', hash) : null;
  }

  #gathered(): void {
    this.#timer = null;
    void this.tend();
  }

  #mayNote(): boolean {
    return this.#isNoted && this.#keys.sealState() !== 'waiting';
  }

  async #tend(): Promise<void> {
    if (this.#isClosed) return;
    // While a person is asked, keys that were just opened can verify what is intact.
    if (this.#question) return this.#keys.take(await readFound(this.#options.store.queries));
    if (!this.#mayNote() || this.#keys.sealState() === 'bare') await this.#settle();
    if (this.#question || !this.#mayNote()) return;
    await this.#writer.reach(this.#toMark(await this.#reached()));
    if (await this.#signDaily()) await this.#writer.reach(this.#toMark(await this.#reached()));
  }

  /** Takes the key, compares the history with its notes, and begins to note it. */
  async #settle(): Promise<void> {
    const found = await readFound(this.#options.store.queries);
    this.#history = found.history;
    const before = this.#keys.sealState();
    await this.#keys.take(found);
    if (!this.#isCompared && (await this.#compare(found))) return;
    const isNew = !this.#isNoted || this.#keys.sealState() !== before;
    if (isNew && found.last.number > 0) await this.#begin(null);
  }

  /** True when nothing remains to do: a person is asked, or a restored history was accepted. */
  async #compare(found: Found): Promise<boolean> {
    const { dataFolder, vault } = this.#options;
    const known = await onlyAuthentic(readWitnesses(this.#options, found.history), this.#options);
    const sealState = this.#keys.sealState();
    if (await wasRestored(dataFolder, { vault, found, bare: sealState === 'bare' })) {
      const former = known.find(({ history }) => history === found.history);
      this.#isCompared = true;
      await this.#begin({ kind: 'restored', known: former?.number ?? null });
      return true;
    }
    const isSealedHere = found.keyId !== null && this.#keys.current()?.id === found.keyId;
    this.#question = await findContradiction(found, known, isSealedHere);
    // What locked keys could not decide is checked again after unlocking.
    this.#isCompared = this.#question === null && sealState !== 'waiting';
    return this.#question !== null;
  }

  /**
   * From here on links are sealed, and the next seal covers what was written without the key. The
   * history's end is noted first: a key without a note would raise the question.
   */
  async #begin(event: ChainEvent | null): Promise<void> {
    if (this.#keys.sealState() === 'waiting') return;
    const { clock, store } = this.#options;
    await this.#writer.renew(this.#toMark(await this.#reached()));
    const at = clock().toISOString();
    const key = this.#keys.current();
    const write = store.queries.transaction().execute(async (transaction) => {
      // Not before: transactions that are still open write links from before this key.
      this.#inForce = key;
      const known = await rows.findChainEvent(transaction, 'key');
      if (key !== null && known?.keyId !== key.id) {
        const taken = { kind: 'key', keyId: key.id, publicKey: key.publicKey() } as const;
        await rows.addChainEvent(transaction, at, taken);
      } else await rows.sealNewest(transaction);
      if (event) await rows.addChainEvent(transaction, at, event);
    });
    await write.catch((error: unknown) => {
      this.#inForce = null;
      throw error;
    });
    await this.#writer.reach(this.#toMark(await this.#reached()));
    this.#isNoted = true;
  }

  /** The first head of a day becomes part of the chain; false when there was nothing to sign. */
  #signDaily(): Promise<boolean> {
    const { clock, store } = this.#options;
    const now = clock();
    return store.queries.transaction().execute(async (transaction) => {
      const last = await readLastLink(transaction);
      const known = await rows.findChainEvent(transaction, 'head');
      const isDue = known?.day !== dayOf(now);
      const head = isDue && last.number > 0 ? this.#toHead(last) : null;
      if (head) await rows.addChainEvent(transaction, now.toISOString(), { kind: 'head', ...head });
      return head !== null;
    });
  }

  #toHead({ number, hash }: LastLink): SignedHead | null {
    const key = this.#keys.current();
    const day = dayOf(this.#options.clock());
    const head = { history: this.#history, number, hash, day };
    return key && { ...head, publicKey: key.publicKey(), signature: key.sign(headText(head)) };
  }

  #toMark({ number, hash, submission }: Reached): Mark {
    const at = this.#options.clock().toISOString();
    return { history: this.#history, number, hash, submission, at };
  }

  #reached(): Promise<Reached> {
    return this.#options.store.queries.connection().execute(readReached);
  }

  #inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
