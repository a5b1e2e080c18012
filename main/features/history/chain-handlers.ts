import type { Core, Handlers } from '../core.ts';
import { type Outbox, recoverEarlier } from '../outbox/public.ts';

/** The chain's state, and the decision on a history that went back in time. */
export function chainHandlers(core: Core, outbox: Outbox) {
  return {
    'history.chain': () => core.chain.state(),
    'history.continue': async ({ note }) => {
      if (core.chain.question() !== null) {
        // First, so that nothing queued can be sent between the decision and this.
        await recoverEarlier(core);
        await core.chain.continueWith(note);
        core.emit({ name: 'history.replaced', payload: {} });
        outbox.wake();
      }
      return core.chain.state();
    },
  } satisfies Partial<Handlers>;
}
