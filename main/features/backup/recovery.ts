import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Recovery } from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { methodNames } from '../../../contract/methods.ts';
import type { Status } from '../../../contract/settings.ts';
import { toCallError } from '../../platform/call-error.ts';
import { findOnDisk, writeBytes } from '../../platform/files/incoming.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { Dispatch, Handlers } from '../core.ts';
import { openSettings } from '../preferences/public.ts';
import { newestCopy } from './copies.ts';
import type { BackupHandlers, Context, Mode } from './mode.ts';

/** Why the history cannot be used. */
export interface RecoveryCause {
  /** The error of every call that needs the history. */
  readonly error: ZubiError;
  readonly code: Recovery['code'];
  /** Short text for the log and the technical details. */
  readonly cause: string;
}

/** The cause of recovery from an error of opening; null when recovery cannot help. */
export function toRecoveryCause(error: unknown): RecoveryCause | null {
  if (!(error instanceof ZubiError)) return null;
  const { code, details } = error;
  if (code === 'database_older') return { error, code, cause: `version ${details.version}` };
  return code === 'database_damaged' ? toDamage(error) : null;
}

/** Treats any error as damage, for places where only recovery is left to answer. */
export function toDamage(given: unknown): RecoveryCause {
  const known = given instanceof ZubiError ? given : null;
  const cause = String(known?.details.cause ?? known?.code ?? 'unknown');
  const code = 'database_damaged';
  const error = known?.code === code ? known : new ZubiError(code, { cause });
  return { error, code, cause };
}

/**
 * The mode while the history cannot be used. Answers the status, the settings (for the language),
 * the keys' passphrase, and the copies with their restoration. Refuses every other call with the
 * error found. State: files handed over meanwhile.
 */
export function createRecovery(
  context: Context,
  {
    handlers,
    found,
    serve,
  }: {
    readonly handlers: BackupHandlers;
    readonly found: RecoveryCause;
    /** Makes the dispatcher of these handlers. */
    readonly serve: (handlers: Handlers) => Dispatch;
  },
): Mode {
  const taken = new Map<string, string>();
  const refuse = async (): Promise<never> => {
    throw found.error;
  };
  const refused = Object.fromEntries(
    methodNames.map((name) => [name, refuse]),
  ) as unknown as Handlers;
  const { vault } = context;
  const dispatch = serve({
    ...refused,
    ...handlers,
    'app.status': async () => readStatus(context, found),
    'settings.get': async () =>
      openSettings(context.dataFolder, context.clock, { setsAside: false }).read(),
    'secrets.unlock': ({ passphrase }) => vault.unlock(new Secret(passphrase)),
    'secrets.lock': () => vault.lock(),
    'secrets.setAside': () => vault.setAside(),
  });
  return {
    call: dispatch,
    async takeFile(file) {
      try {
        const fileId = randomUUID();
        const path =
          'path' in file
            ? (await findOnDisk(file.path)).path
            : await writeBytes(context, fileId, file.bytes);
        taken.set(fileId, path);
        return { ok: true, value: { fileId, name: basename(file.name) } };
      } catch (error) {
        return { ok: false, error: toCallError(error) };
      }
    },
    idle: async () => undefined,
    close: async () => undefined,
    historyAccess: {
      wasChecked: true,
      forCheck: () => ({ keys: [], known: null }),
      isTrusted: () => true,
      lastEventAt: async () => null,
      requireRest: async () => undefined,
      async pathOf(fileId) {
        const path = taken.get(fileId);
        if (!path) throw new ZubiError('file_unknown', { id: fileId });
        return path;
      },
    },
  };
}

function readStatus(
  { version, face, owns, vault, dataFolder }: Context,
  { error, cause, code }: RecoveryCause,
): Status {
  return {
    version,
    face,
    ownsDataFolder: owns,
    environment: 'none',
    connectionName: null,
    connection: 'none',
    lastContactAt: null,
    queued: 0,
    sending: 0,
    needsAttention: 0,
    protection: vault.protection(),
    faults: [{ code, details: error.details }],
    recovery: { code, cause, newestCopy: newestCopy(dataFolder) },
  };
}
