import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Input, type MethodName, methods, type Output } from '../../contract/methods.ts';
import type { Submission } from '../../contract/submission.ts';
import { createApp } from '../../main/app.ts';
import type { App } from '../../main/app-options.ts';
import { createKeyFileSealer } from '../../main/platform/secrets/key-file-sealer.ts';
import type { Validator } from '../../main/validator/validator-port.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { connectionTo } from '../fixtures/connection-to.ts';
import { stateFolderOf } from '../fixtures/state-folder.ts';

/** An application without its own work, to inspect what a killed one left. */
export interface Desk {
  readonly app: App;
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Output<Name>>;
}

/**
 * `resumesQueue`: as a window, which sends what is still queued. `validator`: one that outlives the
 * application, so that no threads start for it.
 */
export async function openDesk(
  dataFolder: string,
  {
    resumesQueue = false,
    validator,
  }: { readonly resumesQueue?: boolean; readonly validator?: Validator } = {},
): Promise<Desk> {
  const app = await createApp({
    dataFolder,
    stateFolder: stateFolderOf(dataFolder),
    face: resumesQueue ? 'browser' : 'command_line',
    version: '0.0.0-test',
    sandbox: null,
    sealers: [createKeyFileSealer({ dataFolder, clock: () => new Date() })],
    ...(validator && { validator }),
  });
  return {
    app,
    async call(method, input) {
      const reply = await app.call(method, input);
      if (!reply.ok)
        throw new Error(`${method} refused: ${JSON.stringify(reply.error).slice(0, 500)}`);
      return methods[method].output.parse(reply.value) as Output<typeof method>;
    },
  };
}

/** Everything in the history. */
export async function readHistory(desk: Desk): Promise<Submission[]> {
  const found: Submission[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<'submissions.list'> = await desk.call('submissions.list', {
      cursor,
      limit: 1000,
    });
    found.push(...page.submissions);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** A service that outlives killed processes, and remembers what reached it. */
export interface OutsideSandbox extends Sandbox {
  readonly folder: string;
  plan(faults: readonly unknown[]): Promise<void>;
  /** Forgets the faults that have not struck yet. */
  calm(): Promise<void>;
  /** How often each document reached the ledger, by SHA-256. */
  reached(): Promise<ReadonlyMap<string, number>>;
}

export async function startOutsideSandbox(validator?: Validator): Promise<OutsideSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-outside-'));
  const sandbox = await startSandbox({ folder, ...(validator && { validator }) });
  return {
    ...sandbox,
    folder,
    async plan(faults) {
      await fetch(`${sandbox.baseUrl}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults }),
      });
    },
    async calm() {
      await fetch(`${sandbox.baseUrl}/sandbox/faults`, { method: 'DELETE' });
    },
    async reached() {
      const response = await fetch(`${sandbox.baseUrl}/sandbox/state`, {
        headers: { 'X-Service-UserApiKey': sandbox.userApiKey },
      });
      const { submissions } = (await response.json()) as { submissions: { sha256: string }[] };
      const counts = new Map<string, number>();
      for (const { sha256 } of submissions) counts.set(sha256, (counts.get(sha256) ?? 0) + 1);
      return counts;
    },
  };
}

/** Connects to the service and makes companies there. */
export async function furnish(
  desk: Desk,
  sandbox: Sandbox,
  companies: readonly { taxId: string; name: string }[],
): Promise<void> {
  await desk.call('connection.set', connectionTo(sandbox));
  const territories = await desk.call('territories.list', {});
  const territoryId = territories.find((territory) => territory.name === 'Bizkaia')?.id ?? '';
  for (const { taxId, name } of companies) {
    await desk.call('companies.create', {
      isIndividual: false,
      fullName: name,
      taxId,
      territoryId,
    });
  }
}
