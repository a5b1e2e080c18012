import type { Core, Handlers } from '../core.ts';
import { type Outbox, recoverEarlier } from '../outbox/public.ts';

/** How the chain stands, and the decision on a history that went back in time. */
export function chainHandlers(
  core: Core,
  outbox: Outbox,
): Handlers<'history.chain' | 'history.continue'> {
  return {
    'history.chain': () => core.chain.state(),
    'history.continue': async ({ note }) => {
      if (core.chain.question() !== null) {
        // First: what is queued must not leave between the decision and this.
        await recoverEarlier(core);
        await core.chain.continueWith(note);
        core.emit({ name: 'history.replaced', payload: {} });
        outbox.wake();
      }
      return core.chain.state();
    },
  };
}
