import { describe, expect, it } from 'vitest';
import { ownSandboxKey } from '../../fixtures/sandbox-key.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice, openPractisingOffice } from './office.ts';
import { sentBefore } from './sent-before.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const document = (seed: number, taxpayer = company) =>
  makeDocument('240-received', { seed, records: 2, taxpayer });

async function reachedTheLedger(office: Office): Promise<{ sha256: string }[]> {
  const { baseUrl } = await office.call('connection.get', {});
  const state = await fetch(`${baseUrl}/sandbox/state`, {
    headers: ownSandboxKey(office.dataFolder),
  });
  return ((await state.json()) as { submissions: { sha256: string }[] }).submissions;
}

// holds H7
describe('before anything is queued', () => {
  it('a file with faults is refused', async () => {
    const office = await openPractisingOffice();
    const broken = await office.drop(
      'broken.xml',
      document(1).replace('<Modelo>240', '<Modelo>999'),
    );
    expect(broken.judged?.verdict).toBe('invalid');
    const error = await office.refused('submissions.send', { fileIds: [broken.id] });
    expect(error).toMatchObject({ code: 'file_not_valid', details: { name: 'broken.xml' } });
    expect((await office.call('submissions.list', {})).total).toBe(0);
  });

  it('one refused file stops all of them, so that no part is sent', async () => {
    const office = await openPractisingOffice();
    const good = await office.drop('good.xml', document(2));
    const stranger = await office.drop(
      'stranger.xml',
      document(3, { taxId: 'F35999705', name: 'Inor' }),
    );
    const error = await office.refused('submissions.send', { fileIds: [good.id, stranger.id] });
    expect(error).toMatchObject({ code: 'company_unknown', details: { taxId: 'F35999705' } });
    expect((await office.call('submissions.list', {})).total).toBe(0);
  });

  it('a company outside Bizkaia is refused', async () => {
    const office = await openPractisingOffice();
    const territories = await office.call('territories.list', {});
    const araba = territories.find((territory) => /araba|álava/i.test(territory.name));
    const made = await office.call('companies.create', {
      isIndividual: false,
      fullName: 'Gasteizko Enpresa SL',
      taxId: 'B00000034',
      territoryId: araba?.id ?? '',
    });
    expect(made.canSubmit).toBe(false);
    const file = await office.drop(
      'araba.xml',
      document(4, { taxId: 'B00000034', name: made.fullName }),
    );
    const error = await office.refused('submissions.send', { fileIds: [file.id] });
    expect(error.code).toBe('company_outside_bizkaia');
  });

  it('without Software Garante status an authorization is needed', async () => {
    const office = await openPractisingOffice();
    const { softwareGarante } = await office.call('connection.get', {});
    if (!softwareGarante) throw new Error('the sandbox has none');
    await office.call('connection.set', { softwareGarante: { ...softwareGarante, holds: false } });
    const file = await office.drop('file.xml', document(5));
    const error = await office.refused('submissions.send', { fileIds: [file.id] });
    expect(error).toMatchObject({ code: 'authorization_required', details: { state: 'none' } });
  });

  it('nothing is sent without a connection', async () => {
    const office = await openOffice();
    const file = await office.drop('file.xml', document(6));
    expect((await office.refused('submissions.send', { fileIds: [file.id] })).code).toBe(
      'connection_missing',
    );
    expect((await office.refused('territories.list', {})).code).toBe('connection_missing');
  });
});

describe('a document that the history has already', () => {
  it('is sent again only after confirmation', async () => {
    const office = await openPractisingOffice();
    const file = await office.drop('once.xml', document(7));
    const { submissions } = await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    const again = await office.drop('same-content-other-name.xml', document(7));
    expect(await sentBefore(office, again.id)).toMatchObject([
      { submissionId: submissions[0]?.id, state: 'accepted' },
    ]);
    expect(await reachedTheLedger(office)).toHaveLength(1);
    await office.call('submissions.send', { fileIds: [again.id], confirmDuplicates: true });
    await office.app.idle();
    expect(await reachedTheLedger(office)).toHaveLength(2);
  });

  it('is sent once when many calls send it at the same moment', async () => {
    const office = await openPractisingOffice();
    const file = await office.drop('once.xml', document(8));
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        office.app.call('submissions.send', { fileIds: [file.id], confirmDuplicates: true }),
      ),
    );
    await office.app.idle();
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    expect(await reachedTheLedger(office)).toHaveLength(1);
  });
});

describe('the worklist', () => {
  it('shows a file once however often it is dropped, and keeps it over a restart', async () => {
    const office = await openPractisingOffice();
    await office.drop('a.xml', document(9));
    await office.drop('a.xml', document(9));
    await office.drop('b & á.xml', document(10));
    const { files } = await office.call('submissions.worklist', {});
    expect(files.map((file) => file.name)).toEqual(['a.xml', 'b & á.xml']);
    const again = await office.restart();
    const kept = await again.call('submissions.worklist', {});
    expect(kept.files).toEqual(files);
    await again.call('submissions.discard', { fileIds: files.map((file) => file.id) });
    expect((await again.call('submissions.worklist', {})).files).toEqual([]);
  });

  it('shows the place of a fault in the text', async () => {
    const office = await openPractisingOffice();
    const xml = document(11).replace('<Ejercicio>2026', '<Ejercicio>26');
    const file = await office.drop('broken.xml', xml);
    const { issues, total } = await office.call('submissions.issues', { fileId: file.id });
    expect(total).toBeGreaterThan(0);
    const issue = issues.find((each) => each.path?.endsWith('/Ejercicio'));
    expect(issue).toMatchObject({ layer: 'schema', value: '26' });
    const { lines, markColumn } = await office.call('submissions.excerpt', {
      fileId: file.id,
      line: issue?.line ?? 0,
      column: issue?.column ?? 0,
    });
    const marked = lines.find((line) => line.line === issue?.line);
    expect(marked?.text.slice((markColumn ?? 0) - 1)).toMatch(/^<Ejercicio>26</);
  });
});
