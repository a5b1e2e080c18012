import { describe, expect, it } from 'vitest';
import type { UploadOutcome } from '../../../main/service/client-port.ts';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { hastyPace } from '../outbox/bureau.ts';
import { clientOf } from '../service/stand.ts';
import { lantegiak, openAuthorizationOffice } from './office.ts';

const taxpayer = { taxId: lantegiak.taxId, name: lantegiak.fullName };
const document = (firstRecord: number) =>
  makeDocument('240-received', { seed: 9, records: 1, firstRecord, taxpayer });

/** An approved company; the upload of its renewal is under way until the test ends it. */
async function openRenewal() {
  const answer = Promise.withResolvers<UploadOutcome>();
  let uploads = 0;
  const office = await openAuthorizationOffice({
    queuePace: hastyPace,
    createClient: (baseUrl) => {
      const client = clientOf(baseUrl);
      return {
        ...client,
        uploadAuthorization: (upload) => {
          uploads += 1;
          return uploads === 1 ? client.uploadAuthorization(upload) : answer.promise;
        },
      };
    },
  });
  const { companyId } = office;
  await office.upload('1.pdf', makePdf());
  await office.call('authorizations.decide', { companyId, decision: 'approved' });
  const fileId = await office.take('2.pdf', makePdf({ head: '%2\n' }));
  const files = [await office.drop('1.xml', document(0)), await office.drop('2.xml', document(9))];
  const renewal = office.app.call('authorizations.upload', { companyId, fileId });
  await expect.poll(() => uploads).toBe(2);
  const [, { obstacle } = {}] = (await office.call('submissions.worklist', {})).files;
  await office.call('submissions.send', { fileIds: files.map(({ id }) => id) });
  const ends = async () =>
    (await office.call('submissions.list', {})).submissions.map(({ state, answerCode }) => [
      ...[state, answerCode],
    ]);
  const end = async (outcome: UploadOutcome) => {
    const idle = office.app.idle();
    answer.resolve(outcome);
    await renewal;
    await idle;
  };
  return { obstacle, ends, end };
}

const raw = { status: 422, contentType: null, headers: [], body: new Uint8Array(), latencyMs: 1 };
const refused = { kind: 'refused', error: { code: 'service_refused', details: {} }, raw } as const;
const unknown = {
  kind: 'unknown',
  error: { code: 'connection_lost', details: {} },
  raw: null,
} as const;

describe('files of a company whose authorization is being uploaded', () => {
  it('wait, and go when the service has refused it', async () => {
    const { obstacle, ends, end } = await openRenewal();
    expect(obstacle).toBe(null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await ends()).toEqual([
      ['queued', null],
      ['queued', null],
    ]);
    await end(refused);
    expect(await ends()).toEqual([
      ['accepted', null],
      ['accepted', null],
    ]);
  });

  it('are not sent when its answer is lost', async () => {
    const { ends, end } = await openRenewal();
    await end(unknown);
    expect(await ends()).toEqual([
      ['failed', 'authorization_unresolved'],
      ['failed', 'authorization_unresolved'],
    ]);
  });
});
