import { createHash } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { exe, makeJpeg, makePdf, makePng } from '../../fixtures/authorizations/documents.ts';
import { gasteiz, lantegiak, openAuthorizationOffice } from './office.ts';

const pdf = makePdf();
const large = makePdf({ head: `%${'x'.repeat(1100)}\n` });
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function profileWith(parts: {
  as?: 'json' | 'multipart';
  maxBytes?: number;
  maxRequestBytes?: number;
}) {
  const profile = structuredClone(defaultServiceProfile());
  const { as = 'multipart', maxBytes = profile.limits.maxAuthorizationBytes } = parts;
  return {
    ...profile,
    requests: { ...profile.requests, authorization: { ...profile.requests.authorization, as } },
    limits: {
      ...profile.limits,
      maxAuthorizationBytes: maxBytes,
      maxRequestBytes: parts.maxRequestBytes ?? profile.limits.maxRequestBytes,
    },
  };
}

describe('4.3 upload', () => {
  it.each(['multipart', 'json'] as const)(
    'as %s: each format arrives byte for byte, and 200 means received and pending validation',
    async (as) => {
      const office = await openAuthorizationOffice({ profile: profileWith({ as }) });
      for (const [name, bytes] of [
        ['carta.pdf', pdf],
        ['carta.jpeg', makeJpeg()],
        ['carta.png', makePng()],
      ] as const) {
        const fileId = await office.take(name, bytes);
        const shown = await office.call('authorizations.upload', {
          companyId: office.companyId,
          fileId,
        });
        expect(shown).toMatchObject({
          state: 'pending_validation',
          allowsSubmissions: false,
          document: { name, outcome: 'received', sha256: sha256Of(bytes), sizeBytes: bytes.length },
        });
        expect(await office.atService()).toMatchObject({
          state: 'pending_validation',
          sha256: sha256Of(bytes),
        });
      }
    },
  );

  it('keeps every document and returns each unchanged', async () => {
    const office = await openAuthorizationOffice();
    const documents = [makePdf({ version: '1.4' }), makePdf({ version: '1.5' })];
    for (const bytes of documents) await office.upload('carta.pdf', bytes);
    const { uploads, authorization } = await office.call('authorizations.get', {
      companyId: office.companyId,
    });
    expect(uploads.map(({ outcome }) => outcome)).toEqual(['received', 'received']);
    expect(authorization.document?.id).toBe(uploads[0]?.id);
    for (const [index, upload] of uploads.toReversed().entries()) {
      const kept = await office.call('authorizations.document', { uploadId: upload.id });
      expect(Buffer.from(kept.contentBase64, 'base64')).toEqual(documents[index]);
      expect(kept).toMatchObject({
        name: 'carta.pdf',
        mediaType: 'application/pdf',
        sha256: upload.sha256,
      });
    }
    expect((await office.refused('authorizations.document', { uploadId: 'none' })).code).toBe(
      'authorization_document_unknown',
    );
  });

  it('is in no worklist, and its token ends when the service has the document', async () => {
    const office = await openAuthorizationOffice();
    const fileId = await office.take('carta.pdf', pdf);
    const input = { companyId: office.companyId, fileId };
    await office.call('authorizations.upload', input);
    expect((await office.call('submissions.worklist', {})).files).toEqual([]);
    expect((await office.refused('authorizations.upload', input)).code).toBe('file_unknown');
    expect(office.events).toContainEqual({
      name: 'authorization.changed',
      payload: { companyId: office.companyId, state: 'pending_validation' },
    });
  });

  it('changes nothing when the service refuses it, is reported, and can be tried again', async () => {
    const office = await openAuthorizationOffice();
    await office.backstage('POST', 'faults', {
      faults: [{ kind: 'status', status: 422, on: 'authorization' }],
    });
    const fileId = await office.take('carta.pdf', pdf);
    const input = { companyId: office.companyId, fileId };
    expect(await office.refused('authorizations.upload', input)).toMatchObject({
      code: 'service_refused',
      details: { status: 422 },
    });
    expect(await office.state()).toBe('none');
    await office.call('authorizations.upload', input);
    const { uploads, events } = await office.call('authorizations.get', {
      companyId: office.companyId,
    });
    expect(uploads.map(({ outcome }) => outcome)).toEqual(['received', 'refused']);
    expect(events.map(({ kind }) => kind)).toEqual(['uploaded', 'sending', 'refused', 'sending']);
  });

  it('needs the key of the company, and an existing company', async () => {
    const office = await openAuthorizationOffice();
    const fileId = await office.take('carta.pdf', pdf);
    expect(
      (await office.refused('authorizations.upload', { companyId: 'nobody', fileId })).code,
    ).toBe('company_unknown');
    expect(
      (
        await office.refused('authorizations.upload', {
          companyId: office.companyId,
          fileId: 'none',
        })
      ).code,
    ).toBe('file_unknown');
  });

  it('is not sent while another connection is in force than that of the company', async () => {
    const office = await openAuthorizationOffice();
    const { companyId } = office;
    const fileId = await office.take('carta.pdf', pdf);
    await office.call('connection.useSandbox', {});
    const refused = await office.refused('authorizations.upload', { companyId, fileId });
    expect(refused.code).toBe('company_elsewhere');
  });

  it('is not sent for an archived company until that is restored', async () => {
    const office = await openAuthorizationOffice();
    const { companyId } = office;
    const fileId = await office.take('carta.pdf', pdf);
    await office.call('companies.archive', { id: companyId });
    const refused = await office.refused('authorizations.upload', { companyId, fileId });
    expect(refused).toMatchObject({
      code: 'company_archived',
      details: { taxId: lantegiak.taxId },
    });
    expect((await office.atService()).state).toBe('none');
    await office.call('companies.unarchive', { id: companyId });
    await office.call('authorizations.upload', { companyId, fileId });
    expect(await office.state()).toBe('pending_validation');
  });

  it('runs one at a time for each company', async () => {
    const office = await openAuthorizationOffice();
    await office.backstage('POST', 'faults', {
      faults: [{ kind: 'delay', ms: 600, on: 'authorization' }],
    });
    const ids = await Promise.all(
      [1, 2, 3].map((n) => office.take(`${n}.pdf`, makePdf({ head: `%${n}\n` }))),
    );
    const replies = await Promise.all(
      ids.map((fileId) =>
        office.app.call('authorizations.upload', { companyId: office.companyId, fileId }),
      ),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.error]));
    expect(refused.map(({ code, details }) => [code, details.state])).toEqual([
      ['authorization_state', 'sending'],
      ['authorization_state', 'sending'],
    ]);
  });
});

describe('refused documents', () => {
  it('F4: 300 megabytes are refused without being read', async () => {
    const office = await openAuthorizationOffice();
    const path = join(office.dataFolder, 'huge.pdf');
    writeFileSync(path, pdf);
    truncateSync(path, 300 * 1024 * 1024);
    const fileId = await office.takePath('huge.pdf', path);
    expect(
      await office.refused('authorizations.upload', { companyId: office.companyId, fileId }),
    ).toMatchObject({
      code: 'document_too_large',
      details: { name: 'huge.pdf', sizeBytes: 300 * 1024 * 1024, limitMegabytes: 10 },
    });
    expect(
      (await office.call('authorizations.get', { companyId: office.companyId })).uploads,
    ).toEqual([]);
  });

  it('F4: the limit is that of the profile, to the byte', async () => {
    const office = await openAuthorizationOffice({ profile: profileWith({ maxBytes: 2048 }) });
    expect(await office.call('authorizations.limits', {})).toEqual({ maxBytes: 2048 });
    const sized = (size: number) => Buffer.concat([large, Buffer.alloc(size - large.length, '\n')]);
    for (const size of [2047, 2048]) {
      expect(sized(size).length).toBe(size);
      await office.upload('carta.pdf', sized(size));
    }
    const fileId = await office.take('carta.pdf', sized(2049));
    const error = await office.refused('authorizations.upload', {
      companyId: office.companyId,
      fileId,
    });
    expect(error).toMatchObject({
      code: 'document_too_large',
      details: { sizeBytes: 2049, limitBytes: 2048 },
    });
  });

  it('F4: as JSON what counts for the request is the size in Base64', async () => {
    const office = await openAuthorizationOffice({
      profile: profileWith({ as: 'json', maxRequestBytes: Math.ceil(large.length / 3) * 4 }),
    });
    const fileId = await office.take('carta.pdf', large);
    const error = await office.refused('authorizations.upload', {
      companyId: office.companyId,
      fileId,
    });
    expect(error.code).toBe('too_large');
    expect(await office.state()).toBe('none');
  });

  it('F1: a program named .pdf is reported as a program, before anything is sent', async () => {
    const office = await openAuthorizationOffice();
    const fileId = await office.take('carta.pdf', exe);
    const expected = {
      code: 'document_type_refused',
      details: { name: 'carta.pdf', found: 'EXE' },
    };
    expect(await office.call('authorizations.check', { fileId })).toMatchObject({
      check: { kind: 'refused', error: expected },
    });
    expect(
      await office.refused('authorizations.upload', { companyId: office.companyId, fileId }),
    ).toEqual(expected);
    expect((await office.refused('authorizations.document', { fileId })).code).toBe(
      'document_type_refused',
    );
    expect((await office.atService()).state).toBe('none');
  });

  it('a document whose name has the tax id of another company needs confirmation', async () => {
    const office = await openAuthorizationOffice();
    const fileId = await office.take(`${gasteiz.taxId}.pdf`, pdf);
    const input = { companyId: office.companyId, fileId };
    expect(await office.refused('authorizations.upload', input)).toMatchObject({
      code: 'authorization_other_company',
      details: { taxId: gasteiz.taxId, company: lantegiak.taxId },
    });
    expect((await office.atService()).state).toBe('none');
    await office.call('authorizations.upload', { ...input, confirmOtherCompany: true });
    expect(await office.state()).toBe('pending_validation');
  });
});
