import type { Connection } from '../../../contract/connection.ts';

/** How often each form of Settings is to be drawn anew. */
export interface ConnectionChanges {
  readonly service: number;
  readonly garante: number;
}

type InForce = Pick<Connection, 'id' | 'baseUrl' | 'ownSandbox'>;

interface NewConnection {
  /** The connection in force until now; undefined before the first one was read. */
  readonly before: InForce | undefined;
  readonly connection: InForce;
  /** The address that the form itself sent to be saved. */
  readonly sentTo: string | null;
}

/** An address as it is stored. */
const storedForm = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.href.replace(/\/+$/, '') ?? null);

/**
 * The changes after another connection was put in force. The first one is no change, nor is another
 * kind of the same, nor the service that the form itself saved. The status of Software Garante
 * stays while a service is typed over the sandbox.
 */
export function countChanges(
  { service, garante }: ConnectionChanges,
  { before, connection, sentTo }: NewConnection,
): ConnectionChanges {
  const isFirst = before === undefined || (before.id === null && !connection.ownSandbox);
  if (isFirst || connection.baseUrl === before.baseUrl) return { service, garante };
  // Another service at the same host has keys of its own.
  const isSavedHere = sentTo !== null && storedForm(connection.baseUrl) === storedForm(sentTo);
  return {
    service: service + (isSavedHere ? 0 : 1),
    garante: garante + (before.ownSandbox ? 0 : 1),
  };
}
