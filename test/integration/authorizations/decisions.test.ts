import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type AuthorizationOffice, lantegiak, openAuthorizationOffice } from './office.ts';

const pdf = makePdf();
const clock = () => new Date('2026-11-21T11:00:00Z');

const decide = (office: AuthorizationOffice, decision: 'approved' | 'rejected', more = {}) =>
  office.call('authorizations.decide', { companyId: office.companyId, decision, ...more });

describe('specification 3: the adviser records the review', () => {
  it('goes through every transition of the table, and the history keeps each', async () => {
    const office = await openAuthorizationOffice({ clock });
    const steps: string[] = [];
    const step = async (work: () => Promise<unknown>) => {
      await work();
      steps.push(await office.state());
    };
    await step(() => office.upload('1.pdf', pdf));
    await step(() => office.upload('2.pdf', makePdf({ head: '%2\n' })));
    await step(() => decide(office, 'rejected', { reason: 'Falta la firma', date: '2026-11-21' }));
    await step(() => office.upload('3.pdf', makePdf({ head: '%3\n' })));
    await step(() => decide(office, 'approved'));
    await step(() => office.upload('4.pdf', makePdf({ head: '%4\n' })));
    const pending = 'pending_validation';
    expect(steps).toEqual([pending, pending, 'rejected', pending, 'approved', pending]);
    const { events } = await office.call('authorizations.get', { companyId: office.companyId });
    const told = events.filter(({ kind }) => kind !== 'sending').toReversed();
    expect(told.map(({ kind, from, to }) => `${kind}: ${from} > ${to}`)).toEqual([
      'uploaded: none > pending_validation',
      'uploaded: pending_validation > pending_validation',
      'rejected: pending_validation > rejected',
      'uploaded: rejected > pending_validation',
      'approved: pending_validation > approved',
      'uploaded: approved > pending_validation',
    ]);
    expect(told[2]?.data).toEqual({
      date: '2026-11-21',
      expiresOn: null,
      reason: 'Falta la firma',
    });
  });

  it('takes a decision only on a pending authorization, and no impossible dates', async () => {
    const office = await openAuthorizationOffice({ clock });
    const { companyId } = office;
    const expectRefusals = async (state: string) => {
      for (const decision of ['approved', 'rejected'] as const) {
        const error = await office.refused('authorizations.decide', { companyId, decision });
        expect(error).toMatchObject({ code: 'authorization_state', details: { state } });
      }
    };
    await expectRefusals('none');
    await office.upload('1.pdf', pdf);
    for (const [dates, code] of [
      [{ date: '2026-11-22' }, 'authorization_day'],
      [{ date: '2026-11-20' }, 'authorization_day'],
      [{ expiresOn: '2026-11-21' }, 'authorization_dates'],
      [{ expiresOn: '2031-11-22' }, 'authorization_dates'],
    ] as const) {
      const input = { companyId, decision: 'approved' as const, ...dates };
      expect(
        (await office.refused('authorizations.decide', input)).code,
        JSON.stringify(dates),
      ).toBe(code);
    }
    expect(await office.state()).toBe('pending_validation');
    await office.call('authorizations.noteUpload', { companyId, date: '2026-01-15' });
    const input = { companyId, decision: 'approved' as const, date: '2026-01-31' };
    const late = { ...input, expiresOn: '2031-02-01' };
    expect((await office.refused('authorizations.decide', late)).code).toBe('authorization_dates');
    const early = { ...input, date: '2026-01-14' };
    expect((await office.refused('authorizations.decide', early)).code).toBe('authorization_day');
    expect(await office.call('authorizations.decide', input)).toMatchObject({
      expiresOn: '2031-01-31',
    });
    await expectRefusals('approved');
    await office.call('authorizations.noteUpload', { companyId });
    await decide(office, 'rejected');
    await expectRefusals('rejected');
    const tomorrow = { companyId, date: '2026-11-22' };
    expect((await office.refused('authorizations.noteUpload', tomorrow)).code).toBe(
      'authorization_day',
    );
  });

  it('takes a decision only on the document that was shown, not on one that replaced it', async () => {
    const office = await openAuthorizationOffice({ clock });
    const { companyId } = office;
    await office.upload('1.pdf', pdf);
    const shown =
      (await office.call('authorizations.get', { companyId })).authorization.document?.id ?? '';
    await office.upload('2.pdf', makePdf({ head: '%2\n' }));
    const input = { companyId, decision: 'approved' as const };
    for (const documentId of [shown, null]) {
      const error = await office.refused('authorizations.decide', { ...input, documentId });
      expect(error.code).toBe('authorization_replaced');
    }
    expect(await office.state()).toBe('pending_validation');
    const now =
      (await office.call('authorizations.get', { companyId })).authorization.document?.id ?? '';
    expect(await office.call('authorizations.decide', { ...input, documentId: now })).toMatchObject(
      {
        state: 'approved',
        document: { name: '2.pdf' },
      },
    );
    await office.call('authorizations.noteUpload', { companyId });
    await office.call('authorizations.decide', { ...input, documentId: null });
    expect(await office.state()).toBe('approved');
  });

  it('counts the days to the end over the turn of the year, by the calendar of Bizkaia on any machine', async () => {
    let now = new Date('2026-12-31T22:59:00Z');
    const office = await openAuthorizationOffice({ clock: () => now });
    await office.upload('1.pdf', pdf);
    await decide(office, 'approved', { expiresOn: '2027-01-01' });
    const left = async () =>
      (await office.call('authorizations.list', {})).authorizations[0]?.daysLeft;
    expect(await left()).toBe(1);
    now = new Date('2027-01-01T22:59:00Z');
    expect(await left()).toBe(0);
    now = new Date('2027-01-01T23:00:00Z');
    expect(await left()).toBe(-1);
  });

  it('makes an approval last five years unless it says less, and lists the next to end first', async () => {
    const office = await openAuthorizationOffice({ clock });
    await office.upload('1.pdf', pdf);
    expect(await decide(office, 'approved')).toMatchObject({
      decidedOn: '2026-11-21',
      expiresOn: '2031-11-21',
    });
    const soon = () => office.call('authorizations.list', { expiringWithinDays: 60 });
    expect(await soon()).toMatchObject({
      authorizations: [],
      counts: { approved: 1, expiring: 0, none: 1 },
    });
    await office.call('authorizations.setExpiry', {
      companyId: office.companyId,
      expiresOn: '2027-01-20',
    });
    const { authorizations, counts } = await soon();
    expect(authorizations).toMatchObject([{ company: { taxId: lantegiak.taxId }, daysLeft: 60 }]);
    expect(counts.expiring).toBe(1);

    // Where none is needed, none ends.
    const garante = { holds: true, taxId: 'B00000034', license: 'T', name: 'Zubi', version: '1' };
    await office.call('connection.set', { softwareGarante: garante });
    expect(await soon()).toMatchObject({ authorizations: [], counts: { expiring: 0 } });
  });

  it('records a document that was uploaded in the panel of the service', async () => {
    const office = await openAuthorizationOffice({ clock });
    const { companyId } = office;
    await office.call('authorizations.noteUpload', {
      companyId,
      date: '2026-11-02',
      note: 'en el panel',
    });
    expect(await office.state()).toBe('pending_validation');
    expect(await decide(office, 'approved')).toMatchObject({ state: 'approved', document: null });
    const { events } = await office.call('authorizations.get', { companyId });
    expect(events.at(-1)).toMatchObject({
      kind: 'noted',
      data: { date: '2026-11-02', note: 'en el panel' },
    });
  });

  it('keeps its history unchanged and undeleted', async () => {
    const office = await openAuthorizationOffice();
    await office.upload('1.pdf', pdf);
    await office.app.close();
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    for (const table of ['authorization_uploads', 'authorization_events']) {
      expect(() => database.exec(`delete from ${table}`)).toThrow(/evidence/);
      expect(() => database.exec(`update ${table} set company_id = company_id`)).toThrow(
        /evidence/,
      );
    }
    database.close();
  });
});

describe('specification 1 and 3.1: the authorization check before a submission', () => {
  const drop = (office: AuthorizationOffice) =>
    office.drop(
      'quarter.xml',
      makeDocument('240-received', {
        seed: 1,
        records: 1,
        taxpayer: { taxId: lantegiak.taxId, name: lantegiak.fullName },
      }),
    );

  it('blocks without approval, allows with approval, and blocks again after an upload', async () => {
    const office = await openAuthorizationOffice({ clock });
    await office.backstage('POST', 'intermediary', { software_garante: false });
    const file = await drop(office);
    const send = async () => {
      const reply = await office.app.call('submissions.send', {
        fileIds: [file.id],
        confirmDuplicates: true,
      });
      await office.app.idle();
      const [listed] = (await office.call('submissions.worklist', {})).files;
      expect(listed?.obstacle).toBe(reply.ok ? null : reply.error.code);
      return reply.ok ? 'sent' : `${reply.error.code} ${reply.error.details.state}`;
    };
    const seen = [await send()];
    await office.upload('1.pdf', pdf);
    seen.push(await send());
    await decide(office, 'rejected');
    seen.push(await send());
    await office.upload('2.pdf', pdf);
    await decide(office, 'approved');
    const { serviceId } = await office.call('companies.get', { id: office.companyId });
    await office.backstage('POST', `authorizations/${serviceId}/approve`);
    seen.push(await send());
    await office.upload('3.pdf', pdf);
    seen.push(await send());
    expect(seen).toEqual([
      'authorization_required none',
      'authorization_required pending_validation',
      'authorization_required rejected',
      'sent',
      'authorization_required pending_validation',
    ]);
    const state = (await office.backstage('GET', 'state')) as { submissions: unknown[] };
    expect(state.submissions).toHaveLength(1);
  });

  it('checks again before each file is sent: an upload blocks the files still queued', async () => {
    const office = await openAuthorizationOffice({ clock });
    await office.upload('1.pdf', pdf);
    await decide(office, 'approved');
    const taxpayer = { taxId: lantegiak.taxId, name: lantegiak.fullName };
    const files = [];
    for (const seed of [1, 2]) {
      files.push(
        await office.drop(
          `${seed}.xml`,
          makeDocument('240-received', { seed, records: 1, taxpayer }),
        ),
      );
    }
    await office.backstage('POST', 'faults', { faults: [{ kind: 'delay', ms: 1000 }] });
    await office.call('submissions.send', { fileIds: files.map(({ id }) => id) });
    await office.upload('2.pdf', pdf);
    await office.app.idle();
    const { submissions } = await office.call('submissions.list', {});
    expect(submissions.map(({ state, answerCode }) => `${state} ${answerCode}`).sort()).toEqual([
      'accepted null',
      'failed authorization_required',
    ]);
  });

  it('blocks an approved authorization that has ended', async () => {
    let now = clock();
    const office = await openAuthorizationOffice({ clock: () => now });
    await office.upload('1.pdf', pdf);
    await decide(office, 'approved', { expiresOn: '2027-11-21' });
    const file = await drop(office);
    now = new Date(2027, 10, 22, 12);
    expect(await office.refused('submissions.send', { fileIds: [file.id] })).toMatchObject({
      code: 'authorization_expired',
      details: { expiresOn: '2027-11-21' },
    });
    const { authorizations } = await office.call('authorizations.list', { blocking: true });
    expect(authorizations).toMatchObject([{ allowsSubmissions: false, daysLeft: -1 }]);
  });

  it('needs no authorization with Software Garante status, nor for a company of Araba', async () => {
    const office = await openAuthorizationOffice({ holds: true });
    const file = await drop(office);
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    const { authorizations } = await office.call('authorizations.list', {});
    expect(
      authorizations.map(({ required, allowsSubmissions }) => [required, allowsSubmissions]),
    ).toEqual([
      [false, true],
      [false, true],
    ]);
    const without = await openAuthorizationOffice();
    const list = await without.call('authorizations.list', {});
    expect(
      list.authorizations.map(({ company, required }) => [company.territoryName, required]),
    ).toEqual([
      ['Bizkaia', true],
      ['Araba/Álava', false],
    ]);
  });
});
