import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send } from '../corrections/sending.ts';
import { afterRequest } from '../service/scripts.ts';
import { clientOf, serveTcp } from '../service/stand.ts';

const head = 'HTTP/1.1 409 Conflict\r\ncontent-type: application/json\r\n';
const begun = '{"message":"Ya existe","earlier":{"resul';
const whole = '{"message":"Ya existe"}';
const size = whole.length.toString(16);

it.each([
  ['by a faulty chunk', `${head}transfer-encoding: chunked\r\n\r\n${size}\r\n${whole}\r\nZZ\r\n`],
  ['by closing the connection', `${head}connection: close\r\n\r\n${begun}`],
])('a refusal whose rest is lost %s is in doubt, also when it is read again', async (_, text) => {
  await using stand = await serveTcp(afterRequest((socket) => socket.end(text)));
  const before = await openPractisingOffice();
  const office = await before.restart({ createClient: () => clientOf(stand.baseUrl) });
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  expect((await send(office, 'a.xml', xml)).state).toBe('unknown');
  expect(await office.call('submissions.readAgain', {})).toEqual({ changed: [], unchanged: 1 });
});
