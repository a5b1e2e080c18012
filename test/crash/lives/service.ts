import { createHash } from 'node:crypto';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import type { SendOutcome, SendRequest, ServiceClient } from '../../../main/service/client-port.ts';

/** A service that answers on command, and hears nothing of a killed process. */
export class Service {
  /** Requests without an answer, by document. */
  readonly #onTheWay = new Map<string, (outcome: SendOutcome) => void>();
  readonly #onDeparture: (sha256: string) => void;
  #process = 0;

  constructor(onDeparture: (sha256: string) => void) {
    this.#onDeparture = onDeparture;
  }

  onTheWay(): string[] {
    return [...this.#onTheWay.keys()];
  }

  answer(sha256: string, outcome: SendOutcome): void {
    const tell = this.#onTheWay.get(sha256);
    this.#onTheWay.delete(sha256);
    tell?.(outcome);
  }

  /** The process is killed: its requests belong to nobody any more. */
  cut(): void {
    this.#process += 1;
    this.#onTheWay.clear();
  }

  /** Makes the clients of the process that starts now; they are cut off with it. */
  newProcess(): () => ServiceClient {
    const process = this.#process;
    const unasked = () => Promise.reject(new Error('not asked for'));
    return () => ({
      territories: async () => [{ id: '48', name: 'Bizkaia' }],
      license: unasked,
      createCompany: async (_userKey, { taxId }) => ({
        serviceId: taxId,
        apiKey: new Secret(`client-key-of-${taxId}`),
        territoryName: 'Bizkaia',
        taxId,
      }),
      updateCompany: unasked,
      uploadAuthorization: unasked,
      ask: () => Promise.reject(new Error('nothing is asked')),
      send: (request) => (process === this.#process ? this.#take(request) : unanswered()),
      close: async () => {},
    });
  }

  #take({ xml }: SendRequest): Promise<SendOutcome> {
    if (!(xml instanceof Uint8Array)) throw new Error('larger than the documents of a life');
    const sha256 = createHash('sha256').update(xml).digest('hex');
    return new Promise((resolve) => {
      this.#onTheWay.set(sha256, resolve);
      this.#onDeparture(sha256);
    });
  }
}

const unanswered = (): Promise<never> => new Promise(() => {});
