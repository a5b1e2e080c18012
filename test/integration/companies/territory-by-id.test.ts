import { expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { ways } from '../../intermediary/ways.ts';
import { connect } from '../intermediary/connect.ts';

const [way] = ways;
if (!way) throw new Error('no way of answering');
const standard = defaultServiceProfile();
const named = (name: string) => ({ Bizkaia: 'DFB', Araba: 'DFA' })[name] ?? name;
const names = { '48': 'Bizkaia', '1': 'Araba' };

it('a service with its own territory ids gets them once the profile names them', async () => {
  const dress: typeof way.dress = {
    ...way.dress,
    territories: (list) =>
      way.dress.territories(list.map(({ id, name }) => ({ id, name: named(name) }))),
    company: (saved, { id, name }) => way.dress.company(saved, { id, name: named(name) }),
  };
  const { office } = await connect({ ...way, dress });
  const listed = async () =>
    (await office.call('territories.list', {})).map(({ id, name }) => `${id} ${name}`);
  const standing = async () =>
    (await office.call('companies.list', {})).companies.map(
      ({ territoryName, canSubmit }) => `${territoryName} ${canSubmit}`,
    );
  const ofBizkaia = { isIndividual: false, territoryId: '48' };
  const create = (fullName: string, taxId: string) =>
    office.call('companies.create', { ...ofBizkaia, fullName, taxId });
  expect(await listed()).toEqual(['1 DFA', '48 DFB', '20 Gipuzkoa']);
  const before = await create('Proba Lantegiak SA', 'A99800476');
  expect(before).toMatchObject({ territoryName: 'DFB', canSubmit: false });

  const territories = { ...standard.answers.territories, names };
  const profile = { ...way.profile, answers: { ...standard.answers, territories } };
  await office.call('connection.set', { profile });
  expect(await listed()).toEqual(['1 Araba', '48 Bizkaia', '20 Gipuzkoa']);
  expect(await standing()).toContain('Bizkaia true');
  expect(await standing()).not.toContain('DFB false');
  const after = await create('Beste Lantegia SL', companyTaxId('B', 9_511_111));
  expect(after).toMatchObject({ territoryName: 'Bizkaia', canSubmit: true });
});
