import { z } from 'zod';
import { batchCountsSchema } from './batch.ts';
import { authorizationStateSchema, companyJobSchema } from './company.ts';
import { queueSummarySchema } from './queue.ts';
import { submissionStateSchema } from './submission.ts';

/** Events of the core, as `noun.pastTense`. The window refreshes what the event names. */
export const events = {
  'worklist.changed': z.object({ fileIds: z.array(z.string()) }),
  'submission.changed': z.object({ id: z.string(), state: submissionStateSchema }),
  /** At most four times a second while anything moves, and once at rest. */
  'queue.changed': queueSummarySchema,
  /**
   * A batch is at rest: nothing of it is being sent, and nothing will be without a person. Emitted
   * again after a change.
   */
  'batch.ended': batchCountsSchema.omit({ waiting: true }).extend({ batchId: z.string() }),
  /** A watched folder was added, removed, went away or came back, or new files came. */
  'watching.changed': z.object({}),
  'companies.changed': z.object({}),
  /** A bulk creation of companies progressed, or changed its state. */
  'job.progressed': z.object({ job: companyJobSchema }),
  /** An import of companies progressed; `total` is 0 while unknown. */
  'import.progressed': z.object({
    fileId: z.string(),
    phase: z.enum(['reading', 'checking', 'writing']),
    done: z.number().int(),
    total: z.number().int(),
  }),
  'authorization.changed': z.object({ companyId: z.string(), state: authorizationStateSchema }),
  'connection.changed': z.object({}),
  'settings.changed': z.object({}),
  'backup.changed': z.object({}),
  /** Another history is in use, or none is usable: all data must be read again. */
  'history.replaced': z.object({}),
  'schemas.changed': z.object({}),
  'updates.changed': z.object({}),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
/** An event as it crosses a border. */
export type AppEvent = {
  [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> };
}[EventName];
export const eventNames = Object.keys(events) as EventName[];
