import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { SubmissionEvent } from '../../../contract/submission.ts';
import type { AppOptions } from '../../../main/app-options.ts';
import type { QueuePace } from '../../../main/features/outbox/pace.ts';
import { furnish, type OutsideSandbox, startOutsideSandbox } from '../../crash/desk.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { type Office, openOffice } from '../core/office.ts';

export const companies = [1, 2, 3, 4].map((number) => ({
  taxId: companyTaxId('B', 9_600_000 + number),
  name: `Bulegoa ${number} SL`,
}));

/** An office with four companies at a service of its own that outlives it. */
export interface Bureau extends Office {
  readonly sandbox: OutsideSandbox;
  /** Adds a document to the worklist; returns its file's id. */
  put(company: number, options?: PutOptions): Promise<string>;
  send(fileIds: readonly string[], confirmDuplicates?: boolean): Promise<string[]>;
  stateOf(id: string): Promise<string>;
  eventsOf(id: string): Promise<SubmissionEvent[]>;
}

interface PutOptions {
  /** First record: files with the same one share their records. */
  readonly first?: number;
  readonly records?: number;
  readonly operation?: 'A00' | 'M00';
  readonly cancellation?: boolean;
}

/** Waits that take no time, except those that the service asks for. */
export const hastyPace: QueuePace = {
  now: () => performance.now(),
  random: () => 0,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Long waits end when the test lets the time pass; short ones by themselves. */
export function heldPace() {
  const waits = new Map<() => void, number>();
  let passed = 0;
  const now = () => performance.now() + passed;
  const pace: QueuePace = {
    ...hastyPace,
    now,
    after: (milliseconds, run) => {
      if (milliseconds < 1000) return hastyPace.after(milliseconds, run);
      waits.set(run, now() + milliseconds);
      return () => void waits.delete(run);
    },
  };
  const pass = (milliseconds: number) => {
    passed += milliseconds;
    for (const [run, at] of [...waits]) {
      if (at > now()) continue;
      waits.delete(run);
      run();
    }
  };
  return { pace, pass };
}

interface BureauOptions extends Partial<AppOptions> {
  /** The address in place of the service's own; `createClient` leads there. */
  readonly liveAt?: string;
  readonly onSandbox?: (baseUrl: string) => void;
}

export async function openBureau(given: BureauOptions = {}): Promise<Bureau> {
  const { liveAt, onSandbox, ...options } = given;
  const sandbox = await startOutsideSandbox(shareValidator());
  onSandbox?.(sandbox.baseUrl);
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(sandbox.folder, { recursive: true, force: true });
  });
  const office = await openOffice({ queuePace: hastyPace, ...options });
  await furnish(office, { ...sandbox, baseUrl: liveAt ?? sandbox.baseUrl }, companies);
  return furnishBureau(office, sandbox);
}

/** Sets another address and gives the keys of the present one for it, too. */
export async function moveTo(office: Office, baseUrl: string): Promise<void> {
  const { companies: all } = await office.call('companies.list', {});
  const keys = await Promise.all(all.map(({ id }) => office.call('companies.revealKey', { id })));
  await office.call('connection.set', {
    baseUrl,
    movedHost: true,
    userApiKey: 'a-user-key-for-tests',
    certificateKey: 'a-certificate-key-for-tests',
  });
  for (const [index, { id, serviceId }] of all.entries()) {
    const apiKey = keys[index]?.key ?? '';
    await office.call('companies.reconcile', { id, serviceId: serviceId ?? '', apiKey });
  }
}

/** The same office reopened. */
export async function reopen(bureau: Bureau, options: Partial<AppOptions> = {}): Promise<Bureau> {
  return furnishBureau(await bureau.restart(options), bureau.sandbox);
}

function furnishBureau(office: Office, sandbox: OutsideSandbox): Bureau {
  let names = 0;
  return {
    ...office,
    sandbox,
    async put(company, { first = 0, records = 2, operation = 'A00', cancellation = false } = {}) {
      const taxpayer = companies[company];
      if (!taxpayer) throw new Error('no such company');
      const form = cancellation ? '240-received-cancellation' : '240-received';
      const parts = { seed: 9, records, firstRecord: first, taxpayer };
      names += 1;
      const name = `${names}-${company}-${first}-${cancellation ? 'AN0' : operation}.xml`;
      const file = await office.drop(
        name,
        makeDocument(form, cancellation ? parts : { ...parts, operation }),
      );
      return file.id;
    },
    async send(fileIds, confirmDuplicates = false) {
      const { outcome, submissions } = await office.call('submissions.send', {
        fileIds: [...fileIds],
        confirmDuplicates,
      });
      if (outcome !== 'queued') throw new Error(outcome);
      return submissions.map(({ id }) => id);
    },
    stateOf: async (id) => (await office.call('submissions.get', { id })).submission.state,
    eventsOf: async (id) => (await office.call('submissions.get', { id })).events,
  };
}
