import { mediaTypeOf } from '../../contract/document-format.ts';
import type { Clock } from '../../main/platform/ports.ts';
import { type Answer, Refusal, refuseFields, success } from '../http/answer.ts';
import { isForm, readFields } from '../http/form.ts';
import type { Route, RoutedRequest } from '../http/router.ts';
import type { Credentials } from '../intermediary/credentials.ts';
import type { AuthorizationStore } from '../state/authorizations.ts';
import type { CompanyStore } from '../state/companies.ts';
import type { IntermediaryStore } from '../state/intermediary.ts';
import { type AuthorizationView, writeReviewPage } from './review-page.ts';
import { reviewStyle } from './review-style.ts';

/** The review's parts. */
export interface ReviewRoom {
  readonly companies: CompanyStore;
  readonly authorizations: AuthorizationStore;
  readonly intermediary: IntermediaryStore;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

const maxReason = 500;

/** No script, nothing from elsewhere, and forms only to this origin. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The guard refuses forms without an origin.
  'referrer-policy': 'same-origin',
} as const;

/** The service's review (specification, part 3) and its page. */
export function reviewRoutes(room: ReviewRoom): readonly Route[] {
  return [
    { method: 'GET', path: '/sandbox/', answer: (request) => showPage(room, request) },
    {
      method: 'GET',
      path: '/sandbox/review.css',
      answer: () => content('text/css; charset=utf-8', reviewStyle),
    },
    {
      method: 'GET',
      path: '/sandbox/authorizations/{id}',
      answer: ({ parameter }) => success(viewOf(room, parameter)),
    },
    {
      method: 'GET',
      path: '/sandbox/authorizations/{id}/document',
      answer: (request) => showDocument(room, request),
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
    {
      method: 'POST',
      path: '/sandbox/intermediary',
      answer: (request) => setStatus(room, request),
    },
  ];
}

function viewOf(room: ReviewRoom, id: string): AuthorizationView {
  if (room.companies.find(id) === null) throw new Refusal(404, 'No existe esta empresa.');
  return { id, ...room.authorizations.find(id) };
}

function content(type: string, text: string | Uint8Array, headers: Answer['headers'] = {}): Answer {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return {
    status: 200,
    body: null,
    content: { type, bytes },
    headers: { ...pageHeaders, ...headers },
  };
}

function showPage(room: ReviewRoom, { message }: RoutedRequest): Answer {
  room.credentials.requireOffice(message.headers);
  const companies = room.companies
    .list()
    .map((company) => ({ company, authorization: viewOf(room, company.id) }));
  const view = {
    companies,
    notifications: room.authorizations.notifications(),
    holdsSoftwareGarante: room.intermediary.holdsSoftwareGarante(),
  };
  return content('text/html; charset=utf-8', writeReviewPage(view));
}

/** Always a download: an uploaded document is never opened in a page of this origin. */
function showDocument(room: ReviewRoom, { message, parameter: id }: RoutedRequest): Answer {
  room.credentials.requireOffice(message.headers);
  const { file_format: format } = viewOf(room, id);
  const bytes = room.authorizations.document(id);
  if (format === null || bytes === null)
    throw new Refusal(404, 'La empresa no tiene ningún documento.');
  const disposition = { 'content-disposition': `attachment; filename="authorization.${format}"` };
  return content(mediaTypeOf(format), bytes, {
    ...disposition,
    'content-security-policy': "default-src 'none'; sandbox",
  });
}

async function review(
  room: ReviewRoom,
  request: RoutedRequest,
  decision: 'approved' | 'rejected',
): Promise<Answer> {
  const { state, id } = viewOf(room, request.parameter);
  const { reason = '' } = await readFields(request.message);
  if (typeof reason !== 'string' || reason.length > maxReason)
    throw refuseFields({ reason: ['No admitido.'] });
  if (!room.authorizations.decide(id, { decision, reason: reason.trim() || null }, room.clock())) {
    throw new Refusal(
      409,
      `No hay ninguna autorización pendiente de validar: su estado es ${state}.`,
    );
  }
  return isForm(request.message) ? backToPage() : success(viewOf(room, id));
}

async function setStatus(room: ReviewRoom, request: RoutedRequest): Promise<Answer> {
  const { software_garante: given } = await readFields(request.message);
  const holds = given === 'true' ? true : given === 'false' ? false : given;
  if (typeof holds !== 'boolean')
    throw refuseFields({ software_garante: ['Tipo de dato no válido.'] });
  room.intermediary.setSoftwareGarante(holds);
  return isForm(request.message) ? backToPage() : success({ software_garante: holds });
}

function backToPage(): Answer {
  return { status: 303, body: {}, headers: { location: '/sandbox/' } };
}
