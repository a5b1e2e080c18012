import { expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { ways } from '../../intermediary/ways.ts';
import type { Office } from '../core/office.ts';
import { connect, firm } from '../intermediary/connect.ts';
import { openBureau } from './bureau.ts';

const [envelope] = ways;
if (!envelope) throw new Error('no way of answering');

it('an answer of the former service, for which nobody waits, does not show the new one as connected', async () => {
  let office: Office | null = null;
  const { office: opened } = await connect({
    ...envelope,
    async answer(presentation) {
      // Nothing listens at this address.
      await office?.call('connection.set', {
        baseUrl: 'http://127.0.0.1:9',
        userApiKey: 'another-user-key-1',
        certificateKey: 'another-certificate-key',
      });
      return envelope.answer(presentation);
    },
  });
  office = opened;
  const xml = makeDocument('240-received', { seed: 3, records: 2, taxpayer: firm, ...dueDays() });
  const { id } = await office.drop('sent.xml', xml);
  const { submissions } = await office.call('submissions.send', { fileIds: [id] });
  await office.app.idle();
  const sent = await office.call('submissions.get', { id: submissions[0]?.id ?? '' });
  expect(sent.submission.state).toBe('accepted');
  expect((await office.call('app.status', {})).connection).toBe('untested');
  const { items } = await office.call('connection.readiness', {});
  const tested = items.find((item) => item.id === 'connection_tested');
  expect(tested).toMatchObject({ state: 'unknown', details: {} });
});

it('a modification waits on when the repetition of its creation is withdrawn', async () => {
  const bureau = await openBureau();
  await bureau.sandbox.plan([{ kind: 'status', status: 413 }]);
  const files = [await bureau.put(0), await bureau.put(0, { operation: 'M00' })];
  const [creation = '', modification = ''] = await bureau.send(files);
  await bureau.app.idle();
  const waits = { state: 'queued', heldBy: creation };
  const read = async () => {
    const { submission } = await bureau.call('submissions.get', { id: modification });
    return { state: submission.state, heldBy: submission.heldBy };
  };
  expect(await read()).toEqual(waits);
  await bureau.call('submissions.pause', {});
  const again = await bureau.call('submissions.retry', { id: creation });
  await bureau.call('submissions.cancelJob', { ids: [again.id] });
  await bureau.call('submissions.resume', {});
  await bureau.app.idle();
  expect(await read()).toEqual(waits);
});
