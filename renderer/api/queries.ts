import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import type { Input, MethodName, Output } from '../../contract/methods.ts';
import { type CallFailure, callMethod, type Host } from './bridge.ts';

/** The host of this window; provided once by `main.tsx`. */
export const HostContext = createContext<Host | null>(null);

/** The host of this window. */
export function useHost(): Host {
  const host = use(HostContext);
  if (host === null) throw new Error('No host: the window is mounted outside its provider');
  return host;
}

/** Whether the host does not answer: what the window shows may be old. */
export function useIsHostLost(): boolean {
  const host = useHost();
  return useSyncExternalStore(host.watch, host.state) === 'lost';
}

/** Methods that an event makes stale; see `worklist-refresh.ts` for those about one file. */
export function staleMethods(event: AppEvent): readonly MethodName[] {
  switch (event.name) {
    case 'worklist.changed':
      return [
        'submissions.worklist',
        'submissions.findInvoice',
        'submissions.corrections',
        'submissions.planCorrections',
        'submissions.recordForm',
        'watching.list',
        'overview.get',
        'quarter.get',
        'quarter.company',
        'quarter.calendar',
        'app.status',
      ];
    case 'submission.changed':
      return [
        'submissions.list',
        'submissions.get',
        'submissions.records',
        'submissions.document',
        'submissions.corrections',
        'submissions.planCorrections',
        'submissions.recordForm',
        'submissions.batches',
        'submissions.batch',
        'submissions.held',
        'submissions.causes',
        'submissions.worklist',
        'companies.list',
        'overview.get',
        'quarter.get',
        'quarter.company',
        'quarter.calendar',
        'history.chain',
        'app.status',
      ];
    case 'queue.changed':
      return ['submissions.progress', 'app.status'];
    case 'batch.ended':
      return ['submissions.batches', 'submissions.batch'];
    case 'watching.changed':
      return ['watching.list'];
    case 'companies.changed':
      return [
        'companies.list',
        'companies.get',
        'companies.getJob',
        'companies.labels',
        'overview.get',
        'quarter.get',
        'quarter.company',
        'quarter.calendar',
        'authorizations.list',
        'authorizations.get',
        'submissions.worklist',
        'submissions.list',
        'watching.list',
      ];
    case 'authorization.changed':
      return [
        'authorizations.list',
        'authorizations.get',
        'companies.list',
        'companies.get',
        'submissions.worklist',
        'overview.get',
        'quarter.get',
        'quarter.company',
        'quarter.calendar',
        'app.status',
      ];
    case 'job.progressed':
      return ['companies.getJob'];
    case 'import.progressed':
      return [];
    case 'connection.changed':
      // Companies and sendable files belong to a connection, which also decides whether
      // authorizations are needed.
      return [
        'connection.get',
        'connection.list',
        'connection.readiness',
        'profile.get',
        'profile.try',
        'app.status',
        'license.get',
        'overview.get',
        'quarter.get',
        'quarter.company',
        'quarter.calendar',
        'territories.list',
        'companies.list',
        'companies.get',
        'companies.getJob',
        'companies.labels',
        'authorizations.list',
        'authorizations.get',
        'submissions.worklist',
        'submissions.corrections',
        'submissions.planCorrections',
      ];
    case 'settings.changed':
      return [
        'settings.get',
        // Its keys depend on the lock.
        'connection.get',
        'app.status',
        'authorizations.template',
        'history.chain',
        'connection.readiness',
      ];
    case 'backup.changed':
      return ['backup.list', 'backup.leftAside', 'history.chain', 'history.missing', 'app.status'];
    case 'history.replaced':
      // Everything is read again: see `refreshByEvents`.
      return [];
    case 'schemas.changed':
      return ['schemas.list', 'submissions.fixes', 'connection.readiness', 'app.status'];
    case 'updates.changed':
      return ['updates.get'];
  }
}

export interface MethodOptions {
  readonly enabled?: boolean;
  /** Shows the last answer while a new input loads. */
  readonly keepPrevious?: boolean;
  /** Forgets the answer with its component: the next one reads again. */
  readonly forget?: boolean;
}

/** Key of a reading in the cache: the method's name and its input. */
export function methodKey<Name extends MethodName>(name: Name, input: Input<Name>): QueryKey {
  return [name, input];
}

/** A reading of the core, cached by method name and input. */
export function useMethod<Name extends MethodName>(
  name: Name,
  input: Input<Name>,
  options: MethodOptions = {},
): UseQueryResult<Output<Name>, CallFailure> {
  const { bridge } = useHost();
  return useQuery<Output<Name>, CallFailure>({
    queryKey: methodKey(name, input),
    queryFn: () => callMethod(bridge, name, input),
    enabled: options.enabled ?? true,
    placeholderData: (previous) => (options.keepPrevious === true ? previous : undefined),
    ...(options.forget === true ? { gcTime: 0 } : {}),
  });
}
