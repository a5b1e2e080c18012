import { describe, expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { openAuthorizationOffice } from './office.ts';

const pdf = makePdf();
const clock = () => new Date('2026-11-21T11:00:00Z');

describe('several companies with one result', () => {
  const approve = { decision: 'approved', date: '2026-11-21' } as const;

  it('are recorded one by one: one that is refused does not stop the others', async () => {
    const office = await openAuthorizationOffice({ clock });
    const { companyId, otherId } = office;
    await office.upload('1.pdf', pdf);
    const companies = [{ companyId: otherId }, { companyId }];
    const told = await office.call('authorizations.decideAll', { companies, ...approve });
    expect(told.recorded).toEqual([companyId]);
    expect(told.others).toMatchObject([
      { companyId: otherId, error: { code: 'authorization_state' } },
    ]);
    const { authorization, events } = await office.call('authorizations.get', { companyId });
    expect(authorization).toMatchObject({ state: 'approved', decidedOn: '2026-11-21' });
    expect(events[0]?.kind).toBe('approved');
  });

  it('are refused together for a fault common to all, and for a document that was replaced', async () => {
    const office = await openAuthorizationOffice({ clock });
    const { companyId, otherId } = office;
    const both = [{ companyId }, { companyId: otherId }];
    const note = { date: '2026-11-20' };
    expect(
      (await office.call('authorizations.noteUploadAll', { companies: both, ...note })).recorded,
    ).toEqual([companyId, otherId]);
    const late = { ...approve, date: '2026-11-22' };
    const refused = { companies: both, ...late };
    expect((await office.refused('authorizations.decideAll', refused)).code).toBe(
      'authorization_day',
    );
    await office.upload('2.pdf', pdf);
    const companies = both.map((company) => ({ ...company, documentId: null }));
    const told = await office.call('authorizations.decideAll', { companies, ...approve });
    expect(told.recorded).toEqual([otherId]);
    expect(told.others[0]?.error.code).toBe('authorization_replaced');
  });
});
