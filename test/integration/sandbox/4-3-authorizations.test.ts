import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, createFreshCompany, files } from './actors.ts';
import { clientHeader, type Seen, type Stage, setStage } from './stage.ts';

let stage: Stage;
let actor: Actor;
beforeAll(async () => {
  stage = await setStage();
});
beforeEach(async () => {
  actor = await createFreshCompany(stage);
});
afterAll(() => stage.stop());

const field = 'intermediate_auth_file';

const uploadJson = (json: unknown): Promise<Seen> =>
  stage.call('POST', '/intermediateauth/update/json', { headers: clientHeader(actor.key), json });

const uploadFile = (bytes: Buffer, file_format: string): Promise<Seen> =>
  uploadJson({ [field]: bytes.toString('base64'), file_format });

/**
 * Node's own `fetch` sends its own forms: undici's package may send through the dispatcher that
 * Node's undici left in the process first, and that one sends nothing of the package's forms.
 */
async function uploadForm(form: FormData): Promise<Seen> {
  const answer = await fetch(`${stage.sandbox.baseUrl}/intermediateauth/update/multipart`, {
    method: 'POST',
    headers: clientHeader(actor.key),
    body: form,
  });
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: await answer.json() };
}

function formOf(bytes: Buffer, name: string, type = ''): FormData {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], name, { type }));
  return form;
}

const authorization = async () =>
  (await stage.call('GET', `/sandbox/authorizations/${actor.id}`)).body;

/** The documents of this test's company, as stored in the state. */
function storedDocuments(): Buffer[] {
  const state = new Database(join(stage.folder, 'sandbox.db'), { readonly: true });
  try {
    return state
      .prepare('SELECT document FROM authorizations WHERE company_id = ?')
      .pluck()
      .all(actor.id) as Buffer[];
  } finally {
    state.close();
  }
}

const review = (verb: 'approve' | 'reject') =>
  stage.call('POST', `/sandbox/authorizations/${actor.id}/${verb}`);

describe('4.3 upload as JSON', () => {
  it.each(['pdf', 'jpg', 'png'] as const)(
    'takes a %s: 200 confirms receipt, not approval',
    async (format) => {
      expect((await uploadFile(files[format], format)).status).toBe(200);
      expect(await authorization()).toMatchObject({
        state: 'pending_validation',
        file_format: format,
      });
    },
  );

  it.each([
    ['pdf', 'png'],
    ['png', 'jpg'],
    ['jpg', 'pdf'],
  ] as const)('refuses a %s that is declared as a %s', async (real, claimed) => {
    const { status, body } = await uploadFile(files[real], claimed);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file_format']]);
    expect(await authorization()).toMatchObject({ state: 'none' });
  });

  it.each([
    ['a gif', files.gif],
    ['text', Buffer.from('hello')],
    ['a pdf behind something else', Buffer.concat([Buffer.from('x'), files.pdf])],
  ])('refuses %s', async (_what, bytes) => {
    const { status, body } = await uploadFile(bytes, 'pdf');
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each([
    [{ file_format: 'pdf' }, field],
    [{ [field]: '', file_format: 'pdf' }, field],
    [{ [field]: 7, file_format: 'pdf' }, field],
    [{ [field]: 'JVBERi0xLjQ=' }, 'file_format'],
    [{ [field]: 'JVBERi0xLjQ=', file_format: 'jpeg' }, 'file_format'],
    [{ [field]: 'JVBERi0xLjQ=', file_format: 'PDF' }, 'file_format'],
    [{ [field]: 'JVBERi0xLjQ', file_format: 'pdf' }, field],
    [{ [field]: 'JVBERi0xLjQ=\n', file_format: 'pdf' }, field],
    [{ [field]: 'JVBER*0xLjQ=', file_format: 'pdf' }, field],
  ])('refuses %j, naming %s', async (json, name) => {
    const { status, body } = await uploadJson(json);
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
  });

  it('takes 10 MiB and refuses a byte more', async () => {
    const padded = (size: number) =>
      Buffer.concat([files.pdf, Buffer.alloc(size - files.pdf.length, 0x20)]);
    expect((await uploadFile(padded(10 * 1024 * 1024), 'pdf')).status).toBe(200);
    expect((await uploadFile(padded(10 * 1024 * 1024 + 1), 'pdf')).status).toBe(413);
  });
});

describe('4.3 upload as multipart', () => {
  it.each([
    ['carta.pdf', 'application/pdf', files.pdf, 'pdf'],
    ['carta.JPG', 'image/jpeg', files.jpg, 'jpg'],
    ['carta.jpeg', '', files.jpg, 'jpg'],
    ['autorización ñ.png', 'image/png', files.png, 'png'],
    ['carta', '', files.pdf, 'pdf'],
  ])('takes %s (%s)', async (name, type, bytes, format) => {
    expect((await uploadForm(formOf(bytes, name, type))).status).toBe(200);
    expect(await authorization()).toMatchObject({
      state: 'pending_validation',
      file_format: format,
    });
  });

  it.each([
    ['carta.png', 'image/png', files.pdf],
    ['carta.pdf', 'image/png', files.pdf],
    ['carta.gif', 'image/gif', files.gif],
    ['carta.txt', '', files.pdf],
    ['vacia.pdf', 'application/pdf', Buffer.alloc(0)],
  ])('refuses %s (%s) when its content is something else', async (name, type, bytes) => {
    const { status, body } = await uploadForm(formOf(bytes, name, type));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('refuses a form without the part, with two of them, and with text in its place', async () => {
    const without = new FormData();
    without.append('other', new File([new Uint8Array(files.pdf)], 'a.pdf'));
    const twice = formOf(files.pdf, 'a.pdf');
    twice.append(field, new File([new Uint8Array(files.pdf)], 'b.pdf'));
    const text = new FormData();
    text.append(field, 'text');
    for (const form of [without, twice, text]) expect((await uploadForm(form)).status).toBe(422);
  });

  it('takes 10 MiB and refuses a byte more, and keeps the stored document', async () => {
    const padded = (size: number) =>
      Buffer.concat([files.pdf, Buffer.alloc(size - files.pdf.length, 0x20)]);
    expect((await uploadForm(formOf(padded(10 * 1024 * 1024), 'a.pdf'))).status).toBe(200);
    const { sha256 } = await authorization();
    expect((await uploadForm(formOf(padded(10 * 1024 * 1024 + 1), 'a.pdf'))).status).toBe(413);
    expect((await authorization()).sha256).toBe(sha256);
  });

  it('refuses a body that is not multipart', async () => {
    const send = (contentType: string, raw: string) =>
      stage.call('POST', '/intermediateauth/update/multipart', {
        headers: { ...clientHeader(actor.key), 'content-type': contentType },
        raw,
      });
    expect((await send('application/json', '{}')).status).toBe(415);
    expect((await send('multipart/form-data', 'x')).status).toBe(400);
    expect((await send('multipart/form-data; boundary=b', 'nothing of the kind')).status).toBe(400);
    expect(
      (await send('multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form')).status,
    ).toBe(400);
  });
});

describe('3 states and transitions', () => {
  it('starts as none, and there is nothing to review', async () => {
    expect(await authorization()).toMatchObject({ state: 'none', file_format: null });
    expect((await review('approve')).status).toBe(409);
    expect((await review('reject')).status).toBe(409);
  });

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)(
    '%s leads from pending validation to %s and notifies the intermediary',
    async (verb, state) => {
      await uploadFile(files.pdf, 'pdf');
      expect((await review(verb)).body).toMatchObject({ state });
      const { body } = await stage.call('GET', '/sandbox/state');
      expect(body.notifications).toContainEqual(
        expect.objectContaining({ company_id: actor.id, event: `authorization_${state}` }),
      );
      expect((await review(verb)).status).toBe(409);
    },
  );

  it.each(['pending', 'approve', 'reject'] as const)(
    'an upload replaces the one stored document and starts validation again after %s',
    async (before) => {
      await uploadFile(files.pdf, 'pdf');
      const { sha256 } = await authorization();
      if (before !== 'pending') await review(before);
      expect((await uploadForm(formOf(files.png, 'a.png'))).status).toBe(200);
      const after = await authorization();
      expect(after).toMatchObject({
        state: 'pending_validation',
        file_format: 'png',
        decided_at: null,
      });
      expect(after.sha256).not.toBe(sha256);
      expect(storedDocuments()).toEqual([files.png]);
    },
  );

  it('keeps the stored document when an upload is refused', async () => {
    await uploadFile(files.pdf, 'pdf');
    await review('approve');
    await uploadFile(files.gif, 'png');
    expect(await authorization()).toMatchObject({ state: 'approved', file_format: 'pdf' });
  });

  it('knows no authorization of an unknown company', async () => {
    expect((await stage.call('GET', '/sandbox/authorizations/nobody')).status).toBe(404);
    expect((await stage.call('POST', '/sandbox/authorizations/nobody/approve')).status).toBe(404);
  });
});
