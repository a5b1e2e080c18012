import { describe, expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import {
  type AuthorizationOffice,
  lantegiak,
  openAuthorizationOffice,
  withActions,
} from './office.ts';

const [first, second] = [makePdf(), makePdf({ head: '%2\n' })];

const plan = (office: AuthorizationOffice, fault: object) =>
  office.backstage('POST', 'faults', { faults: [{ ...fault, on: 'authorization' }] });

async function lose(office: AuthorizationOffice, fault: object, bytes = first): Promise<string> {
  await plan(office, fault);
  const fileId = await office.take('carta.pdf', bytes);
  const error = await office.refused('authorizations.upload', {
    companyId: office.companyId,
    fileId,
  });
  expect(error.code).toBe('authorization_unknown');
  return String(error.details.cause);
}

const get = (office: AuthorizationOffice) =>
  office.call('authorizations.get', { companyId: office.companyId });

describe('an upload whose answer is lost', () => {
  it.each([
    { fault: { kind: 'drop_before' }, cause: 'connection_lost', there: 'none' },
    { fault: { kind: 'drop_after' }, cause: 'connection_lost', there: 'pending_validation' },
    { fault: { kind: 'huge_body' }, cause: 'answer_too_large', there: 'pending_validation' },
    { fault: { kind: 'broken_json' }, cause: 'answer_not_understood', there: 'pending_validation' },
    { fault: { kind: 'status', status: 503 }, cause: 'service_unavailable', there: 'none' },
    { fault: { kind: 'status', status: 301 }, cause: 'service_redirected', there: 'none' },
  ])(
    '$fault.kind: is unknown, is reported as such and is never repeated',
    async ({ fault, cause, there }) => {
      const office = await openAuthorizationOffice();
      expect(await lose(office, fault)).toBe(cause);
      expect((await office.atService()).state).toBe(there);
      const { authorization, uploads, events } = await get(office);
      expect(authorization).toMatchObject({
        state: 'none',
        unresolved: { code: cause, outcome: 'unknown' },
      });
      expect(uploads).toMatchObject([{ outcome: 'unknown', name: 'carta.pdf' }]);
      expect(events[0]).toMatchObject({
        kind: 'unknown',
        from: 'none',
        to: 'none',
        data: { code: cause },
      });
      await office.app.idle();
      expect((await office.atService()).state).toBe(there);
      expect(
        (await office.call('authorizations.list', { unresolved: true })).counts.unresolved,
      ).toBe(1);
    },
  );

  it('is not delivered, and not unknown, when it surely never left', async () => {
    const office = await openAuthorizationOffice();
    const fileId = await office.take('carta.pdf', first);
    await office.sandbox.close();
    const error = await office.refused('authorizations.upload', {
      companyId: office.companyId,
      fileId,
    });
    expect(error.code).toBe('connection_refused');
    const { authorization, uploads } = await get(office);
    expect(authorization).toMatchObject({ state: 'none', unresolved: null });
    expect(uploads).toMatchObject([{ outcome: 'not_delivered' }]);
  });

  it('blocks everything until a person has checked: received', async () => {
    const office = await openAuthorizationOffice();
    const { companyId } = office;
    await office.upload('carta.pdf', first);
    await office.call('authorizations.decide', { companyId, decision: 'approved' });
    await lose(office, { kind: 'drop_after' }, second);
    const taxpayer = { taxId: lantegiak.taxId, name: lantegiak.fullName };
    const file = await office.drop(
      'q.xml',
      makeDocument('240-received', { seed: 1, records: 1, taxpayer }),
    );
    const codes = [
      await office.refused('submissions.send', { fileIds: [file.id] }),
      await office.refused('authorizations.decide', { companyId, decision: 'rejected' }),
      await office.refused('authorizations.noteUpload', { companyId }),
      await office.refused('authorizations.upload', {
        companyId,
        fileId: await office.take('carta.pdf', second),
      }),
    ].map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['authorization_unresolved']));
    await office.call('authorizations.resolve', {
      companyId,
      decision: 'received',
      note: 'en el panel',
    });
    const { authorization, uploads, events } = await get(office);
    expect(authorization).toMatchObject({
      state: 'pending_validation',
      unresolved: null,
      expiresOn: null,
    });
    expect(authorization.document?.id).toBe(uploads[0]?.id);
    expect(uploads.map(({ outcome }) => outcome)).toEqual(['received', 'received']);
    expect(events[0]).toMatchObject({
      kind: 'resolved',
      from: 'approved',
      to: 'pending_validation',
      data: { decision: 'received', note: 'en el panel' },
    });
  });

  it('blocks everything until a person has checked: not received, and the former state is back', async () => {
    const office = await openAuthorizationOffice();
    const { companyId } = office;
    await office.upload('carta.pdf', first);
    await office.call('authorizations.decide', { companyId, decision: 'approved' });
    await lose(office, { kind: 'drop_before' }, second);
    const resolved = await office.call('authorizations.resolve', {
      companyId,
      decision: 'not_received',
    });
    expect(resolved).toMatchObject({
      state: 'approved',
      allowsSubmissions: true,
      unresolved: null,
    });
    expect((await get(office)).uploads.map(({ outcome }) => outcome)).toEqual([
      'not_delivered',
      'received',
    ]);
    const again = { companyId, decision: 'received' as const };
    expect((await office.refused('authorizations.resolve', again)).code).toBe(
      'authorization_state',
    );
  });

  it('can be uploaded again after confirmation, and stays unknown when that is refused', async () => {
    const office = await openAuthorizationOffice();
    const { companyId } = office;
    await lose(office, { kind: 'drop_after' });
    const lost = (await get(office)).authorization.unresolved?.id;
    const input = {
      companyId,
      fileId: await office.take('carta.pdf', second),
      confirmUnresolved: true,
    };
    await plan(office, { kind: 'status', status: 422 });
    expect((await office.refused('authorizations.upload', input)).code).toBe('service_refused');
    expect((await get(office)).authorization.unresolved).toMatchObject({
      id: lost,
      code: 'connection_lost',
    });
    await office.call('authorizations.upload', input);
    const { authorization, events } = await get(office);
    expect(authorization).toMatchObject({ state: 'pending_validation', unresolved: null });
    expect(events[1]).toMatchObject({ kind: 'sending', data: { repeats: lost } });
  });
});

describe('a process that ends while it uploads', () => {
  it('has the upload as unknown at the next start, and does not repeat it', async () => {
    const office = await openAuthorizationOffice();
    await office.upload('carta.pdf', first);
    await office.app.close();
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(`${office.dataFolder}/zubi.db`);
    database.exec(
      `update authorizations set open_upload_id = upload_id, upload_id = null, open_as = 'sending'`,
    );
    database.close();
    const again = withActions(await office.restart(), office);
    const { authorization, events } = await get(again);
    expect(authorization).toMatchObject({ unresolved: { code: 'interrupted' }, sending: false });
    expect(events[0]).toMatchObject({ kind: 'unknown', data: { code: 'interrupted' } });
    expect(events.filter(({ kind }) => kind === 'sending')).toHaveLength(1);
  });
});
