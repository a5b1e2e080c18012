import { assumptions } from '../assumptions.ts';
import { faultsRequestSchema } from '../faults/fault.ts';
import type { FaultQueue } from '../faults/queue.ts';
import { type Answer, refuseFields, success } from '../http/answer.ts';
import { readJson } from '../http/json.ts';
import type { Route, RoutedRequest } from '../http/router.ts';
import { parseFields } from '../intermediary/field-errors.ts';
import type { ListedPresentation } from '../state/ledger-store.ts';
import { type ReviewRoom, reviewRoutes } from './review.ts';

/**
 * The parts behind `/sandbox/`: views and actions for persons and tests, not for clients of the
 * service.
 */
interface Backstage extends ReviewRoom {
  readonly faults: FaultQueue;
  readonly presentations: () => readonly ListedPresentation[];
}

const maxBodyBytes = 1024 * 1024;

/**
 * The routes under `/sandbox/`, on loopback addresses only. Those that name an office's companies
 * need its key, since other users of the machine reach them too.
 */
export function backstageRoutes(room: Backstage): readonly Route[] {
  return [
    { method: 'GET', path: '/sandbox/state', answer: (request) => showState(room, request) },
    { method: 'GET', path: '/sandbox/assumptions', answer: () => success({ assumptions }) },
    ...reviewRoutes(room),
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

/** Without a key: what reached the ledger, without the names of an office. */
function showState(room: Backstage, { message }: RoutedRequest): Answer {
  const { companies, submissions, notifications, ...others } = describeState(room);
  if (!room.credentials.isAnonymous(message.headers)) {
    room.credentials.requireOffice(message.headers);
    return success({ companies, submissions, notifications, ...others });
  }
  const unnamed = submissions.map(({ company, ...submission }) => submission);
  return success({ submissions: unnamed, ...others });
}

function describeState(room: Backstage) {
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
  const companies = room.companies
    .list()
    .map(({ id, tax_id_number, full_name }) => ({ id, tax_id_number, full_name }));
  return {
    companies,
    submissions,
    faults: room.faults.list(),
    notifications: room.authorizations.notifications(),
    software_garante: room.intermediary.holdsSoftwareGarante(),
  };
}

async function addFaults(room: Backstage, request: RoutedRequest): Promise<Answer> {
  const parsed = parseFields(faultsRequestSchema, await readJson(request.message, maxBodyBytes));
  if (!parsed.ok) throw refuseFields(parsed.errors);
  room.faults.add(parsed.value.faults);
  return success({ faults: room.faults.list() });
}
