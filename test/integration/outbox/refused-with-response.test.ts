import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send, withAnswers } from '../corrections/sending.ts';

it('a rate limit whose body has the ledger’s response is no reason to send again', async () => {
  let sent = 0;
  const office = await openPractisingOffice(
    withAnswers(
      ({ ledger_response_xml }) => {
        sent += 1;
        return { ledger_response_xml };
      },
      undefined,
      (raw) => ({ ...raw, status: 429 }),
    ),
  );
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  const { state } = await send(office, 'a.xml', xml);
  expect([state, sent]).toEqual(['unknown', 1]);
});
