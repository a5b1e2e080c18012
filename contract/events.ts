import { z } from 'zod';
import { authorizationStateSchema } from './company.ts';
import { submissionStateSchema } from './submission.ts';

/** What the core tells without being asked: `noun.pastTense`. The window refreshes what the event names. */
export const events = {
  'worklist.changed': z.object({ fileIds: z.array(z.string()) }),
  'submission.changed': z.object({ id: z.string(), state: submissionStateSchema }),
  'companies.changed': z.object({}),
  'authorization.changed': z.object({ companyId: z.string(), state: authorizationStateSchema }),
  'connection.changed': z.object({}),
  'settings.changed': z.object({}),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
/** An event as it crosses a border. */
export type AppEvent = {
  [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> };
}[EventName];
export const eventNames = Object.keys(events) as EventName[];
