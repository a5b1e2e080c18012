import type { SandboxHost } from '../../platform/ports.ts';
import { createServiceClient } from '../../service/client.ts';
import type { ServiceClientFactory } from '../../service/client-port.ts';
import type { ProxySettings } from '../../service/proxy.ts';
import type { Core } from '../core.ts';
import { type ConnectionAccess, createConnection } from './connection.ts';
import { createLastContact } from './last-contact.ts';
import { ProvenFile } from './proven-file.ts';
import { keepAnswer } from './service-answers.ts';

/** What a host gives the connection. */
export interface ConnectionOptions {
  readonly dataFolder: string;
  /** Null where the sandbox cannot be run inside this process. */
  readonly sandbox: SandboxHost | null;
  readonly proxy?: ProxySettings;
  /** A substitute for tests of the core alone. */
  readonly createClient?: ServiceClientFactory;
}

/** Opens `connection.json` and the client of the service in it. */
export function openConnection(
  options: ConnectionOptions,
  context: Pick<Core, 'vault' | 'clock' | 'log' | 'emit' | 'store'> & { readonly owns: boolean },
): ConnectionAccess {
  const { vault, clock, log, emit, owns, store } = context;
  const { queries } = store;
  const createClient: ServiceClientFactory = (baseUrl, profile, keep) =>
    createServiceClient({
      baseUrl,
      profile,
      transport: options.proxy ?? {},
      log,
      keep,
    });
  return createConnection({
    file: new ProvenFile({ dataFolder: options.dataFolder, vault, clock }),
    vault,
    createClient: options.createClient ?? createClient,
    sandbox: options.sandbox,
    keepAnswer: (environment, answer) =>
      keepAnswer({ queries, vault, clock, log }, environment, answer),
    dataFolder: options.dataFolder,
    lastContact: createLastContact({ dataFolder: options.dataFolder, clock, mayWrite: owns }),
    onHealth: () => emit({ name: 'connection.changed', payload: {} }),
  });
}
