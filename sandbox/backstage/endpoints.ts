import type { Clock } from '../../main/ports.ts';
import { faultsRequestSchema } from '../faults/fault.ts';
import type { FaultQueue } from '../faults/queue.ts';
import { type Answer, Refusal, refuseFields, success } from '../http/answer.ts';
import { readJson } from '../http/json.ts';
import type { Route, RoutedRequest } from '../http/router.ts';
import { parseFields } from '../intermediary/field-errors.ts';
import type { AuthorizationStore } from '../state/authorizations.ts';
import type { CompanyStore } from '../state/companies.ts';
import type { ListedPresentation } from '../state/ledger-store.ts';

/** What lies behind the scene: what a person or a test may see and do that no client of the service can. */
export interface Backstage {
  readonly companies: CompanyStore;
  readonly authorizations: AuthorizationStore;
  readonly faults: FaultQueue;
  readonly presentations: () => readonly ListedPresentation[];
  readonly clock: Clock;
}

const maxBodyBytes = 1024 * 1024;

/** The routes under `/sandbox/`. They need no key; the listener serves them on loopback addresses only. */
export function backstageRoutes(room: Backstage): readonly Route[] {
  return [
    { method: 'GET', path: '/sandbox/state', answer: () => success(describeState(room)) },
    {
      method: 'GET',
      path: '/sandbox/authorizations/{id}',
      answer: (request) => success(describeAuthorization(room, request)),
    },
    {
      method: 'POST',
      path: '/sandbox/authorizations/{id}/approve',
      answer: (request) => review(room, request, 'approved'),
    },
    {
      method: 'POST',
      path: '/sandbox/authorizations/{id}/reject',
      answer: (request) => review(room, request, 'rejected'),
    },
    { method: 'POST', path: '/sandbox/faults', answer: (request) => addFaults(room, request) },
    {
      method: 'DELETE',
      path: '/sandbox/faults',
      answer: () => {
        room.faults.clear();
        return success({ faults: [] });
      },
    },
  ];
}

function describeState(room: Backstage): Record<string, unknown> {
  const submissions = room.presentations().map((kept) => ({
    identifier: kept.identifier,
    sha256: kept.sha256,
    operation: kept.operation,
    model: kept.model,
    expense_type: kept.expense_type,
    fiscal_year: kept.fiscal_year,
    company: { id: kept.company_id, tax_id_number: kept.taxpayer, full_name: kept.company_name },
    records: kept.records,
    records_stored: kept.records_stored,
    result: kept.result,
    code: kept.code,
    registration_number: kept.registration_number,
    compressed_bytes: kept.compressed_bytes,
    time: kept.at,
  }));
  return { submissions, faults: room.faults.list(), notifications: room.authorizations.notifications() };
}

function describeAuthorization(room: Backstage, request: RoutedRequest): Record<string, unknown> {
  const id = request.parameter;
  if (room.companies.find(id) === null) throw new Refusal(404, 'No existe esta empresa.');
  return { id, ...room.authorizations.find(id) };
}

function review(room: Backstage, request: RoutedRequest, decision: 'approved' | 'rejected'): Answer {
  const { state } = describeAuthorization(room, request);
  if (!room.authorizations.decide(request.parameter, decision, room.clock())) {
    throw new Refusal(409, `No hay ninguna autorización pendiente de validar: su estado es ${state}.`);
  }
  return success(describeAuthorization(room, request));
}

async function addFaults(room: Backstage, request: RoutedRequest): Promise<Answer> {
  const parsed = parseFields(faultsRequestSchema, await readJson(request.message, maxBodyBytes));
  if (!parsed.ok) throw refuseFields(parsed.errors);
  room.faults.add(parsed.value.faults);
  return success({ faults: room.faults.list() });
}
