import { describe, expect, it } from 'vitest';
import { lantegiak, miren, openConnectedOffice } from './relay.ts';

describe('changing a company', () => {
  it('keeps its key', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', lantegiak);
    const before = await office.call('companies.revealKey', { id: made.id });
    const changed = await office.call('companies.update', {
      id: made.id,
      ...lantegiak,
      fullName: 'Lantegi Berria SA',
    });
    expect(changed).toMatchObject({
      fullName: 'Lantegi Berria SA',
      serviceId: made.serviceId,
      key: made.key,
    });
    expect(await office.call('companies.revealKey', { id: made.id })).toEqual(before);
    expect(line.requests.at(-1)).toMatchObject({ path: `/clientcompanies/${made.serviceId}` });
  });

  it.each(['', 'Hacienda Foral', 48])(
    'keeps its territory when the answer names %j',
    async (name) => {
      const { office, line } = await openConnectedOffice();
      const change = (answer: object) => ({ ...answer, regional_territory_data: { name } });
      line.troubles.push({ kind: 'change', change }, { kind: 'change', change });
      const made = await office.call('companies.create', lantegiak);
      const fullName = 'Lantegi Berria SA';
      const changed = await office.call('companies.update', {
        id: made.id,
        ...lantegiak,
        fullName,
      });
      for (const company of [made, changed])
        expect(company).toMatchObject({ territoryName: 'Bizkaia', canSubmit: true });
    },
  );

  it('takes the territory that the answer names, where it is one', async () => {
    const { office, line } = await openConnectedOffice();
    const change = (answer: object) => ({
      ...answer,
      regional_territory_data: { name: 'Gipuzkoa' },
    });
    line.troubles.push({ kind: 'change', change });
    const made = await office.call('companies.create', lantegiak);
    expect(made).toMatchObject({ territoryName: 'Gipuzkoa', canSubmit: false });
  });

  it('keeps its key when the answer masks it, and takes another when asked for one', async () => {
    const { office, line } = await openConnectedOffice();
    const withKey = (api_key: string) => ({
      kind: 'change' as const,
      change: (answer: object) => ({ ...answer, api_key }),
    });
    line.troubles.push(withKey('************r-1'), { kind: 'pass' });
    const masked = await office.refused('companies.create', lantegiak);
    expect(masked.code).toBe('company_created_keyless');
    const id = String(masked.details?.id);
    await office.call('companies.recoverKey', { id });
    const reveal = () => office.call('companies.revealKey', { id });
    const before = await reveal();
    line.troubles.push(withKey('************r-1'), withKey('another-key-0001'));
    for (const fullName of ['Lantegi Bat SA', 'Lantegi Bi SA'])
      await office.call('companies.update', { id, ...lantegiak, fullName });
    expect(await reveal()).toEqual(before);
    line.troubles.push(withKey('************r-1'), withKey('another-key-0001'));
    const { code } = await office.refused('companies.recoverKey', { id });
    expect([code, await reveal()]).toEqual(['answer_not_understood', before]);
    await office.call('companies.recoverKey', { id });
    expect((await reveal()).key).toBe('another-key-0001');
  });

  it('changes nothing when the service refuses or the tax id is another company’s', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', lantegiak);
    const other = await office.call('companies.create', miren);
    const error = await office.refused('companies.update', {
      id: made.id,
      ...lantegiak,
      taxId: other.taxId,
    });
    expect(error).toMatchObject({ code: 'company_exists', details: { where: 'here' } });
    line.troubles.push({ kind: 'status', status: 422 });
    const refused = await office.refused('companies.update', {
      id: made.id,
      ...lantegiak,
      fullName: 'No',
    });
    expect(refused.code).toBe('service_refused');
    expect(await office.call('companies.get', { id: made.id })).toEqual(made);
  });

  it('archives, restores and keeps notes without calls to the service', async () => {
    const { office, line } = await openConnectedOffice();
    const { id } = await office.call('companies.create', lantegiak);
    await office.call('companies.setNotes', { id, notes: 'Llamar en enero' });
    expect((await office.call('companies.archive', { id })).archivedAt).not.toBeNull();
    expect((await office.call('companies.list', {})).total).toBe(0);
    expect((await office.call('companies.list', { filter: { archived: 'only' } })).total).toBe(1);
    const back = await office.call('companies.unarchive', { id });
    expect(back).toMatchObject({ archivedAt: null, notes: 'Llamar en enero' });
    expect(line.requests).toHaveLength(1);
  });

  it('sets or removes an adviser or a group for several at once', async () => {
    const { office, line } = await openConnectedOffice();
    const one = await office.call('companies.create', { ...lantegiak, group: 'Norte' });
    const other = await office.call('companies.create', miren);
    const asked = line.requests.length;
    const companyIds = [one.id, other.id];
    await office.call('companies.setLabels', { companyIds, adviser: ' Ane ' });
    const labels = async () => {
      const { companies } = await office.call('companies.list', {});
      return companies.map(({ adviser, group }) => `${adviser} ${group}`).toSorted();
    };
    expect(await labels()).toEqual(['Ane Norte', 'Ane null']);
    await office.call('companies.setLabels', { companyIds: [one.id], group: null });
    expect(await labels()).toEqual(['Ane null', 'Ane null']);
    const none = { companyIds: [one.id] };
    expect((await office.refused('companies.setLabels', none)).code).toBe('invalid_input');
    const stranger = { companyIds: [one.id, 'nobody'], adviser: 'Jon' };
    expect((await office.refused('companies.setLabels', stranger)).code).toBe('company_unknown');
    expect(await labels()).toEqual(['Ane null', 'Ane null']);
    expect(line.requests).toHaveLength(asked);
  });

  it('keeps the adviser and the group that were set while the service answered', async () => {
    const { office, line } = await openConnectedOffice();
    const { id } = await office.call('companies.create', { ...lantegiak, group: 'Norte' });
    const renamed = { id, ...lantegiak, fullName: 'Lantegi Berria SA' };
    for (const [adviser, call] of [
      ['Ane', () => office.call('companies.recoverKey', { id })],
      ['Jon', () => office.call('companies.update', renamed)],
    ] as const) {
      const answered = Promise.withResolvers<void>();
      line.troubles.push({ kind: 'wait', until: answered.promise });
      const asked = line.requests.length;
      const called = call();
      await expect.poll(() => line.requests.length).toBe(asked + 1);
      await office.call('companies.setLabels', { companyIds: [id], adviser });
      answered.resolve();
      expect(await called).toMatchObject({ adviser, group: 'Norte' });
    }
  });

  it('replaces the user key alone and keeps the rest', async () => {
    const { office, line } = await openConnectedOffice();
    const before = await office.call('connection.get', {});
    const after = await office.call('connection.set', { userApiKey: 'another-user-key-0987' });
    expect(after).toEqual({ ...before, userApiKey: { present: true, last4: '0987' } });
    expect((await office.refused('companies.create', lantegiak)).code).toBe('service_unauthorized');
    await office.call('connection.set', { userApiKey: line.userApiKey });
    await office.call('companies.create', lantegiak);
  });
});
