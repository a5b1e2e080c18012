import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AuthorizationState } from '../../../contract/company.ts';
import type { AppOptions } from '../../../main/app-options.ts';
import type { IncomingFile } from '../../../main/platform/ports.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { type Office, openOffice } from '../core/office.ts';

/** Two client companies of the office. */
export const lantegiak = { taxId: 'A99800476', fullName: 'Bizkaiko Lantegiak SA' };
export const gasteiz = { taxId: 'B00000034', fullName: 'Gasteizko Enpresa SL' };

/**
 * An office without Software Garante status at a sandbox of its own, so that authorizations are
 * needed.
 */
export interface AuthorizationOffice extends Office {
  readonly sandbox: Sandbox;
  /** The ids of the companies here. */
  readonly companyId: string;
  readonly otherId: string;
  take(name: string, bytes: Uint8Array): Promise<string>;
  takePath(name: string, path: string): Promise<string>;
  /** Takes a document and uploads it for the first company. */
  upload(name: string, bytes: Uint8Array): Promise<void>;
  state(): Promise<AuthorizationState>;
  /** The service's backstage. */
  backstage(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown>;
  /** The first company's authorization as the service has it. */
  atService(): Promise<{ state: string; sha256: string | null }>;
}

/** Opens it; `profile` replaces the service profile. */
export async function openAuthorizationOffice(
  options: Partial<AppOptions> & {
    readonly profile?: Record<string, unknown>;
    readonly holds?: boolean;
  } = {},
): Promise<AuthorizationOffice> {
  const { profile, holds = false, ...appOptions } = options;
  const folder = mkdtempSync(join(tmpdir(), 'zubi-outside-'));
  const sandbox = await startSandbox({ folder, validator: shareValidator() });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const office = await openOffice(appOptions);
  await office.call('connection.set', {
    baseUrl: sandbox.baseUrl,
    userApiKey: sandbox.userApiKey,
    certificateKey: 'a-certificate-key-for-tests',
    softwareGarante: { holds, taxId: 'B00000034', license: 'TEST', name: 'Zubi', version: '1' },
    ...(profile ? { profile } : {}),
  });
  const make = async (company: typeof lantegiak, territoryId: string) =>
    (await office.call('companies.create', { isIndividual: false, ...company, territoryId })).id;
  const companyId = await make(lantegiak, 'bizkaia');
  const otherId = await make(gasteiz, 'araba');
  return withActions(office, { sandbox, companyId, otherId });
}

/** The same over a reopened office. */
export function withActions(
  office: Office,
  known: Pick<AuthorizationOffice, 'sandbox' | 'companyId' | 'otherId'>,
): AuthorizationOffice {
  const takeFile = async (file: IncomingFile) => {
    const taken = await office.app.takeFile(file);
    if (!taken.ok) throw new Error(`not taken: ${taken.error.code}`);
    return taken.value.fileId;
  };
  const backstage: AuthorizationOffice['backstage'] = async (method, path, body) => {
    const response = await fetch(`${known.sandbox.baseUrl}/sandbox/${path}`, {
      method,
      headers: {
        'X-Service-UserApiKey': known.sandbox.userApiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  return {
    ...office,
    sandbox: known.sandbox,
    companyId: known.companyId,
    otherId: known.otherId,
    backstage,
    take: (name, bytes) => takeFile({ name, bytes }),
    takePath: (name, path) => takeFile({ name, path }),
    async upload(name, bytes) {
      const fileId = await takeFile({ name, bytes });
      await office.call('authorizations.upload', { companyId: known.companyId, fileId });
    },
    async state() {
      const { authorization } = await office.call('authorizations.get', {
        companyId: known.companyId,
      });
      return authorization.state;
    },
    async atService() {
      const { serviceId } = await office.call('companies.get', { id: known.companyId });
      return (await backstage('GET', `authorizations/${serviceId}`)) as {
        state: string;
        sha256: string | null;
      };
    },
  };
}
