import type { CallError } from '../../../contract/errors.ts';
import type { Status } from '../../../contract/settings.ts';
import { toCallError } from '../../platform/call-error.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import type { Core, Handlers } from '../core.ts';
import { countByState } from '../submissions/public.ts';
import type { Watching } from '../watching/public.ts';
import { countWaiting, waitingStates } from './waiting.ts';

/** Facts about the process. */
type About = Pick<Status, 'version' | 'face' | 'ownsDataFolder'>;

/** What tells faults beside the core. */
interface FaultyParts {
  readonly watching: Pick<Watching, 'fault'>;
  readonly backups: { fault(): CallError | null };
}

/** The header's status: what is under way, what waits for a person, what is wrong. */
export function statusHandlers(
  core: Core,
  about: About,
  parts: FaultyParts,
): Handlers<'app.status'> {
  return { 'app.status': () => readStatus(core, about, parts) };
}

async function readStatus(core: Core, about: About, parts: FaultyParts): Promise<Status> {
  const counts = await countByState(core.store.queries);
  const count = (state: Parameters<typeof counts.get>[0]) => counts.get(state) ?? 0;
  return {
    ...about,
    ...describeInForce(core),
    connection: core.connection.health(),
    lastContactAt: core.connection.lastContactAt(),
    queued: count('queued'),
    sending: count('sending'),
    needsAttention: await countAttention(core),
    protection: core.vault.protection(),
    faults: [...readFaults(core, parts), ...(await readProof(core))],
  };
}

function describeInForce({ connection }: Core): Pick<Status, 'environment' | 'connectionName'> {
  const { slot } = connection.configured();
  if (!slot) return { environment: 'none', connectionName: null };
  return { environment: kindOf(slot.id), connectionName: connection.nameOf(slot.id) };
}

/** Counts what waits for a person in the environment in force. */
async function countAttention(core: Core): Promise<number> {
  const { environment } = core.connection.configured();
  if (environment === 'none') return 0;
  let sum = 0;
  for (const state of waitingStates)
    sum += await countWaiting(core.store.queries, environment, state);
  return sum;
}

/**
 * For a person, settings, connection and watched folders are one thing: one error for all, with the
 * files' names.
 */
function readFaults(core: Core, { watching, backups }: FaultyParts): CallError[] {
  const files = {
    ...core.settings.faults(),
    'connection.json': core.connection.fault(),
    'watching.json': watching.fault(),
  };
  const damaged = Object.entries(files).flatMap(([file, fault]) =>
    fault ? [{ file, reason: fault.kind }] : [],
  );
  const [first] = damaged;
  const file = damaged.map((each) => each.file).join(', ');
  const told: CallError[] = first
    ? [{ code: 'settings_damaged', details: { ...first, file } }]
    : [];
  const others = [core.vault.fault(), backups.fault()];
  return [
    ...told,
    ...others.flatMap((fault) => fault ?? []),
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

/** A connection that gets no key waits for a person. */
async function readProof(core: Core): Promise<CallError[]> {
  const code = await core.connection.refusal();
  return code === null ? [] : [{ code, details: {} }];
}
