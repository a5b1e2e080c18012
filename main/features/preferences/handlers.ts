import type { CallError } from '../../../contract/errors.ts';
import type { Settings, Status } from '../../../contract/settings.ts';
import { toCallError } from '../../platform/call-error.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { Core, Handlers } from '../core.ts';
import { countWaiting, waitingStates } from '../history/waiting.ts';
import { countByState } from '../submissions/submissions-table.ts';

/** What the process is, beside what it holds. */
export interface About {
  readonly version: string;
  readonly face: Status['face'];
  readonly ownsDataFolder: boolean;
}

/** Settings, the header's status and how keys are protected. */
export function settingsHandlers(
  core: Core,
  about: About,
): Handlers<
  | 'app.status'
  | 'settings.get'
  | 'settings.set'
  | 'secrets.protect'
  | 'secrets.unlock'
  | 'secrets.lock'
> {
  const protect = async (work: () => ReturnType<Core['vault']['protect']>) => {
    const protection = await work();
    core.emit({ name: 'settings.changed', payload: {} });
    return protection;
  };
  return {
    'app.status': () => readStatus(core, about),
    'settings.get': async () => core.settings.read(),
    'settings.set': async (change) => {
      core.settings.write({ ...core.settings.read(), ...withoutUndefined(change) });
      core.emit({ name: 'settings.changed', payload: {} });
      return core.settings.read();
    },
    'secrets.protect': ({ passphrase }) =>
      protect(() => core.vault.protect(new Secret(passphrase))),
    'secrets.unlock': ({ passphrase }) => protect(() => core.vault.unlock(new Secret(passphrase))),
    'secrets.lock': () => protect(() => core.vault.lock()),
  };
}

async function readStatus(core: Core, about: About): Promise<Status> {
  const counts = await countByState(core.store.queries);
  const count = (state: Parameters<typeof counts.get>[0]) => counts.get(state) ?? 0;
  return {
    ...about,
    environment: core.connection.configured().environment,
    connection: core.connection.health(),
    lastContactAt: core.connection.lastContactAt(),
    queued: count('queued'),
    sending: count('sending'),
    needsAttention: await countAttention(core),
    protection: core.vault.protection(),
    faults: [...readFaults(core), ...(await readProof(core))],
  };
}

/** Beyond this many of a state the badge says no more. */
const attentionLimit = 1000;

/** What waits for a person in the environment in force, and was not taken further since. */
async function countAttention(core: Core): Promise<number> {
  const { environment } = core.connection.configured();
  if (environment === 'none') return 0;
  let sum = 0;
  for (const state of waitingStates)
    sum += await countWaiting(core.store.queries, environment, state, attentionLimit);
  return sum;
}

/**
 * Settings and connection are one thing to a person: one word for both, with the names of the
 * files.
 */
function readFaults(core: Core): CallError[] {
  const files = {
    'settings.json': core.settings.fault(),
    'connection.json': core.connection.fault(),
  };
  const damaged = Object.entries(files).flatMap(([file, fault]) =>
    fault ? [{ file, reason: fault.kind }] : [],
  );
  const [first] = damaged;
  const file = damaged.map((each) => each.file).join(', ');
  const told: CallError[] = first
    ? [{ code: 'settings_damaged', details: { ...first, file } }]
    : [];
  const secrets = core.vault.fault();
  return [
    ...told,
    ...(secrets ? [secrets] : []),
    ...core.schemas.faults(),
    ...toFaults(() => core.chain.requireDecided()),
  ];
}

function toFaults(require: () => void): CallError[] {
  try {
    require();
    return [];
  } catch (error) {
    return [toCallError(error)];
  }
}

/** A connection that is not as it was set here waits for a person. */
async function readProof(core: Core): Promise<CallError[]> {
  const isUnproven = (await core.connection.proof()) === 'unproven';
  return isUnproven ? [{ code: 'connection_unproven', details: {} }] : [];
}

/** A field left out keeps what is stored. */
function withoutUndefined(
  change: { [Key in keyof Settings]?: Settings[Key] | undefined },
): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;
}
