import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { sentBefore } from '../core/sent-before.ts';
import { books, company, historyIssues, person, send, sendFile } from './sending.ts';
import { openTold } from './told-records.ts';

const invoices = (options: Partial<Parameters<typeof makeDocument>[1]> = {}) =>
  makeDocument('240-received', { seed: 3, records: 3, taxpayer: company, ...options });

describe('warnings about earlier submissions', () => {
  it('report the same document once, and allow it after confirmation', async () => {
    const office = await openPractisingOffice({ clock: () => new Date('2026-03-31T22:30:00Z') });
    const { id } = await send(office, 'enero.xml', invoices());
    const file = await office.drop('copia.xml', invoices());
    expect(file.judged).toMatchObject({
      verdict: 'warnings',
      issueCounts: { error: 0, warning: 1 },
    });
    const [issue, ...more] = await historyIssues(office, file.id);
    expect(more).toEqual([]);
    expect(issue).toMatchObject({
      layer: 'rule',
      severity: 'warning',
      code: 'history_same_document',
      params: { file: 'enero.xml', date: '01-04-2026', state: 'accepted', submission: id },
      record: null,
    });
    expect(await sentBefore(office, file.id)).toHaveLength(1);
    await office.call('submissions.send', { fileIds: [file.id], confirmDuplicates: true });
  });

  it.each(books)(
    'report the same records in another file of $book, each in its place',
    async ({ book, taxpayer }) => {
      const office = await openPractisingOffice();
      const make = (firstRecord: number, records: number) =>
        makeDocument(book, { seed: 3, records, firstRecord, taxpayer });
      const { id } = await send(office, 'enero.xml', make(0, 3));
      const xml = make(1, 4);
      const file = await office.drop('febrero.xml', xml);
      expect(file.judged).toMatchObject({
        verdict: 'warnings',
        issueCounts: { error: 0, warning: 2 },
      });
      const issues = await historyIssues(office, file.id);
      const code = book === '140-without-invoice' ? 'history_same_expense' : 'history_same_record';
      expect(issues.map((issue) => [issue.code, issue.record, issue.ledgerCode])).toEqual([
        [code, 1, 'B4_2000003'],
        [code, 2, 'B4_2000003'],
      ]);
      expect(issues[0]?.params).toMatchObject({
        file: 'enero.xml',
        state: 'accepted',
        submission: id,
      });
      for (const { line, column, path } of issues) {
        const rest = xml.split('\n')[(line ?? 0) - 1]?.slice((column ?? 0) - 1) ?? '';
        expect(rest).toMatch(/^<(Gasto|FacturaRecibida)>/);
        expect(path).toMatch(/\[[12]\]$/);
      }
    },
  );

  it('report no record that was refused, or cancelled since', async () => {
    const office = await openPractisingOffice();
    const first = await send(office, 'a.xml', invoices());
    const partial = await send(office, 'b.xml', invoices({ firstRecord: 2, records: 2 }), true);
    expect(partial.state).toBe('partially_accepted');
    const all = await office.call('submissions.buildCancellation', { id: first.id });
    await sendFile(office, all.file.id);
    const file = await office.drop('c.xml', invoices({ records: 4 }));
    const issues = await historyIssues(office, file.id);
    expect(issues.map(({ record, params }) => [record, params.file])).toEqual([[4, 'b.xml']]);
  });

  it('report an invoice with the same issuer and number under another series or date', async () => {
    const office = await openPractisingOffice();
    await send(office, 'a.xml', invoices());
    const other = invoices()
      .replace(/<SerieFactura>.*?</, '<SerieFactura>OTRA<')
      .replace(/<NumFactura>000003</, '<NumFactura>000099<');
    const file = await office.drop('b.xml', other);
    const issues = await historyIssues(office, file.id);
    expect(issues.map(({ code, record }) => [code, record])).toEqual([
      ['history_same_invoice', 1],
      ['history_same_record', 2],
    ]);
    const series = /<SerieFactura>(.*?)</.exec(invoices())?.[1];
    expect(issues[0]?.params).toMatchObject({
      number: '000001',
      series,
      file: 'a.xml',
      state: 'accepted',
    });
  });

  it('report no invoices that issuers number alike: another year, another series, no number', async () => {
    const office = await openPractisingOffice();
    const unnumbered = (xml: string) => xml.replace(/<NumFactura>000002</, '<NumFactura>S/N<');
    await send(office, 'a.xml', unnumbered(invoices()));
    const dates = (xml: string, year: string) =>
      xml
        .replace(/(<Fecha\w+>\d\d-\d\d-)\d{4}/g, `$1${year}`)
        .replace(/(<Ejercicio>)\d{4}/, `$1${year}`);
    const lastYear = await office.drop('last year.xml', dates(invoices(), '2025'));
    expect(await historyIssues(office, lastYear.id)).toEqual([]);

    const series = (xml: string) => xml.replace(/<SerieFactura>.*?</g, '<SerieFactura>OTRA<');
    const amounts = (xml: string) =>
      xml.replace(
        /(<ImporteTotalFactura>-?)(\d+)/g,
        (_, start: string, whole: string) => `${start}9${whole}`,
      );
    const other = await office.drop('other series.xml', unnumbered(amounts(series(invoices()))));
    expect(await historyIssues(office, other.id)).toEqual([]);

    const nextDay = invoices().replace(
      /(<FechaExpedicionFactura>)(\d\d)/,
      (_, start: string, day: string) => {
        return `${start}${day === '28' ? '27' : String(Number(day) + 1).padStart(2, '0')}`;
      },
    );
    const typo = await office.drop('another day.xml', unnumbered(nextDay));
    expect(
      (await historyIssues(office, typo.id)).map(({ code, record }) => [code, record]),
    ).toEqual([
      ['history_same_invoice', 1],
      ['history_same_record', 2],
      ['history_same_record', 3],
    ]);
  });

  it('report an expense without invoice, with a free line for a different one', async () => {
    const office = await openPractisingOffice();
    const [day] = makeDocument('140-without-invoice', {
      seed: 3,
      records: 1,
      taxpayer: person,
    }).match(/<Gasto>.*?<\/Gasto>/s) ?? [''];
    const withLines = (...lines: number[]) =>
      makeDocument('140-without-invoice', { seed: 3, records: 1, taxpayer: person }).replace(
        day,
        () => lines.map((line) => day.replace(/(<Linea>)\d+/, `$1${line}`)).join(''),
      );
    await send(office, 'a.xml', withLines(1, 2, 4));
    const file = await office.drop('b.xml', withLines(1, 2, 3));
    const issues = await historyIssues(office, file.id);
    expect(
      issues.map(({ code, record, params }) => [code, record, params.line, params.free]),
    ).toEqual([
      ['history_same_expense', 1, '1', '5'],
      ['history_same_expense', 2, '2', '6'],
    ]);
    expect(issues[0]).toMatchObject({
      severity: 'warning',
      ledgerCode: 'B4_2000003',
      params: { file: 'a.xml' },
    });
  });

  it('report only records of the same taxpayer and the same book', async () => {
    const office = await openPractisingOffice();
    await send(
      office,
      'a.xml',
      makeDocument('140-with-invoice', { seed: 3, records: 2, taxpayer: person }),
    );
    const file = await office.drop('b.xml', invoices());
    expect(await historyIssues(office, file.id)).toEqual([]);
  });

  it('report records in the queue too', async () => {
    const office = await openPractisingOffice();
    await office.call('submissions.pause', {});
    const waiting = await office.drop('a.xml', invoices());
    await office.call('submissions.send', { fileIds: [waiting.id] });
    const file = await office.drop('b.xml', invoices({ records: 5 }));
    const issues = await historyIssues(office, file.id);
    expect(issues.map(({ record, params }) => [record, params.state])).toEqual([
      [1, 'queued'],
      [2, 'queued'],
      [3, 'queued'],
    ]);
  });
});

describe('a modification or cancellation', () => {
  it('has no warning when the history has its records', async () => {
    const office = await openPractisingOffice();
    await send(office, 'a.xml', invoices());
    const modification = await office.drop('m.xml', invoices({ operation: 'M00' }));
    const cancellation = await office.drop(
      'c.xml',
      makeDocument('240-received-cancellation', { seed: 3, records: 3, taxpayer: company }),
    );
    expect([modification.judged?.verdict, cancellation.judged?.verdict]).toEqual([
      'valid',
      'valid',
    ]);
    expect([
      ...(await historyIssues(office, modification.id)),
      ...(await historyIssues(office, cancellation.id)),
    ]).toEqual([]);
  });

  it('has a note, and no warning, when the history does not know its records', async () => {
    const office = await openPractisingOffice();
    await send(office, 'a.xml', invoices());
    const some = await office.drop('m.xml', invoices({ operation: 'M00', firstRecord: 1 }));
    expect(some.judged).toMatchObject({ verdict: 'valid', issueCounts: { warning: 0, info: 1 } });
    expect(await historyIssues(office, some.id)).toMatchObject([
      { code: 'history_record_unknown', severity: 'info', record: 3, ledgerCode: 'B4_2000004' },
    ]);
    const none = await office.drop('n.xml', invoices({ operation: 'M00', firstRecord: 10 }));
    expect(await historyIssues(office, none.id)).toMatchObject([
      { code: 'history_records_unknown', params: { count: 3 }, record: null },
    ]);
  });

  it('has a warning when its records were cancelled', async () => {
    const office = await openPractisingOffice();
    const { id } = await send(office, 'a.xml', invoices());
    const { file } = await office.call('submissions.buildCancellation', { id, records: [2] });
    await sendFile(office, file.id);
    const modification = await office.drop('m.xml', invoices({ operation: 'M00' }));
    expect(modification.judged?.verdict).toBe('warnings');
    expect(await historyIssues(office, modification.id)).toMatchObject([
      {
        code: 'history_record_cancelled',
        severity: 'warning',
        record: 2,
        ledgerCode: 'B4_2000006',
      },
    ]);
  });
});

it('a record that was refused because the ledger has it is known', async () => {
  const office = await openTold(['alreadyThere', 'alreadyThere', 'correct']);
  const { id } = await send(office, 's.xml', invoices());
  const which = 'recorded' as const;
  const { file } = await office.call('submissions.extractRejected', { id, which });
  expect(await historyIssues(office, file.id)).toEqual([]);
});
