import { join } from 'node:path';
import { z } from 'zod';
import { createJsonFile } from '../../platform/files/json-file.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ConnectionSlot } from './connection-file.ts';

const contactSchema = z.object({
  /** The service's address, or `own` for the own sandbox, whose address changes at every start. */
  service: z.string().nullable().default(null),
  at: z.iso.datetime().nullable().default(null),
});

const serviceOf = (slot: ConnectionSlot | null): string | null =>
  slot?.own ? 'own' : (slot?.baseUrl ?? null);

const hourMs = 60 * 60 * 1000;

/**
 * When the service in force was last reached, in any run: `last-contact.json`. It is not in
 * `connection.json`, because it concerns this machine only and belongs in no copy. `mayWrite` is
 * false for a process that only reads the data folder.
 */
export function createLastContact({
  dataFolder,
  clock,
  mayWrite,
}: {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly mayWrite: boolean;
}) {
  const file = createJsonFile({
    path: join(dataFolder, 'last-contact.json'),
    version: 1,
    schema: contactSchema,
    defaults: contactSchema.parse({}),
    setAside: 'on_write',
    clock,
  });
  let noted: { readonly service: string | null; readonly at: Date } | null = null;
  const write = (value: z.infer<typeof contactSchema>): void => {
    if (!mayWrite) return;
    try {
      file.write(value);
    } catch {
      // A submission must not fail because of this note. The next start then shows an older contact
      // or none.
    }
  };
  return {
    /** ISO time; null when this service was never reached. */
    at(slot: ConnectionSlot | null): string | null {
      const { service, at } = file.read();
      return service === serviceOf(slot) ? at : null;
    },
    /** Called with each answer. Writes at most once an hour. */
    note(slot: ConnectionSlot | null): void {
      const service = serviceOf(slot);
      const at = clock();
      if (noted?.service === service && Math.abs(at.getTime() - noted.at.getTime()) < hourMs)
        return;
      noted = { service, at };
      write({ service, at: at.toISOString() });
    },
    /** Called when address or keys change: former contacts do not count for the new ones. */
    forget(): void {
      noted = null;
      if (file.read().at !== null) write({ service: null, at: null });
    },
  };
}
