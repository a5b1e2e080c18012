import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assumptions } from '../../../sandbox/assumptions.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { type Actor, createCompany, files, submit, tresneria } from './actors.ts';
import { clientHeader, type Seen, type Stage, setStage } from './stage.ts';

let stage: Stage;
let actor: Actor;
let nextNumber = 3_000_000;
beforeAll(async () => {
  stage = await setStage();
});
beforeEach(async () => {
  actor = await createCompany(stage, {
    ...tresneria,
    full_name: 'Zubi <b>& "co"</b>',
    tax_id_number: companyTaxId('B', nextNumber++),
  });
});
afterAll(() => stage.stop());

const upload = (): Promise<Seen> =>
  stage.call('POST', '/intermediateauth/update/json', {
    headers: clientHeader(actor.key),
    json: { intermediate_auth_file: files.pdf.toString('base64'), file_format: 'pdf' },
  });

async function page(
  method: 'GET' | 'POST',
  path: string,
  form?: Record<string, string>,
  origin?: string,
) {
  const answer = await request(`${stage.sandbox.baseUrl}${path}`, {
    method,
    headers: {
      ...stage.asUser(),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(origin ? { origin } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

const place = () => `/sandbox/authorizations/${actor.id}`;
const stateOf = async () => (await stage.call('GET', place())).body;

describe('the review page', () => {
  it('lists companies with their authorization, with forms for the pending ones', async () => {
    await upload();
    const { status, headers, text } = await page('GET', '/sandbox/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Zubi &#60;b&#62;&#38; &#34;co&#34;&#60;/b&#62;');
    expect(text).toContain(`<form method="post" action="${place()}/approve">`);
    expect(text).toContain(`<form method="post" action="${place()}/reject">`);
  });

  it('has a policy that allows no script and no form to another address, and contains no script', async () => {
    const { headers, text } = await page('GET', '/sandbox/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script|\son[a-z]+=|style=|https?:/i);
    expect((await page('GET', '/sandbox/review.css')).headers['content-type']).toBe(
      'text/css; charset=utf-8',
    );
  });

  it('rejects with a reason by its form and leads back to the page, which then shows it', async () => {
    await upload();
    const { status, headers } = await page('POST', `${place()}/reject`, {
      reason: 'Falta la <firma>',
    });
    expect([status, headers.location]).toEqual([303, '/sandbox/']);
    expect(await stateOf()).toMatchObject({ state: 'rejected', reason: 'Falta la <firma>' });
    const { text } = await page('GET', '/sandbox/');
    expect(text).toContain('Rechazada</span><span class="second">Falta la &#60;firma&#62;</span>');
  });

  it('ignores a page of another origin', async () => {
    await upload();
    for (const origin of ['https://elsewhere.example', 'null']) {
      expect((await page('POST', `${place()}/approve`, {}, origin)).status).toBe(403);
    }
    expect(await stateOf()).toMatchObject({ state: 'pending_validation' });
    expect((await page('POST', `${place()}/approve`, {}, stage.sandbox.baseUrl)).status).toBe(303);
    expect(await stateOf()).toMatchObject({ state: 'approved' });
  });

  it('offers the document as a download only', async () => {
    expect((await page('GET', `${place()}/document`)).status).toBe(404);
    await upload();
    const { headers, text } = await page('GET', `${place()}/document`);
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(text).toBe(files.pdf.toString('latin1'));
  });

  it('shows no key', async () => {
    await upload();
    const { text } = await page('GET', '/sandbox/');
    expect(text).not.toContain(actor.key);
    expect(text).not.toContain(stage.sandbox.userApiKey);
  });
});

describe('3 and 6 the result of the review', () => {
  it('is shown to the intermediary, with the reason of a rejection', async () => {
    await upload();
    await stage.call('POST', `${place()}/reject`, { json: { reason: 'Sin firma' } });
    await upload();
    await stage.call('POST', `${place()}/approve`);
    const { notifications } = (await stage.call('GET', '/sandbox/state')).body;
    const told = notifications.filter(
      ({ company_id }: { company_id: string }) => company_id === actor.id,
    );
    expect(told).toMatchObject([
      { event: 'authorization_rejected', reason: 'Sin firma' },
      { event: 'authorization_approved', reason: null },
    ]);
  });

  it('has no reason once a corrected document is uploaded', async () => {
    await upload();
    await stage.call('POST', `${place()}/reject`, { json: { reason: 'Sin firma' } });
    await upload();
    expect(await stateOf()).toMatchObject({
      state: 'pending_validation',
      reason: null,
      decided_at: null,
    });
  });

  it('refuses a reason that is no text or too long', async () => {
    await upload();
    for (const reason of [7, 'x'.repeat(501)]) {
      expect((await stage.call('POST', `${place()}/reject`, { json: { reason } })).status).toBe(
        422,
      );
    }
    expect(await stateOf()).toMatchObject({ state: 'pending_validation' });
  });
});

describe('3.1 what needs a validated authorization', () => {
  const setStatus = (software_garante: unknown) =>
    stage.call('POST', '/sandbox/intermediary', { json: { software_garante } });

  it('is refused with none, a pending or a rejected one, and allowed once it is approved', async () => {
    await setStatus(false);
    const statuses = [(await submit(stage, actor)).status];
    await upload();
    statuses.push((await submit(stage, actor)).status);
    await stage.call('POST', `${place()}/reject`);
    statuses.push((await submit(stage, actor)).status);
    await upload();
    await stage.call('POST', `${place()}/approve`);
    statuses.push((await submit(stage, actor)).status);
    await upload();
    statuses.push((await submit(stage, actor, { from: 5 })).status);
    await setStatus(true);
    expect(statuses).toEqual([403, 403, 403, 200, 403]);
  });

  it('is allowed without one with Software Garante status', async () => {
    expect((await setStatus('perhaps')).status).toBe(422);
    expect((await stage.call('GET', '/sandbox/state')).body.software_garante).toBe(true);
    expect((await submit(stage, actor)).status).toBe(200);
  });
});

describe('faults for uploads and companies', () => {
  it('affect only the kind of request that they were set for', async () => {
    const faults = [
      { kind: 'status', status: 503, on: 'authorization' },
      { kind: 'drop_after', on: 'company' },
    ];
    await stage.call('POST', '/sandbox/faults', { json: { faults } });
    expect((await submit(stage, actor)).status).toBe(200);
    expect((await upload()).status).toBe(503);
    expect(await stateOf()).toMatchObject({ state: 'none' });
    const fields = { ...tresneria, tax_id_number: companyTaxId('B', nextNumber++) };
    await expect(createCompany(stage, fields)).rejects.toThrow();
    await expect(createCompany(stage, fields)).rejects.toThrow(/no company/);
    expect((await stage.call('GET', '/sandbox/state')).body.faults).toEqual([]);
  });
});

describe('what the specification leaves open', () => {
  it('is reported by the sandbox', async () => {
    const { body } = await stage.call('GET', '/sandbox/assumptions');
    expect(body.assumptions).toEqual(assumptions);
  });
});
