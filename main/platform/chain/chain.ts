import pLimit from 'p-limit';
import { ZubiError } from '../../../contract/errors.ts';
import type { ChainState, HistoryQuestion, SignedHead } from '../../../contract/history.ts';
import { toCallError } from '../call-error.ts';
import type { ChainEvent } from '../db/chain-events.ts';
import * as rows from '../db/chain-rows.ts';
import { sealWith } from '../db/chain-seal.ts';
import { readLastLink } from '../db/evidence-links.ts';
import type { Store } from '../db/store.ts';
import type { Clock, Log, Vault } from '../ports.ts';
import { ChainKeys } from './chain-keys.ts';
import { type Comparison, compareWithNotes } from './compare-with-notes.ts';
import { readFound } from './question.ts';
import { type ChainGround, type Reached, readReached } from './reached.ts';
import { addDailyHead, signHead } from './signed-head.ts';
import { type WitnessPlaces, WitnessWriter } from './witness-writer.ts';

/** What the chain works with. */
interface ChainOptions extends WitnessPlaces {
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
  const chain = new Chain(options, await rows.readHistoryId(options.store.queries));
  if (options.store.owns) await chain.begin();
  return chain;
}

/** `noted`: known, and its end was noted in this run; from then on it is noted as it grows. */
type Standing = Comparison | { readonly kind: 'noted' };

/**
 * The chain of one history. Its keys come and go with the vault's lock, its writer keeps the notes.
 * State of its own: how the history stands to its notes, and the links that are not noted yet.
 */
export class Chain {
  readonly #options: ChainOptions;
  readonly #history: string;
  readonly #keys: ChainKeys;
  readonly #writer: WitnessWriter;
  readonly #inTurn = pLimit(1);
  #standing: Standing = { kind: 'open' };
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ChainOptions, history: string) {
    this.#options = options;
    this.#history = history;
    this.#keys = new ChainKeys(options);
    this.#writer = new WitnessWriter(options, history, this.#keys);
  }

  async begin(): Promise<void> {
    const { store, log } = this.#options;
    sealWith(store.queries, (hash) => this.#seal(hash));
    await this.#inTurn(() => this.#settle());
    const question = this.question();
    if (question) log.warn('history_went_back', { reason: question.reason });
  }

  /** Why nothing may be sent; null when the history is as it was left. */
  question(): HistoryQuestion | null {
    return this.#standing.kind === 'contradicted' ? this.#standing.question : null;
  }

  /** Throws `history_went_back` until a person has decided. */
  requireDecided(): void {
    const question = this.question();
    if (question === null) return;
    const { reason, known, found } = question;
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
    await this.#writer.reach(reached);
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
      const question = this.question();
      if (question === null) return;
      await this.#keys.take(await readFound(this.#options.store.queries));
      if (this.#keys.sealState() === 'waiting') throw new ZubiError('secrets_locked');
      const { reason, known, found } = question;
      const places = { known: known?.link ?? null, found: found.link };
      await this.#beginNoting({ kind: 'continued', reason, note, ...places });
    });
  }

  /** Signs the history's current end; null without a key, or with nothing to sign. */
  async signHead(): Promise<SignedHead | null> {
    const last = await readLastLink(this.#options.store.queries);
    return this.question() ? null : signHead(last, this.#signing());
  }

  /** Whether a submission in the history is as it was written. */
  isIntact(submissionId: string): boolean {
    const check = { verify: this.#keys.verify(), mayWait: this.question() === null };
    return this.#options.store.isIntact(submissionId, check);
  }

  /** For a thread that checks everything: the available keys, and the notes outside. */
  forCheck(): ChainGround {
    const noted = this.question() ? null : this.#writer.written;
    const known = noted && { number: noted.number, hash: noted.hash };
    return { keys: this.#keys.reveal(), known };
  }

  state(): Promise<ChainState> {
    return this.#options.store.queries.connection().execute(async (connection) => {
      const head = await rows.findChainEvent(connection, 'head');
      return {
        links: (await readLastLink(connection)).number,
        sealedUpTo: await rows.lastSealed(connection),
        seals: this.#keys.current() !== null && this.question() === null,
        signedOn: head?.day ?? null,
        publicKey: head?.publicKey ?? null,
        isNotedOutside: this.#writer.outside,
        breaks: [...(await rows.listBreaks(connection))],
        question: this.question(),
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
    return this.#keys.inForce()?.code('link', hash) ?? null;
  }

  #gathered(): void {
    this.#timer = null;
    void this.tend();
  }

  #mayNote(): boolean {
    return this.#standing.kind === 'noted' && this.#keys.sealState() !== 'waiting';
  }

  async #tend(): Promise<void> {
    const { store } = this.#options;
    if (this.#isClosed) return;
    // While a person is asked, keys that were just opened can verify what is intact.
    if (this.question()) return this.#keys.take(await readFound(store.queries));
    if (!this.#mayNote() || this.#keys.sealState() === 'bare') await this.#settle();
    if (!this.#mayNote()) return;
    await this.#writer.reach(await this.#reached());
    const isSigned = await store.queries
      .transaction()
      .execute((transaction) => addDailyHead(transaction, this.#signing()));
    if (isSigned) await this.#writer.reach(await this.#reached());
  }

  /** Takes the key, compares the history with its notes, and begins to note it. */
  async #settle(): Promise<void> {
    const found = await readFound(this.#options.store.queries);
    const before = this.#keys.sealState();
    if (found.last.number > 0) await this.#keys.take(found);
    if (this.#standing.kind === 'open' || this.#standing.kind === 'contradicted')
      this.#standing = await compareWithNotes(found, { ...this.#options, keys: this.#keys });
    const standing = this.#standing;
    if (found.last.number === 0) {
      // Without events it needs a key only where it was put in the place of another history.
      if (standing.kind !== 'known' || standing.event === null) return;
      await this.#keys.take(found);
    }
    if (standing.kind === 'known') await this.#beginNoting(standing.event);
    else if (standing.kind === 'noted' && this.#keys.sealState() !== before)
      await this.#beginNoting(null);
  }

  /**
   * From here on links are sealed, and the next seal covers what was written without the key. The
   * history's end is noted first: a key without a note would raise the question.
   */
  async #beginNoting(event: ChainEvent | null): Promise<void> {
    if (this.#keys.sealState() === 'waiting') return;
    const { clock, store } = this.#options;
    await this.#writer.renew(await this.#reached());
    const at = clock().toISOString();
    const key = this.#keys.current();
    const write = store.queries.transaction().execute(async (transaction) => {
      // Not before: transactions that are still open write links from before this key.
      this.#keys.putInForce(key);
      const known = await rows.findChainEvent(transaction, 'key');
      if (key !== null && known?.keyId !== key.id) {
        const taken = { kind: 'key', keyId: key.id, publicKey: key.publicKey() } as const;
        await rows.addChainEvent(transaction, at, taken);
      } else await rows.sealNewest(transaction);
      if (event) await rows.addChainEvent(transaction, at, event);
    });
    await write.catch((error: unknown) => {
      this.#keys.putInForce(null);
      throw error;
    });
    await this.#writer.reach(await this.#reached());
    this.#standing = { kind: 'noted' };
  }

  #signing() {
    const { clock } = this.#options;
    return { history: this.#history, key: this.#keys.current(), now: clock() };
  }

  #reached(): Promise<Reached> {
    return this.#options.store.queries.connection().execute(readReached);
  }
}
