import { join } from 'node:path';
import type { AppOptions } from '../app.ts';
import type { Core } from '../core.ts';
import type { ServiceClientFactory } from '../ports.ts';
import { createServiceClient } from '../service/client.ts';
import { defaultServiceProfile, parseServiceProfile } from '../service/profile.ts';
import { createJsonFile } from '../settings/json-file.ts';
import { type ConnectionAccess, createConnection } from './connection.ts';
import { type ConnectionFile, connectionFileSchema } from './connection-file.ts';

/** Opens `connection.json` and what calls the service that stands in it. */
export function openConnection(
  options: AppOptions,
  { vault, clock, log, emit }: Pick<Core, 'vault' | 'clock' | 'log' | 'emit'>,
): ConnectionAccess {
  const createClient: ServiceClientFactory = (baseUrl, profile) =>
    createServiceClient({
      baseUrl,
      profile: profile ? parseServiceProfile(profile) : defaultServiceProfile(),
      transport: options.proxy ?? {},
      log,
    });
  return createConnection({
    file: createJsonFile<ConnectionFile>({
      path: join(options.dataFolder, 'connection.json'),
      version: 1,
      schema: connectionFileSchema,
      defaults: connectionFileSchema.parse({}),
      setAside: 'at_once',
      clock,
    }),
    vault,
    createClient: options.createClient ?? createClient,
    sandbox: options.sandbox,
    dataFolder: options.dataFolder,
    onHealth: () => emit({ name: 'connection.changed', payload: {} }),
  });
}
