import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Submission } from '../../../contract/submission.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import {
  books,
  company,
  historyIssues,
  send,
  sendFile,
  sentBytes,
  withAnswers,
} from './sending.ts';

const invoices = (firstRecord: number, records: number, seed = 3) =>
  makeDocument('240-received', { seed, records, firstRecord, taxpayer: company });

const recordsOf = (xml: string) =>
  [...xml.matchAll(/\s*<(Gasto|FacturaRecibida)>[\s\S]*?<\/\1>/g)].map(([record]) => record);

/** All of it was recorded: the batch, the worklist and the receipt say “with errors”. */
async function expectAcceptedWithErrors(office: Office, submission: Submission): Promise<void> {
  const { batch } = await office.call('submissions.batch', { id: submission.batchId ?? '' });
  expect(batch).toMatchObject({ partiallyAccepted: 1, withErrors: 1 });
  const month = (await office.call('overview.get', {})).months.at(-1);
  expect(month).toMatchObject({ accepted: 0, partiallyAccepted: 1, withErrors: 1 });
  const [file] = (await office.call('submissions.worklist', {})).files;
  expect(file?.submission).toMatchObject({ state: 'partially_accepted', isWithErrors: true });
  const receipt = { submissionId: submission.id, language: 'en', format: 'html' } as const;
  const made = await office.call('reports.receipt', receipt);
  const page = Buffer.from(made.contentBase64, 'base64').toString();
  expect(page).toMatch(/^(?!.*Partly accepted).*<strong>Accepted with errors<\/strong>/s);
}

describe('from a partial answer to an accepted correction', () => {
  it('sends the refused records alone, once the record in their way is cancelled', async () => {
    const office = await openPractisingOffice();
    const first = await send(office, 'first.xml', invoices(0, 3));
    const xml = invoices(1, 5);
    const second = await send(
      office,
      'segundo.xml',
      Buffer.from(`\ufeff${xml.replaceAll('\n', '\r\n')}`),
      true,
    );
    expect(second.state).toBe('partially_accepted');
    expect(await office.call('submissions.corrections', { id: second.id })).toMatchObject({
      rejected: 2,
      acceptedWithErrors: 0,
      cancellable: 3,
      files: [],
      submissions: [],
    });

    const { file } = await office.call('submissions.extractRejected', { id: second.id });
    expect(file).toMatchObject({
      name: 'segundo.rechazados.xml',
      origin: { kind: 'rejected', submissionId: second.id, file: 'segundo.xml' },
      judged: { verdict: 'warnings', records: 2, form: { operation: 'creation' } },
    });
    expect(
      (await historyIssues(office, file.id)).map(({ code, params }) => [code, params.file]),
    ).toEqual([
      ['history_same_record', 'first.xml'],
      ['history_same_record', 'first.xml'],
    ]);

    const made = await office.call('submissions.buildCancellation', {
      id: first.id,
      records: [3, 2],
    });
    expect(made.file).toMatchObject({
      name: 'first.anulación.xml',
      origin: { kind: 'cancellation', submissionId: first.id },
      judged: { verdict: 'valid', records: 2, form: { operation: 'cancellation' } },
    });
    expect(await sendFile(office, made.file.id)).toMatchObject({
      state: 'accepted',
      previousId: first.id,
    });

    // The obstacle to the refused records is gone; they are still to be sent.
    expect(await office.call('submissions.corrections', { id: second.id })).toMatchObject({
      rejected: 2,
    });
    const [again] = (await office.call('submissions.check', { fileIds: [file.id] })).files;
    expect(again?.judged?.verdict).toBe('valid');
    const corrected = await sendFile(office, file.id);
    expect(corrected).toMatchObject({ state: 'accepted', previousId: second.id, records: 2 });
    const removed = recordsOf(xml).slice(2);
    const wanted = removed
      .reduce((text, record) => text.replace(record, ''), xml)
      .replaceAll('\n', '\r\n');
    expect((await sentBytes(office, corrected.id)).toString('utf8')).toBe(`\ufeff${wanted}`);

    const described = await office.call('submissions.corrections', { id: second.id });
    // A correction made since is not offered again.
    expect(described).toMatchObject({ rejected: 0, cancellable: 3 });
    const rest = await office.call('submissions.corrections', { id: first.id });
    expect(rest).toMatchObject({ rejected: 0, cancellable: 3 });
    const nothing = await office.refused('submissions.extractRejected', { id: second.id });
    expect(nothing.code).toBe('correction_empty');
    expect(described.files.map(({ id }) => id)).toEqual([file.id]);
    expect(described.submissions.map(({ id }) => id)).toEqual([corrected.id]);
  });

  it.each(books)('cancels a whole submission of $book', async ({ book, taxpayer }) => {
    const office = await openPractisingOffice();
    const creation = await send(
      office,
      'c.xml',
      makeDocument(book, { seed: 5, records: 30, taxpayer }),
    );
    expect(creation.state).toBe('accepted');
    const { file } = await office.call('submissions.buildCancellation', { id: creation.id });
    expect(file.judged).toMatchObject({ verdict: 'valid', records: 30 });
    const cancellation = await sendFile(office, file.id);
    expect(cancellation).toMatchObject({ state: 'accepted', records: 30 });
    expect(cancellation.recordCounts.correct).toBe(30);
    expect(await office.call('submissions.corrections', { id: creation.id })).toMatchObject({
      cancellable: 0,
    });
  });

  it.each(books)(
    'sends records accepted with errors as a modification in $book',
    async ({ book, taxpayer }) => {
      const office = await openPractisingOffice(
        withAnswers((answer) => ({
          ...answer,
          result: 'partially_correct',
          ledger_response_xml: null,
          records: (answer.records ?? []).map((record, index) =>
            index % 3 === 0
              ? { ...record, state: 'accepted_with_errors', code: 'B4_3000001' }
              : record,
          ),
        })),
      );
      const xml = makeDocument(book, { seed: 5, records: 7, taxpayer });
      const creation = await send(office, 'gastos.xml.gz', xml);
      expect(creation.recordCounts).toEqual({ correct: 4, acceptedWithErrors: 3, incorrect: 0 });
      await expectAcceptedWithErrors(office, creation);
      const which = 'accepted_with_errors';
      const { file } = await office.call('submissions.extractRejected', { id: creation.id, which });
      expect(file).toMatchObject({
        name: 'gastos.modificación.xml',
        judged: { verdict: 'valid', records: 3, form: { operation: 'modification' } },
      });
      const modification = await sendFile(office, file.id);
      expect(modification).toMatchObject({
        previousId: creation.id,
        form: { operation: 'modification' },
      });
      expect(modification.recordCounts.incorrect).toBe(0);
      expect(await office.call('submissions.corrections', { id: creation.id })).toMatchObject({
        acceptedWithErrors: 0,
        cancellable: 7,
      });
      const kept = recordsOf(xml).filter((_, index) => index % 3 !== 0);
      const wanted = kept.reduce(
        (text, record) => text.replace(record, ''),
        xml.replace('>A00<', '>M00<'),
      );
      expect((await sentBytes(office, modification.id)).toString('utf8')).toBe(wanted);
      const error = await office.refused('submissions.extractRejected', { id: creation.id });
      expect(error).toMatchObject({ code: 'correction_empty', details: { which: 'rejected' } });
    },
  );

  it('returns a file that was refused as a whole unchanged', async () => {
    const office = await openPractisingOffice();
    const xml = invoices(0, 2);
    await send(office, 'first.xml', xml);
    const other = xml.replace('</lroe:', '<!-- once more --></lroe:');
    const refused = await office.drop('again.xml', other);
    await office.call('submissions.send', { fileIds: [refused.id], confirmDuplicates: true });
    await office.app.idle();
    const [latest] = (await office.call('submissions.list', { limit: 1 })).submissions;
    expect(latest?.state).toBe('rejected');
    const { file } = await office.call('submissions.extractRejected', { id: latest?.id ?? '' });
    expect(file.judged).toMatchObject({ records: 2, sha256: latest?.sha256 });
    const error = await office.refused('submissions.buildCancellation', { id: latest?.id ?? '' });
    expect(error.code).toBe('correction_empty');
  });
});

describe('a correction that cannot be made', () => {
  const queued = async (office: Office) => {
    await office.call('submissions.pause', {});
    const file = await office.drop('queued.xml', invoices(50, 1));
    return (await office.call('submissions.send', { fileIds: [file.id] })).submissions[0]?.id ?? '';
  };

  it('is refused with its reason', async () => {
    const office = await openPractisingOffice();
    const { id } = await send(office, 'a.xml', invoices(0, 2));
    const made = await office.call('submissions.buildCancellation', { id });
    const cancellation = await sendFile(office, made.file.id);
    const refusals = [
      await office.refused('submissions.extractRejected', { id }),
      await office.refused('submissions.buildCancellation', { id, records: [1, 3] }),
      await office.refused('submissions.buildCancellation', { id: cancellation.id }),
      await office.refused('submissions.extractRejected', {
        id: cancellation.id,
        which: 'accepted_with_errors',
      }),
      await office.refused('submissions.buildCancellation', { id: 'nobody' }),
      await office.refused('submissions.extractRejected', { id: await queued(office) }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([
      'correction_empty',
      'correction_record_unknown',
      'correction_not_possible',
      'correction_not_possible',
      'submission_unknown',
      'submission_state',
    ]);
  });
});

describe.each([
  ['es', 'rechazados', 'anulación', '1de2', 'corregido'],
  ['eu', 'baztertuak', 'baliogabetzea', '1-2', 'zuzendua'],
  ['en', 'rejected', 'cancellation', '1of2', 'fixed'],
] as const)('names of generated files, in %s', (language, refused, cancelled, part, fixed) => {
  it('tell their kind in that language', async () => {
    const office = await openPractisingOffice();
    await office.call('settings.set', { language });
    const first = await send(office, 'a.xml', invoices(0, 2));
    const second = await send(office, 'b.xml.gz', gzipSync(invoices(1, 2)), true);
    const made = [
      await office.call('submissions.extractRejected', { id: second.id }),
      await office.call('submissions.buildCancellation', { id: first.id }),
    ];
    expect(made.map(({ file }) => file.name)).toEqual([`b.${refused}.xml`, `a.${cancelled}.xml`]);
    const long = await office.drop('c.xml', invoices(5, 2));
    const { files } = await office.call('submissions.split', { fileId: long.id, most: 1 });
    expect(files[0]?.name).toBe(`c.${part}.xml`);
    const comma = invoices(9, 1).replaceAll(
      /<TipoImpositivo>(\d+)\.(\d+)</g,
      '<TipoImpositivo>$1,$2<',
    );
    const { id: fileId } = await office.drop('d.xml', comma);
    const { fixes } = await office.call('submissions.fixes', { fileId });
    const chosen = fixes.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
    const { file } = await office.call('submissions.applyFix', { fileId, chosen });
    expect(file.name).toBe(`d.${fixed}.xml`);
  });
});

describe('a file with too many records', () => {
  it('is split into files within the limit', async () => {
    const office = await openPractisingOffice();
    const xml = invoices(0, 5);
    const file = await office.drop('largo.xml', xml);
    const { files } = await office.call('submissions.split', { fileId: file.id, most: 2 });
    expect(
      files.map(({ name, judged: validated, origin }) => [name, validated?.records, origin?.kind]),
    ).toEqual([
      ['largo.1de3.xml', 2, 'split'],
      ['largo.2de3.xml', 2, 'split'],
      ['largo.3de3.xml', 1, 'split'],
    ]);
    for (const part of files) {
      expect(await sendFile(office, part.id)).toMatchObject({
        state: 'accepted',
        previousId: null,
      });
    }
    const last = (await office.call('submissions.list', { limit: 1 })).submissions[0];
    const wanted = recordsOf(xml)
      .slice(0, 4)
      .reduce((text, record) => text.replace(record, ''), xml);
    expect((await sentBytes(office, last?.id ?? '')).toString('utf8')).toBe(wanted);
    const error = await office.refused('submissions.split', { fileId: files[0]?.id ?? '' });
    expect(error).toMatchObject({
      code: 'split_not_needed',
      details: { records: 2, most: 10_000 },
    });
  });

  it('is split at the limit although it is not valid itself', async () => {
    const office = await openPractisingOffice();
    const xml = makeDocument('140-without-invoice', { seed: 1, records: 10_001 });
    const file = await office.drop('largo.xml', xml);
    expect(file.judged).toMatchObject({ verdict: 'invalid', records: 10_001 });
    const { files } = await office.call('submissions.split', { fileId: file.id });
    expect(files.map(({ judged: validated }) => [validated?.verdict, validated?.records])).toEqual([
      ['valid', 10_000],
      ['valid', 1],
    ]);
    const pdf = await office.drop('a.pdf', '%PDF-1.7 nothing');
    expect((await office.refused('submissions.split', { fileId: pdf.id })).code).toBe(
      'file_not_valid',
    );
    expect((await office.refused('submissions.split', { fileId: 'x' })).code).toBe('file_unknown');
  });
});
