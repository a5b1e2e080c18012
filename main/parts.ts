import type { Uploader } from './features/authorizations/public.ts';
import type { CompanyJobs } from './features/companies/public.ts';
import type { ConnectionAccess } from './features/connection/public.ts';
import type { Asking, Outbox } from './features/outbox/public.ts';
import type { Updates } from './features/updates/public.ts';
import type { Watching } from './features/watching/public.ts';
import type { createRemovals, WorklistRevalidator } from './features/worklist/public.ts';
import type { Chain } from './platform/chain/chain.ts';
import type { Store } from './platform/db/store.ts';
import type { DocumentInspector } from './platform/ports.ts';
import type { Validator } from './validator/validator-port.ts';

/** The parts that work on an open history. */
export interface Parts {
  readonly outbox: Outbox;
  readonly asking: Asking;
  readonly revalidator: WorklistRevalidator;
  readonly removals: ReturnType<typeof createRemovals>;
  readonly uploader: Uploader;
  readonly companyJobs: CompanyJobs;
  readonly updates: Updates;
  readonly watching: Watching;
  readonly connection: ConnectionAccess;
  readonly validator: Validator;
  readonly documents: DocumentInspector;
  readonly chain: Chain;
  readonly store: Store;
}

/** Resolves when nothing is under way. Files that waited for an upload go on with its end. */
export async function untilIdle(
  parts: Pick<Parts, 'outbox' | 'uploader' | 'companyJobs' | 'revalidator' | 'removals'>,
): Promise<void> {
  await parts.outbox.idle();
  await Promise.all([parts.uploader.idle(), parts.companyJobs.idle()]);
  await parts.outbox.idle();
  await parts.revalidator.idle();
  await parts.removals.idle();
}

/** In the reverse order of opening. */
export async function closeParts(parts: Parts): Promise<void> {
  const { outbox, revalidator, uploader, companyJobs, connection, validator, documents } = parts;
  await parts.updates.stop();
  await parts.watching.stop();
  await Promise.all([outbox.stop(), parts.asking.stop()]);
  await revalidator.stop();
  await parts.removals.stop();
  await uploader.idle();
  await companyJobs.stop();
  await connection.close();
  await validator.close();
  await documents.close();
  await parts.chain.close();
  await parts.store.close();
}
