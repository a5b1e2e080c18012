import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Submission } from '../../contract/submission.ts';
import type { Validator } from '../../main/validator/validator-port.ts';
import { stateFolderOf } from '../fixtures/state-folder.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { createRandom } from '../fixtures/validator/random.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import {
  type Desk,
  furnish,
  type OutsideSandbox,
  openDesk,
  readHistory,
  startOutsideSandbox,
} from './desk.ts';
import { hear } from './hear.ts';
import { answerQuestion, keepFolder, type Loss, openAfterLoss } from './lost-history.ts';

/** The findings of a campaign; every list of faults must be empty. */
export interface CampaignResult {
  readonly rounds: number;
  readonly documents: number;
  /** Rounds in which the process ended before it was killed. */
  readonly finishedFirst: number;
  /** Submissions in each state right after a kill, over all rounds. */
  readonly found: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** Rounds in which the history had gone back, and a person was asked. */
  readonly asked: number;
  /** Rounds in which the loss had torn the database, and it was reported as damaged. */
  readonly torn: number;
}

const companies = [1, 2, 3, 4].map((number) => ({
  taxId: companyTaxId('B', 9_700_000 + number),
  name: `Probaldi ${number} SL`,
}));
const filesOfACompany = 3;
/** A service on the same machine that adds nothing to its list for this long is at rest. */
const restMs = 400;

/**
 * Kills a sending process with SIGKILL at random moments of batches, against a service that lives
 * on, and checks each time what is left: nothing lost, nothing delivered twice, nothing left
 * `sending`, every submission in its one true state. Then it resolves unknown ones by the service's
 * list, sends the rest, and everything must have arrived once. `validator`: the service's, unless
 * it has one of its own.
 */
export async function killBatches(
  options: { rounds: number; seed: number; validator?: Validator },
  report: (line: string) => void = () => {},
): Promise<CampaignResult> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-crash-'));
  const sandbox = await startOutsideSandbox(options.validator);
  const campaign = new Campaign(dataFolder, sandbox, options.seed);
  try {
    await campaign.prepare();
    for (let round = 1; round <= options.rounds; round += 1) {
      await campaign.round(round);
      report(`${round}: ${campaign.lastLine}`);
    }
    return { rounds: options.rounds, ...campaign.result() };
  } finally {
    await sandbox.close();
    for (const folder of [dataFolder, stateFolderOf(dataFolder)])
      rmSync(folder, { recursive: true, force: true });
    rmSync(sandbox.folder, { recursive: true, force: true });
  }
}

class Campaign {
  lastLine = '';
  readonly #dataFolder: string;
  readonly #sandbox: OutsideSandbox;
  readonly #random: ReturnType<typeof createRandom>;
  readonly #documents = new Set<string>();
  readonly #found: Record<string, number> = {};
  readonly #faults: string[] = [];
  #fileIds: string[] = [];
  #finishedFirst = 0;
  /** Rounds in which a person was asked about a history that went back, and the losses. */
  #asked = 0;
  /** Rounds whose database was torn by the loss, and reported as damaged. */
  #torn = 0;
  #wasAsked = false;
  readonly #lost = new Set<string>();
  readonly #sha256s = new Map<string, string>();
  /** Longest time of a batch so far: kills are spread over it. */
  #batchMs = 600;

  constructor(dataFolder: string, sandbox: OutsideSandbox, seed: number) {
    this.#dataFolder = dataFolder;
    this.#sandbox = sandbox;
    this.#random = createRandom(seed);
  }

  result(): Omit<CampaignResult, 'rounds'> {
    const [documents, finishedFirst] = [this.#documents.size, this.#finishedFirst];
    const [found, faults, asked, torn] = [this.#found, this.#faults, this.#asked, this.#torn];
    return { documents, finishedFirst, found, faults, asked, torn };
  }

  async prepare(): Promise<void> {
    const desk = await openDesk(this.#dataFolder);
    await furnish(desk, this.#sandbox, companies);
    // The service's threads start with its first documents: they must be ready before the first
    // kill.
    await this.#drop(desk, 0);
    await desk.call('submissions.send', { fileIds: this.#fileIds });
    await desk.app.idle();
    await this.#drop(desk, 1);
    await desk.app.close();
  }

  async round(round: number): Promise<void> {
    await this.#planFaults();
    const folder = keepFolder(this.#dataFolder);
    await this.#sendAndKill();
    await this.#sandbox.calm();
    await this.#settled();
    folder.lose(lossOf(round));
    const { desk, isTorn } = await openAfterLoss(this.#dataFolder, folder);
    if (isTorn) this.#torn += 1;
    folder.forget();
    try {
      const { asked, fault } = await answerQuestion(desk, () => this.#arrived());
      if (asked) this.#asked += 1;
      if (fault) this.#fault(round, fault);
      this.#wasAsked = asked;
      const left = await this.#lookAt(desk, round);
      await this.#finish(desk, left, round);
      await this.#drop(desk, round + 1);
    } finally {
      await desk.app.close();
    }
  }

  /**
   * The service still works on what the killed process had sent: its list is read at rest, as a
   * person does.
   */
  async #settled(): Promise<void> {
    for (
      let before = -1, now = await this.#arrived();
      now !== before;
      now = await this.#arrived()
    ) {
      before = now;
      await wait(restMs);
    }
  }

  async #arrived(): Promise<number> {
    return [...(await this.#sandbox.reached()).values()].reduce((sum, times) => sum + times, 0);
  }

  async #drop(desk: Desk, round: number): Promise<void> {
    const fileIds: string[] = [];
    for (const [index, taxpayer] of companies.entries()) {
      for (let file = 0; file < filesOfACompany; file += 1) {
        const firstRecord = (round * filesOfACompany + file) * 2;
        const xml = makeDocument('240-received', {
          seed: 50 + index,
          records: 2,
          firstRecord,
          taxpayer,
        });
        const name = `${round}-${index}-${file}.xml`;
        const taken = await desk.app.takeFile({ name, bytes: new TextEncoder().encode(xml) });
        if (taken.ok) fileIds.push(taken.value.fileId);
      }
    }
    const { files } = await desk.call('submissions.check', { fileIds });
    for (const { id, judged: validated } of files) {
      this.#documents.add(validated?.sha256 ?? 'not judged');
      this.#sha256s.set(id, validated?.sha256 ?? '');
    }
    this.#fileIds = fileIds;
  }

  /** Every other round the service has faults. */
  async #planFaults(): Promise<void> {
    if (this.#random.chance(0.5)) return;
    const moods = [
      { kind: 'delay', ms: 40 },
      { kind: 'drop_after' },
      { kind: 'drop_before' },
      { kind: 'status', status: 429, retryAfter: 0 },
    ];
    await this.#sandbox.plan(Array.from({ length: 3 }, () => this.#random.pick(moods)));
  }

  async #sendAndKill(): Promise<void> {
    const script = fileURLToPath(new URL('./sender.ts', import.meta.url));
    const args = [script, this.#dataFolder, JSON.stringify(this.#fileIds)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const heard = hear(child);
    await heard.until('begins');
    // Most kills strike while files are on their way, some while they are being queued.
    if (this.#random.chance(0.8)) await heard.until('queued');
    const startedAtMs = performance.now();
    await Promise.race([wait(this.#random.int(0, Math.ceil(this.#batchMs))), exited]);
    const finished = child.exitCode !== null;
    child.kill('SIGKILL');
    await exited;
    if (!finished) return;
    this.#finishedFirst += 1;
    this.#batchMs = Math.max(300, performance.now() - startedAtMs);
  }

  /** The next start's findings, against the service's list. */
  async #lookAt(desk: Desk, round: number): Promise<Submission[]> {
    const history = await readHistory(desk);
    const reached = await this.#sandbox.reached();
    const ours = history.filter(({ file }) => file.startsWith(`${round}-`));
    const states: Record<string, number> = {};
    for (const each of ours) {
      states[each.state] = (states[each.state] ?? 0) + 1;
      this.#found[each.state] = (this.#found[each.state] ?? 0) + 1;
    }
    this.lastLine = JSON.stringify(states);
    if (ours.length !== 0 && ours.length !== this.#fileIds.length)
      this.#fault(round, `${ours.length} queued`);
    for (const each of history) this.#checkState(round, each, reached.get(each.sha256) ?? 0);
    for (const [sha256, times] of reached) {
      if (times > 1) this.#fault(round, `${sha256} delivered ${times} times`);
      // A person was asked about the losses of a history that went back.
      if (!history.some((each) => each.sha256 === sha256) && !this.#lost.has(sha256))
        if (this.#wasAsked) this.#lost.add(sha256);
        else this.#fault(round, `${sha256} left no trace`);
    }
    return ours;
  }

  #checkState(round: number, { id, state, previousId }: Submission, times: number): void {
    const allowed: Record<string, readonly number[]> = {
      queued: [0],
      accepted: [1],
      unknown: [0, 1],
      // Repeated by this campaign, so the repetition has arrived.
      failed: previousId === null ? [0, 1] : [0],
    };
    if (!allowed[state]?.includes(times))
      this.#fault(round, `${id} is ${state} and arrived ${times} times`);
  }

  /** As a person would: the unknown ones by the service's list, then the rest. */
  async #finish(desk: Desk, left: readonly Submission[], round: number): Promise<void> {
    const reached = await this.#sandbox.reached();
    // A person who looks there does not send again what the service has.
    const fileIds = this.#fileIds.filter((id) => !reached.has(this.#sha256s.get(id) ?? ''));
    if (left.length === 0 && fileIds.length > 0) await desk.call('submissions.send', { fileIds });
    for (const { id, state, sha256 } of left) {
      if (state === 'unknown') {
        const decision = reached.has(sha256) ? 'accepted' : 'not_delivered';
        await desk.call('submissions.resolve', { id, decision });
        if (decision === 'not_delivered') await desk.call('submissions.retry', { id });
      }
    }
    await desk.call('submissions.resume', {});
    await desk.app.idle();
    const last = (await readHistory(desk)).filter(
      ({ state }) => state === 'queued' || state === 'sending',
    );
    for (const { id, state } of last) this.#fault(round, `${id} stayed ${state}`);
    const now = await this.#sandbox.reached();
    for (const sha256 of this.#documents) {
      if (now.get(sha256) !== 1)
        this.#fault(round, `${sha256} arrived ${now.get(sha256) ?? 0} times in the end`);
    }
  }

  #fault(round: number, what: string): void {
    this.#faults.push(`round ${round}: ${what}`);
  }
}

/** In two of five rounds the history goes back in time as well. */
function lossOf(round: number): Loss {
  if (round % 5 === 2) return 'log deleted';
  return round % 5 === 4 ? 'folder put back' : 'none';
}
