import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  createCompany,
  files,
  miren,
  submissionBody,
  submit,
  tresneria,
} from './actors.ts';
import { clientHeader, type Stage, setStage, userHeader } from './stage.ts';

let stage: Stage;
let actor: Actor;
beforeAll(async () => {
  stage = await setStage();
  actor = await createCompany(stage);
});
afterAll(() => stage.stop());

const ofUser = [
  ['GET', '/regional/territories'],
  ['GET', '/regional/license'],
  ['POST', '/clientcompanies'],
  ['POST', '/clientcompanies/some-id'],
] as const;

const ofClient = [
  ['POST', '/expenses'],
  ['POST', '/receivedinvoices'],
  ['POST', '/intermediateauth/update/json'],
  ['POST', '/intermediateauth/update/multipart'],
] as const;

describe('5 the calls of the user key', () => {
  it.each(ofUser)('%s %s: 401 without a key', async (method, path) => {
    expect((await stage.call(method, path)).status).toBe(401);
  });

  it.each(ofUser)('%s %s: 401 with an unknown key', async (method, path) => {
    const headers = userHeader(`${stage.sandbox.userApiKey}x`);
    expect((await stage.call(method, path, { headers })).status).toBe(401);
  });

  it.each(ofUser)(
    '%s %s: 403 with the key of a company, in either header',
    async (method, path) => {
      for (const headers of [clientHeader(actor.key), userHeader(actor.key)]) {
        expect((await stage.call(method, path, { headers })).status).toBe(403);
      }
    },
  );
});

describe('5 the calls of the client key', () => {
  it.each(ofClient)('%s %s: 401 without a key', async (method, path) => {
    expect((await stage.call(method, path)).status).toBe(401);
  });

  it.each(ofClient)('%s %s: 401 with a key that no company has', async (method, path) => {
    const [prefix, , mac] = actor.key.split('.');
    for (const key of [
      '',
      'x',
      `${actor.key}x`,
      `${prefix}.other.${mac}`,
      `${prefix}.${actor.id}`,
    ]) {
      expect((await stage.call(method, path, { headers: clientHeader(key) })).status).toBe(401);
    }
  });

  it.each(ofClient)('%s %s: the user key does not replace the client key', async (method, path) => {
    const key = stage.sandbox.userApiKey;
    for (const headers of [userHeader(key), clientHeader(key)]) {
      expect((await stage.call(method, path, { headers })).status).toBe(403);
    }
  });

  it('gives access to its own company only', async () => {
    const other = await createCompany(stage, miren);
    const { status, body } = await stage.call('POST', '/receivedinvoices', {
      headers: clientHeader(other.key),
      json: submissionBody(actor, '<a/>'),
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['taxpayer.tax_id_number']);
  });

  it('works when the user key is sent with it', async () => {
    const { status } = await stage.call('POST', '/intermediateauth/update/json', {
      headers: { ...stage.asUser(), ...clientHeader(actor.key) },
      json: { intermediate_auth_file: files.pdf.toString('base64'), file_format: 'pdf' },
    });
    expect(status).toBe(200);
  });
});

describe('5.3 and 5.5 the keys themselves', () => {
  it('work after an update of the company as before', async () => {
    await stage.call('POST', `/clientcompanies/${actor.id}`, {
      headers: stage.asUser(),
      json: { ...tresneria, full_name: actor.name },
    });
    expect((await submit(stage, actor)).status).toBe(200);
  });

  it('are repeated in no refusal and in no view of the state', async () => {
    const seen = await Promise.all([
      stage.call('GET', '/sandbox/state'),
      stage.call('GET', `/sandbox/authorizations/${actor.id}`),
      stage.call('GET', '/regional/license', { headers: userHeader(actor.key) }),
      stage.call('POST', '/expenses', {
        headers: clientHeader(actor.key),
        json: { api_key: actor.key },
      }),
      stage.call('POST', '/expenses', { headers: clientHeader(actor.key), json: [actor.key] }),
    ]);
    const text = JSON.stringify(seen);
    expect(text).not.toContain(actor.key);
    expect(text).not.toContain(stage.sandbox.userApiKey);
    expect(text).not.toContain('made-up certificate key');
  });
});
