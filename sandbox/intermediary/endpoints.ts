import { success } from '../http/answer.ts';
import type { Route } from '../http/router.ts';
import { type AuthorizationEndpoints, uploadJson, uploadMultipart } from './authorizations.ts';
import { type CompanyEndpoints, createCompany, updateCompany } from './companies.ts';
import { license, territories } from './reference-data.ts';
import { type SubmissionEndpoints, submit } from './submissions.ts';

/** The eight endpoints of the specification (part 4). */
export function intermediaryRoutes(
  room: CompanyEndpoints & SubmissionEndpoints & AuthorizationEndpoints,
): readonly Route[] {
  const forUser =
    (body: unknown): Route['answer'] =>
    ({ message }) => {
      room.credentials.requireUser(message.headers);
      return success(body);
    };
  return [
    { method: 'GET', path: '/regional/territories', answer: forUser({ data: territories }) },
    { method: 'GET', path: '/regional/license', answer: forUser(license) },
    {
      method: 'POST',
      path: '/clientcompanies',
      faults: 'company',
      answer: (request) => createCompany(room, request),
    },
    {
      method: 'POST',
      path: '/clientcompanies/{clientCompany}',
      faults: 'company',
      answer: (request) => updateCompany(room, request),
    },
    {
      method: 'POST',
      path: '/expenses',
      faults: 'submission',
      answer: (request) => submit(room, '140', request),
    },
    {
      method: 'POST',
      path: '/receivedinvoices',
      faults: 'submission',
      answer: (request) => submit(room, '240', request),
    },
    {
      method: 'POST',
      path: '/intermediateauth/update/multipart',
      faults: 'authorization',
      answer: (request) => uploadMultipart(room, request),
    },
    {
      method: 'POST',
      path: '/intermediateauth/update/json',
      faults: 'authorization',
      answer: (request) => uploadJson(room, request),
    },
  ];
}
