import type { Clock } from '../main/platform/ports.ts';
import { createValidator } from '../main/validator/validator.ts';
import type { Validator } from '../main/validator/validator-port.ts';
import { backstageRoutes } from './backstage/endpoints.ts';
import { createFaultQueue } from './faults/queue.ts';
import { listen } from './http/listener.ts';
import { createCredentials } from './intermediary/credentials.ts';
import { intermediaryRoutes } from './intermediary/endpoints.ts';
import { createLedger } from './ledger/ledger.ts';
import { createAuthorizationStore } from './state/authorizations.ts';
import { createCompanyStore } from './state/companies.ts';
import { openState, type State } from './state/database.ts';
import { createIntermediaryStore } from './state/intermediary.ts';
import { listPresentations } from './state/ledger-store.ts';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Folder of its state; made when missing. */
  readonly folder: string;
  /** 0 or missing takes a free port. */
  readonly port?: number;
  /**
   * A validator of the caller's, which the sandbox does not close; without one it makes its own.
   */
  readonly validator?: Validator;
  readonly clock?: Clock;
  /** Called for faults in the sandbox itself. */
  readonly onFailure?: (error: unknown) => void;
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly baseUrl: string;
  /** The intermediary's key; the same as long as the folder exists. */
  readonly userApiKey: string;
  /** Stops serving, finishes the ledger's work, closes the state. */
  close(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1. Rejects when the port is taken or the folder is not usable. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const state = openState(options.folder);
  const validator = options.validator ?? createValidator();
  const release = async () => {
    if (options.validator === undefined) await validator.close();
    state.close();
  };
  try {
    const room = furnish(state, validator, options.clock ?? (() => new Date()));
    const listener = await listen(
      {
        routes: [...intermediaryRoutes(room), ...backstageRoutes(room)],
        takeFault: (target) => room.faults.take(target),
        onFailure: options.onFailure ?? (() => undefined),
      },
      options.port ?? 0,
    );
    return {
      baseUrl: listener.baseUrl,
      userApiKey: room.credentials.userKey,
      close: async () => {
        await listener.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function furnish(state: State, validator: Validator, clock: Clock) {
  return {
    clock,
    validator,
    companies: createCompanyStore(state),
    authorizations: createAuthorizationStore(state),
    credentials: createCredentials(state),
    intermediary: createIntermediaryStore(state),
    ledger: createLedger(state, clock),
    faults: createFaultQueue(state),
    presentations: () => listPresentations(state),
  };
}
