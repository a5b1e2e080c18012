import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Input } from '../../../contract/methods.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { Office } from '../core/office.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, person, send } from '../corrections/sending.ts';
import { companies, openBureau } from '../outbox/bureau.ts';

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const invoices = (firstRecord: number, records: number) =>
  makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company });

async function receipt(
  office: Office,
  input: Input<'reports.receipt'>,
): Promise<{ name: string; page: string }> {
  const { name, mediaType, contentBase64 } = await office.call('reports.receipt', {
    ...input,
    format: 'html',
  });
  expect(mediaType).toBe('text/html; charset=utf-8');
  return { name, page: Buffer.from(contentBase64, 'base64').toString('utf8') };
}

/** The words of a page without markup, with single blanks. */
const wordsOf = (page: string) =>
  page
    .slice(page.indexOf('<body>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');

/** Of documents and answers; the seal of the history has its own. */
const shas = (page: string) =>
  [
    ...page.replaceAll(/<section class="head">.*?<\/section>/gs, '').matchAll(/\b[0-9a-f]{64}\b/g),
  ].map(([sha]) => sha);

describe('the receipt of a submission', () => {
  it.each(['es', 'eu', 'en'] as const)(
    'shows in %s the known facts, with all records and hashes',
    async (language) => {
      const clock = () => new Date('2026-10-20T09:00:00Z');
      const office = await openPractisingOffice({ clock });
      await office.call('settings.set', { officeName: 'Ibaizabal & Aholkularitza' });
      await send(office, 'first.xml', invoices(0, 3));
      const xml = invoices(1, 5);
      const partly = await send(office, 'segundo.xml', xml, true);
      const { page, name } = await receipt(office, { submissionId: partly.id, language });
      const words = wordsOf(page);
      const answer = await office.call('submissions.document', { id: partly.id, part: 'answer' });
      expect(shas(page)).toEqual([
        hashOf(xml),
        hashOf(Buffer.from(answer.contentBase64, 'base64')),
      ]);
      expect(name).toMatch(/^zubi-[a-z]+-A99800476-2026-10-20\.html$/);
      expect(words).toContain('Ibaizabal &amp; Aholkularitza');
      expect(words, 'every moment in the one form').not.toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d/);
      for (const part of [
        partly.identifier,
        partly.id,
        partly.batchId,
        company.name,
        company.taxId,
      ])
        expect(words).toContain(part);
      expect(page).toContain(`<html lang="${language}">`);
      expect(
        [...page.matchAll(/<td class="(correct|incorrect)">/g)].map(([, state]) => state).sort(),
      ).toEqual([...['correct', 'correct', 'correct', 'incorrect', 'incorrect']]);
      const amount = new Intl.NumberFormat(language, {
        minimumFractionDigits: 2,
        useGrouping: 'always',
      });
      expect(words).toContain(amount.format(Number(partly.totals.amount)).replaceAll(/\s/g, ' '));
      const sandboxWords = { es: 'Entorno de pruebas', eu: 'Proba-ingurunea', en: 'Sandbox' }[
        language
      ];
      expect(words).toContain(sandboxWords);
      expect(words).not.toMatch(/receipt\.|\bnull\b|undefined|NaN|…/);
      expect(page).not.toMatch(/<script|javascript:|\son\w+=|url\(|@import|<a\b|<img/i);
    },
  );

  it('shows a result recorded by a person, with its words, and never as an answer of the service', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'drop_after' }]);
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    const before = wordsOf((await receipt(bureau, { submissionId: id, language: 'en' })).page);
    expect(before).toContain('Outcome unknown The connection broke before the answer came.');
    expect(before).not.toContain('panel');
    expect(before).toMatch(/Service identifier not known/);
    expect(before).toMatch(/SHA-256 of the answer not known/);
    expect(before).not.toMatch(/According to the service/);
    await bureau.call('submissions.resolve', {
      id,
      decision: 'accepted',
      note: 'Seen in <the> panel',
    });
    const after = wordsOf((await receipt(bureau, { submissionId: id, language: 'en' })).page);
    expect(after).toMatch(
      /Accepted The service gave no clear result: the office recorded it on .* “Seen in &lt;the&gt; panel”/,
    );
    expect(after).not.toMatch(/According to the service/);
    expect(await bureau.refused('reports.receipt', { submissionId: 'none' })).toMatchObject({
      code: 'submission_unknown',
    });
  });

  it.each([
    ['es', 'Cambios posteriores 1 modificado · 1 anulado'],
    ['eu', 'Geroko aldaketak Aldatuta: 1 · Baliogabetuta: 1'],
    ['en', 'Later changes 1 modified · 1 cancelled'],
  ] as const)(
    'says in %s how many of its records later submissions changed and cancelled',
    async (language, told) => {
      const bureau = await openBureau();
      const [id = ''] = await bureau.send([await bureau.put(0, { records: 3 })]);
      await bureau.app.idle();
      const words = async () =>
        wordsOf((await receipt(bureau, { submissionId: id, language })).page);
      expect(await words()).not.toContain(told.split(' 1')[0]);
      await bureau.send([await bureau.put(0, { records: 2, operation: 'M00' })]);
      await bureau.app.idle();
      await bureau.send([await bureau.put(0, { first: 1, records: 1, cancellation: true })]);
      await bureau.app.idle();
      expect(await words()).toContain(told);
    },
  );

  it('does not count a change of a record that was refused in this file', async () => {
    const bureau = await openBureau();
    await bureau.send([await bureau.put(0, { records: 2 })]);
    await bureau.app.idle();
    const [id = ''] = await bureau.send([await bureau.put(0, { first: 1, records: 3 })], true);
    await bureau.app.idle();
    expect(await bureau.stateOf(id)).toBe('partially_accepted');
    await bureau.send([await bureau.put(0, { first: 1, records: 2, cancellation: true })]);
    await bureau.app.idle();
    const { page } = await receipt(bureau, { submissionId: id, language: 'en' });
    expect(wordsOf(page)).toContain('Later changes 1 cancelled');
  });

  it('of a file that was withdrawn says nowhere that it was sent', async () => {
    const bureau = await openBureau();
    await bureau.call('submissions.pause', {});
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    await bureau.call('submissions.cancelJob', { ids: [id] });
    const words = wordsOf((await receipt(bureau, { submissionId: id, language: 'en' })).page);
    expect(words).toContain('Withdrawn before sending');
    expect(words).toContain('Sent not known');
    expect(words.replace('Sent not known', '')).not.toMatch(/\bsent\b/i);
    const made = await bureau.call('reports.receipt', {
      submissionId: id,
      format: 'eml',
      language: 'en',
    });
    const message = Buffer.from(made.contentBase64, 'base64').toString();
    const [, body = ''] = /encoding: base64\r\n\r\n([^-]+)--/i.exec(message) ?? [];
    expect(Buffer.from(body, 'base64').toString()).not.toMatch(/\bsent\b/);
  });

  it.each([
    ['the amount', "update submissions set amount = '1.00'"],
    ['the answer', "drop trigger answers_stay; update answers set body_gzip = x'00'"],
    [
      'the ledger’s response',
      "drop trigger answers_stay; update answers set ledger_response_gzip = x'00'",
    ],
    ['the XML that was sent', "update documents set gzip = x'00'"],
  ])('says so when %s was changed', async (_, sql) => {
    let office = await openPractisingOffice();
    const { id } = await send(office, 'first.xml', invoices(0, 2));
    expect((await receipt(office, { submissionId: id, language: 'en' })).page).not.toContain(
      'Do not rely on this receipt',
    );
    await office.app.close();
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    const { sql: guard } = database
      .prepare("select sql from sqlite_schema where name = 'answers_stay'")
      .get() as { sql: string };
    database.exec(sql);
    if (sql.startsWith('drop')) database.exec(guard);
    database.close();
    office = await office.restart();
    expect((await receipt(office, { submissionId: id, language: 'en' })).page).toContain(
      'Do not rely on this receipt',
    );
  });
});

describe('the receipts of a batch', () => {
  it('are one for each company, on separate pages, and count a repeated file once', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'status', status: 422 }]);
    const files = [
      ...[await bureau.put(0, { records: 3 }), await bureau.put(0, { first: 10 })],
      await bureau.put(1),
    ];
    const ids = await bureau.send(files);
    await bureau.app.idle();
    const states = await Promise.all(ids.map((id) => bureau.stateOf(id)));
    const again = await bureau.call('submissions.retry', {
      id: ids[states.indexOf('failed')] ?? '',
    });
    await bureau.app.idle();
    const batchId = again.batchId ?? '';
    const whole = await receipt(bureau, { batchId, language: 'en' });
    expect([...whole.page.matchAll(/<section class="part">/g)]).toHaveLength(2);
    expect([...whole.page.matchAll(/<article>/g)]).toHaveLength(4);
    expect(wordsOf(whole.page)).toContain('Not delivered (resent)');

    const { companies: own } = await bureau.call('submissions.batch', { id: batchId });
    const first = own.find(({ fullName }) => fullName === companies[0]?.name);
    const one = await receipt(bureau, { batchId, companyId: first?.id ?? '', language: 'en' });
    const words = wordsOf(one.page);
    expect(words).toContain(`Tax ID ${companies[0]?.taxId}`);
    expect(words).not.toContain(companies[1]?.name);
    expect(words).toMatch(/Files 2 Records 5 Amount of the files €[\d.,]+ Result Accepted: 2 /);
    expect(words).not.toContain('not counting files that give none');
    const database = new Database(join(bureau.dataFolder, 'zubi.db'));
    onTestFinished(() => void database.close());
    database.prepare('update submissions set amount = null where id = ?').run(ids[1]);
    const some = await receipt(bureau, { batchId, companyId: first?.id ?? '', language: 'en' });
    expect(wordsOf(some.page)).toContain('not counting files that give none');
    expect(await bureau.refused('reports.receipt', { batchId: 'none' })).toMatchObject({
      code: 'batch_unknown',
    });
    expect(await bureau.refused('reports.receipt', { batchId, companyId: 'none' })).toMatchObject({
      code: 'batch_unknown',
    });
  });

  it('contain no key, and no name or password of an address', async () => {
    const office = await openPractisingOffice();
    const sent = await send(
      office,
      'a.xml',
      makeDocument('140-with-invoice', { seed: 2, records: 2, taxpayer: person }),
    );
    const { page } = await receipt(office, { batchId: sent.batchId ?? '' });
    const { companies: all } = await office.call('companies.list', {});
    expect(all.length).toBeGreaterThan(1);
    for (const { id } of all) {
      const { key } = await office.call('companies.revealKey', { id });
      expect(page).not.toContain(key);
    }
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    onTestFinished(() => void database.close());
    database.exec(
      "update submissions set base_url = 'https://ane:clave@servicio.example/api/?pase=1#a'",
    );
    const named = (await receipt(office, { batchId: sent.batchId ?? '' })).page;
    expect(named).toContain('https://servicio.example/api<');
    expect(named).not.toMatch(/ane:|clave@|pase=1/);
  });
});
