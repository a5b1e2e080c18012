import { describe, expect, it } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { readTerritories } from '../../../main/service/answers.ts';
import { toUploadOutcome } from '../../../main/service/authorizations.ts';
import type { RawAnswer, SendRequest } from '../../../main/service/client-port.ts';
import { toAskOutcome } from '../../../main/service/outcome.ts';
import { parseServiceProfile, type ServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import { isQueued, queuedIdentifier } from '../../../main/service/refusals.ts';
import { certificateHeader, companyHeaders, extraHeaders } from '../../../main/service/requests.ts';
import { buildSubmissionBody } from '../../../main/service/submission-body.ts';
import { fileWith } from '../../fixtures/answers.ts';
import { outcomeOf, profileWith, raw, standard } from '../../fixtures/read-by-profile.ts';

const { submission, error } = standard.answers;

describe('what a service profile can express of answers', () => {
  it.each([
    ['a number', 1, { '1': 'correct', '3': 'incorrect' }],
    ['a boolean', true, { true: 'correct', false: 'incorrect' }],
    ['a text', 'OK', { OK: 'correct' }],
  ] as const)('a word that is %s', (_, result, resultWords) => {
    const profile = profileWith({ resultWords, records: null, ledgerResponse: null });
    expect(outcomeOf(raw({ result }), profile)).toMatchObject({ result: 'correct' });
    expect(outcomeOf(raw({ result: 'other' }), profile)).toMatchObject({
      kind: 'unknown',
      error: { code: 'answer_not_understood' },
    });
  });

  it('a refusal in a 200 for which nothing was done', () => {
    const refusedWhen = { path: 'success', is: [false], means: 'not_delivered' as const };
    const profile = profileWith({}, { refusedWhen });
    const refused = raw({ success: false, message: 'No licence', errors: { xml: ['is wrong'] } });
    expect(outcomeOf(refused, profile)).toMatchObject({
      kind: 'not_delivered',
      error: { code: 'service_refused', details: { message: 'No licence' } },
    });
    expect(outcomeOf(raw({ success: true, result: 'correct' }), profile).kind).toBe('answered');
    // Without the word for it nobody knows that it is a refusal.
    expect(outcomeOf(refused, profileWith({}))).toMatchObject({ kind: 'answered', result: null });
  });

  it('a refusal in a 200 by which the ledger refused the file', () => {
    const refusedWhen = { path: 'ok', is: [0, 'KO'], means: 'rejected' as const };
    const profile = profileWith({ result: null, records: null }, { refusedWhen });
    expect(outcomeOf(raw({ ok: 'KO' }), profile)).toMatchObject({
      ...{ kind: 'answered', result: 'incorrect' },
    });
  });

  it('a refusal by the ledger in an answer that says that all was taken', () => {
    const refusedWhen = { path: 'ok', is: [false], means: 'rejected' as const };
    const profile = profileWith({ records: null }, { refusedWhen });
    const outcome = (result: string) => outcomeOf(raw({ ok: false, result }), profile);
    expect(classifyOutcome(outcome('correct'), fileWith([]))).toMatchObject({
      state: 'unknown',
      event: { data: { code: 'answer_contradictory', said: 'accepted', word: 'ok' } },
    });
    expect(outcome('partially_correct')).toMatchObject({ result: 'partially_correct' });
    expect(outcome('incorrect')).toMatchObject({ result: 'incorrect' });
  });

  it('a question for the end that is refused, which says nothing of the file', () => {
    const refusedWhen = { path: 'success', is: [false], means: 'not_delivered' as const };
    const context = {
      profile: profileWith({}, { refusedWhen }),
      redactor: createRedactor([]),
      now: new Date(),
    };
    const answer = raw({ success: false, message: 'Not ready' });
    const told = toAskOutcome({ kind: 'answered', raw: answer, retryAfter: '5' }, context, 'job-7');
    expect(told).toMatchObject({
      kind: 'not_told',
      error: { code: 'service_unclear', details: { message: 'Not ready' } },
      retryAfterMs: 5000,
    });
  });

  it('a list of errors with the names of the fields', () => {
    const fieldList = { field: 'where.name', text: 'why' };
    const profile = profileWith({}, { fieldList });
    const errors = [
      { where: { name: 'tax_id' }, why: 'is taken' },
      { where: { name: 'tax_id' }, why: 'is short' },
    ];
    expect(outcomeOf(raw({ errors }, 422), profile)).toMatchObject({
      error: { details: { fields: { tax_id: ['is taken', 'is short'] } } },
    });
  });

  it('records as an object, by their numbers', () => {
    const profile = profileWith({
      recordsAs: 'map',
      ledgerResponse: null,
      record: { ...submission.record, key: { ...submission.record.key, number: 'number' } },
    });
    const records = { 'A-1': { state: 'correct' }, 'A-2': { state: 'incorrect', code: 'B4_1' } };
    expect(outcomeOf(raw({ result: 'partially_correct', records }), profile)).toMatchObject({
      records: [
        { key: { number: 'A-1' }, state: 'correct' },
        { key: { number: 'A-2' }, state: 'incorrect', code: 'B4_1' },
      ],
    });
  });

  it.each([
    ['iso', '2026-10-25T00:00:00Z'],
    ['slashes', '25/10/2026'],
    ['ledger', '25-10-2026'],
  ] as const)('a date written as %s', (dateAs, date) => {
    const record = { ...submission.record, dateAs };
    const profile = profileWith({ record, ledgerResponse: null });
    const records = [{ key: { number: '7', date }, state: 'correct' }];
    expect(outcomeOf(raw({ result: 'correct', records }), profile)).toMatchObject({
      records: [{ key: { number: '7', date: '25-10-2026' } }],
    });
  });

  it.each([
    ['FR-2026/A/0007', { series: 'FR-2026/A', number: '0007' }],
    ['0007', { number: '0007' }],
  ])('series and number in one text: %s', (name, key) => {
    const record = { ...submission.record, joined: { path: 'name', separator: '/' } };
    const profile = profileWith({ record, ledgerResponse: null });
    const records = [{ name, state: 'correct' }];
    expect(outcomeOf(raw({ result: 'correct', records }), profile)).toMatchObject({
      records: [{ key }],
    });
  });

  it('statuses above 499 for which nothing was done', () => {
    const profile = profileWith({}, { notDeliveredStatuses: [400, 503] });
    expect(outcomeOf(raw({}, 503), profile).kind).toBe('not_delivered');
    expect(outcomeOf(raw({}, 502), profile).kind).toBe('unknown');
  });

  it('uploads: statuses of receipt, and a refusal in a 200', () => {
    const refusedWhen = { path: 'success', is: [false], means: 'not_delivered' as const };
    const profile = parseServiceProfile({
      ...standard,
      answers: {
        ...standard.answers,
        authorization: { receivedStatuses: [200, 201, 202, 204] },
        error: { ...error, refusedWhen },
      },
    });
    const end = (answer: RawAnswer, by = profile) =>
      toUploadOutcome({ kind: 'answered', raw: answer, retryAfter: null }, by, createRedactor([]))
        .kind;
    for (const status of [200, 201, 202, 204]) expect(end(raw({}, status))).toBe('received');
    expect(end(raw({ success: false }))).toBe('refused');
    expect(end(raw({ success: false }), standard)).toBe('refused');
    expect(end(raw({ success: true }), standard)).toBe('received');
    expect(end(raw({}, 206))).toBe('unknown');
    expect(end(raw({}, 201), standard)).toBe('unknown');
  });

  it('territories by their identifiers', () => {
    const territories = { ...standard.answers.territories, names: { '48': 'Bizkaia' } };
    const profile = { ...standard, answers: { ...standard.answers, territories } };
    const list = {
      data: [
        { id: 48, name: 'Diputación Foral' },
        { id: 1, name: 'Araba' },
        { id: 'constructor', name: 'Gipuzkoa' },
      ],
    };
    expect(readTerritories(raw(list), profile)).toEqual([
      { id: '48', name: 'Bizkaia' },
      { id: '1', name: 'Araba' },
      { id: 'constructor', name: 'Gipuzkoa' },
    ]);
  });
});

describe('an answer that means "later"', () => {
  const { submission } = standard.answers;
  const withQueued = (queued: object) =>
    parseServiceProfile({
      ...standard,
      answers: { ...standard.answers, submission: { ...submission, queued } },
    });

  it('is recognised by its status or by a word, with the identifier for polling', () => {
    const byStatus = withQueued({ identifier: 'job.id' });
    expect(isQueued({ ...raw({}), status: 202 }, byStatus)).toBe(true);
    expect(isQueued(raw({}), byStatus)).toBe(false);
    expect(isQueued({ ...raw({}), status: 202 }, standard)).toBe(false);
    const byWord = withQueued({ path: 'state', is: ['pending'], identifier: 'job.id' });
    expect(isQueued(raw({ state: 'pending' }), byWord)).toBe(true);
    expect(isQueued({ ...raw({ state: 'done' }), status: 202 }, byWord)).toBe(false);
    const named = (id: unknown) => queuedIdentifier(raw({ job: { id } }), byWord);
    expect([named('j-1'), named(7), named('../x'), named('..'), named(null)]).toEqual([
      ...['j-1', '7', null, null, null],
    ]);
    // A larger number comes as its digits.
    expect(named(2 ** 53 + 2)).toBe('9007199254740994');
  });

  it('leaves a conflict about what is queued already in doubt', () => {
    const byWord = withQueued({ path: 'state', is: ['pending'], identifier: 'job.id' });
    const conflict = { ...raw({ state: 'pending', job: { id: 'j-1' } }), status: 409 };
    expect(outcomeOf(conflict, byWord)).toMatchObject({
      kind: 'unknown',
      error: { code: 'answer_contradictory', details: { said: 'refused', word: 'pending' } },
    });
    expect(outcomeOf(conflict, standard)).toMatchObject({ kind: 'unknown' });
  });
});

describe('what a service profile can express of requests', () => {
  const request: SendRequest = {
    xml: Buffer.from('<a/>'),
    form: { model: '240', operation: 'creation', expenseType: null },
    ...{ fiscalYear: 2026, taxpayer: { taxId: 'A99800476', name: 'Lantegiak' } },
    softwareGarante: { holds: true, taxId: 'B1', license: 'L', name: 'Zubi', version: '1' },
    certificateKey: new Secret('the-certificate-key'),
    clientKey: new Secret('the-client-key'),
  };
  const bodyOf = (profile: ServiceProfile, sent = request) =>
    JSON.parse(buildSubmissionBody(sent, profile).toString());
  const own = {
    ...standard,
    headers: { ...standard.headers, certificateKey: 'X-Certificate', extra: { 'X-Tenant': '7' } },
    requests: {
      ...standard.requests,
      submission: {
        ...standard.requests.submission,
        certificateKey: null,
        xml: 'data.file.xml',
        constants: { 'data.version': 2, test: false },
      },
    },
  };

  it('constants, wrappers, and the certificate key in a header', () => {
    const profile = parseServiceProfile(own);
    expect(bodyOf(profile)).toMatchObject({
      data: { version: 2, file: { xml: Buffer.from('<a/>').toString('base64') } },
      test: false,
    });
    expect(JSON.stringify(bodyOf(profile))).not.toContain('the-certificate-key');
    // What Zubi sends with each request is its own, in any letters.
    const extra = { 'X-Tenant': '7', Accept: 'text/xml', 'Accept-Encoding': 'br' };
    const withAccept = parseServiceProfile({ ...own, headers: { ...own.headers, extra } });
    expect(extraHeaders(withAccept)).toEqual({ 'X-Tenant': '7' });
    const header = certificateHeader(request.certificateKey, profile);
    expect(header).toEqual({ 'X-Certificate': 'the-certificate-key' });
    expect(certificateHeader(request.certificateKey, standard)).toEqual({});
  });

  it('the taxpayer in parts, where it is a person', () => {
    const { submission } = standard.requests;
    const places = {
      ...{ taxId: 'who.nif', name: null, isIndividual: 'who.person' },
      ...{ firstName: 'who.name', lastName1: 'who.first', lastName2: 'who.second' },
    };
    const requests = { ...standard.requests, submission: { ...submission, taxpayer: places } };
    const profile = parseServiceProfile({ ...standard, requests });
    const jone = { firstName: 'Jone', lastName1: 'Agirre', lastName2: null };
    const nif = request.taxpayer.taxId;
    expect(bodyOf(profile, { ...request, person: jone }).who).toEqual({
      ...{ nif, person: true, name: 'Jone', first: 'Agirre', second: null },
    });
    expect(bodyOf(profile).who).toEqual({ nif, person: false });
    const nameless = { ...request, person: { ...jone, firstName: null } };
    expect(() => bodyOf(profile, nameless)).toThrow('company_name_parts');
  });

  it('the company’s key, the intermediary’s, or both', () => {
    const userKey = new Secret('the-user-key');
    const keys = { ...request, userKey };
    const { user, client } = standard.headers;
    const both = { [user]: 'the-user-key', [client]: 'the-client-key' };
    expect(companyHeaders('both', keys, standard)).toEqual(both);
    expect(companyHeaders('user', keys, standard)).toEqual({ [user]: 'the-user-key' });
    expect(companyHeaders('client', keys, standard)).toEqual({ [client]: 'the-client-key' });
    expect(() => companyHeaders('both', request, standard)).toThrow('user_key_missing');
  });

  it.each([
    ['a key without a place', { ...own, headers: standard.headers }],
    ['a constant in the way of a field', withConstants({ 'data.file': 1 })],
    ['a reserved header', { ...own, headers: { ...own.headers, extra: { Host: 'a' } } }],
    ['a header over two lines', { ...own, headers: { ...own.headers, extra: { 'X-A': 'a\nb' } } }],
  ])('refuses %s', (_, profile) => {
    expect(() => parseServiceProfile(profile)).toThrow();
  });

  function withConstants(constants: Record<string, number>) {
    const { submission: fields } = own.requests;
    return { ...own, requests: { ...own.requests, submission: { ...fields, constants } } };
  }
});
