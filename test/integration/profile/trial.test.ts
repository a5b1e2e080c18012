import { describe, expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { ways } from '../../intermediary/ways.ts';
import { openOffice } from '../core/office.ts';
import { connect, firm } from '../intermediary/connect.ts';

const standard = defaultServiceProfile();
const { submission } = standard.answers;

/** A service that wraps its answers and names its states by numbers. */
const pasted = {
  status: 200,
  contentType: 'application/json',
  text: JSON.stringify({
    data: { outcome: 'OK', number: 'LROE-77', lines: [{ id: { nr: '12' }, outcome: 'OK' }] },
  }),
};
const mended = {
  ...standard,
  name: 'mended',
  answers: {
    ...standard.answers,
    submission: {
      ...submission,
      result: 'data.outcome',
      resultWords: { OK: 'correct' },
      identifier: 'data.number',
      records: 'data.lines',
      ledgerResponse: null,
      record: {
        ...submission.record,
        key: { ...submission.record.key, number: 'id.nr' },
        state: 'outcome',
        stateWords: { OK: 'correct' },
      },
    },
  },
};

describe('the trial of a service profile on an answer', () => {
  it('shows for a pasted answer what is found, what is not, and its outcome', async () => {
    const { call } = await openOffice();
    const asItIs = await call('profile.try', { call: 'submission', profile: null, answer: pasted });
    expect(asItIs.outcome).toMatchObject({ state: 'unknown', code: 'answer_incomplete' });
    expect(asItIs.places).toContainEqual({
      place: 'answers.submission.result',
      path: 'result',
      found: null,
    });
    const better = await call('profile.try', {
      call: 'submission',
      profile: mended,
      answer: pasted,
    });
    expect(better.outcome).toMatchObject({ state: 'accepted', code: null });
    expect(better.places).toContainEqual({
      place: 'answers.submission.record.key.number',
      path: 'id.nr',
      found: 'text (2)',
    });
  });

  it('shows only the keys of the answer, and none of its values', async () => {
    const { call } = await openOffice();
    const { answer } = await call('profile.try', { call: 'submission', answer: pasted });
    expect(JSON.parse(answer?.shape ?? '')).toEqual({
      data: {
        outcome: 'text (2)',
        number: 'text (7)',
        lines: [{ id: { nr: 'text (2)' }, outcome: 'text (2)' }],
      },
    });
  });

  it('reports an answer that is no JSON by its kind and size', async () => {
    const { call } = await openOffice();
    const answer = { status: 502, contentType: 'text/html', text: '<h1>Bad gateway</h1>' };
    const told = await call('profile.try', { call: 'license', answer });
    expect(told.answer?.shape).toBe('text/html, 20 bytes');
    expect(told.outcome).toMatchObject({ state: 'not_understood', code: 'service_unavailable' });
  });

  it('reports where something was expected, and what is there', async () => {
    const { call } = await openOffice();
    const answer = { status: 200, text: JSON.stringify({ data: { first: 'Bizkaia' } }) };
    const told = await call('profile.try', { call: 'territories', answer });
    expect(told.outcome).toEqual({
      state: 'not_understood',
      code: 'reading_not_understood',
      details: { reason: 'list', place: 'data', expected: 'list', found: 'object' },
    });
    const entry = { status: 200, text: JSON.stringify({ data: [{ id: 48, name: 7 }] }) };
    const second = await call('profile.try', { call: 'territories', answer: entry });
    expect(second.outcome?.details).toMatchObject({ place: 'name', found: 'number' });
    const word = { status: 200, text: JSON.stringify({ result: 'vale' }) };
    const third = await call('profile.try', { call: 'submission', answer: word });
    expect(third.outcome?.details).toMatchObject({
      reason: 'result',
      place: 'result',
      found: 'text (4)',
      expected: 'one of correct, partially_correct, incorrect',
    });
  });

  it('is refused as a whole when the profile has a fault', async () => {
    const { refused } = await openOffice();
    const { code, details } = await refused('profile.try', {
      call: 'submission',
      profile: { ...mended, answers: [] },
      answer: pasted,
    });
    expect(code).toBe('invalid_input');
    expect(details).toMatchObject({ what: 'service_profile' });
  });
});

describe('a kept answer', () => {
  it('is kept for every call and read again: territories, companies and submissions', async () => {
    const way = ways.find(({ profile }) => profile.name === 'default');
    if (!way) throw new Error('no such way of answering');
    const { office } = await connect(way);
    const parts = { seed: 3, records: 1, taxpayer: firm };
    const file = await office.drop('a.xml', makeDocument('240-received', parts));
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    await office.call('license.get', {});
    const { answers } = await office.call('profile.answers', {});
    expect(answers.map(({ call, taxId }) => [call, taxId])).toEqual(
      expect.arrayContaining([
        ['territories', null],
        ['license', null],
        ['createCompany', firm.taxId],
      ]),
    );
    for (const call of ['territories', 'license', 'createCompany'] as const) {
      const { outcome, places } = await office.call('profile.try', { call });
      expect(outcome).toEqual({ state: 'understood', code: null, details: {} });
      expect(places.every(({ found }) => found !== null)).toBe(true);
    }
    const { outcome } = await office.call('profile.try', { call: 'submission' });
    expect(outcome?.state).toBe('accepted');
  });
});

it('a tax id that the service refuses with 422 leads to the same remedy as a conflict', async () => {
  const way = ways.find(({ profile }) => profile.name === 'default');
  if (!way) throw new Error('no such way of answering');
  const { office, service } = await connect(way);
  const taxId = companyTaxId('B', 7_200_000);
  const fields = { is_individual: false, full_name: 'Hango SL', tax_id_number: taxId };
  const response = await fetch(`${service.baseUrl}/clientcompanies`, {
    method: 'POST',
    headers: { [service.way.headers.user]: service.userApiKey },
    body: JSON.stringify({ ...fields, regional_territory_id: 48 }),
  });
  expect(response.status).toBe(200);
  const territories = await office.call('territories.list', {});
  const territoryId = territories.find(({ name }) => name === 'Bizkaia')?.id ?? '';
  const company = { isIndividual: false, fullName: 'Hango SL', taxId, territoryId };
  expect(await office.refused('companies.create', company)).toMatchObject({
    code: 'company_exists',
    details: { where: 'service', taxId },
  });
});
