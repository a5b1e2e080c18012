import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChosenFix, FixOffer } from '../../../contract/methods/fixes.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile } from './sending.ts';

const clean = makeDocument('240-received', { seed: 11, records: 340, taxpayer: company });
/** Three kinds of slips, in every record. */
const broken = clean
  .replace(/(<FechaRecepcion>)(\d\d)-(\d\d)-(\d{4})/g, '$1$4-$3-$2')
  .replace(/(<ImporteTotalFactura>-?\d+)\./g, '$1,')
  .replace(/<InversionSujetoPasivo>N</g, '<InversionSujetoPasivo>n<');
const lines = broken.match(/<InversionSujetoPasivo>n</g)?.length ?? 0;

const all = (offers: readonly FixOffer[]): ChosenFix[] =>
  offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));

async function offers(office: Office, fileId: string): Promise<FixOffer[]> {
  return (await office.call('submissions.fixes', { fileId })).fixes;
}

describe('quick fixes', () => {
  it('correct 340 records with three kinds of faults in a new file, and leave the original unchanged', async () => {
    const office = await openOffice();
    const file = await office.drop('gastos.xml', broken);
    expect(file.judged?.issueCounts.error).toBe(680 + lines);
    const fixes = await offers(office, file.id);
    expect(fixes.map(({ fix, count }) => [fix, count])).toEqual([
      ['date_order', 340],
      ['decimal_comma', 340],
      ['code_case', lines],
    ]);

    const page = { fileId: file.id, chosen: all(fixes), offset: 1, limit: 2 };
    const preview = await office.call('submissions.previewFix', page);
    expect(preview.total).toBe(680 + lines);
    expect(preview.after).toMatchObject({
      verdict: 'valid',
      issueCounts: { error: 0, warning: 0 },
    });
    const [change] = preview.changes;
    expect(change).toMatchObject({
      fix: 'decimal_comma',
      record: 1,
      path: expect.stringContaining('[1]'),
    });
    expect(change?.lineBefore).toContain(`>${change?.before}<`);
    expect(change?.lineAfter).toContain(`>${change?.after}<`);
    const places = (await office.call('submissions.issues', { fileId: file.id })).issues;
    expect(places).toContainEqual(
      expect.objectContaining({ line: change?.line, column: change?.column }),
    );

    const applied = await office.call('submissions.applyFix', {
      fileId: file.id,
      chosen: all(fixes),
    });
    expect(applied.total).toBe(680 + lines);
    expect(applied.file).toMatchObject({
      name: 'gastos.corregido.xml',
      judged: { verdict: 'valid', records: 340 },
      origin: { kind: 'mended', submissionId: null, file: 'gastos.xml' },
    });
    expect(await bytesOf(office, applied.file.id)).toBe(clean);
    expect(await bytesOf(office, file.id)).toBe(broken);
    const { files } = await office.call('submissions.worklist', {});
    // The original is replaced; its bytes stay.
    expect(files.map(({ id }) => id)).toEqual([applied.file.id]);
  });

  it('are planned for the files that are still on the list', async () => {
    const office = await openOffice();
    const file = await office.drop('gastos.xml', broken);
    const gone = await office.drop('otra.xml', `${broken}\n`);
    await office.call('submissions.discard', { fileIds: [gone.id] });
    const { files } = await office.call('submissions.planFixes', { fileIds: [gone.id, file.id] });
    expect(files.map(({ fileId }) => fileId)).toEqual([file.id]);
  });

  it('correct one fault alone, and a file fixed again replaces the step before', async () => {
    const office = await openOffice();
    const file = await office.drop('gastos.xml', broken);
    const [dates] = await offers(office, file.id);
    const { changes } = await office.call('submissions.previewFix', {
      fileId: file.id,
      chosen: all(dates ? [dates] : []),
      limit: 2,
    });
    const second = changes[1];
    const at = { line: second?.line ?? 0, column: second?.column ?? 0 };
    const one = { fix: 'date_order', code: 'schema_date', ledgerCode: 'B4_1000001', at };
    const first = await office.call('submissions.applyFix', { fileId: file.id, chosen: [one] });
    expect(first.total).toBe(1);
    expect(first.file.judged?.issueCounts.error).toBe(679 + lines);
    expect(first.file.judged?.form).not.toBeNull();

    const rest = await offers(office, first.file.id);
    const next = await office.call('submissions.applyFix', {
      fileId: first.file.id,
      chosen: all(rest),
    });
    expect(next.file).toMatchObject({
      name: 'gastos.corregido.xml',
      judged: { verdict: 'valid' },
      origin: { kind: 'mended', file: 'gastos.xml' },
    });
    const { files } = await office.call('submissions.worklist', {});
    expect(files.map(({ id }) => id)).toEqual([next.file.id]);

    // The chosen fault is gone already.
    const again = await office.refused('submissions.applyFix', {
      fileId: next.file.id,
      chosen: [one],
    });
    expect(again).toMatchObject({
      code: 'fix_not_possible',
      details: { name: 'gastos.corregido.xml' },
    });
    expect(await offers(office, next.file.id)).toEqual([]);
    expect((await office.refused('submissions.fixes', { fileId: 'nobody' })).code).toBe(
      'file_unknown',
    );
  });

  it('keep the link to a refused submission in a fixed part of it', async () => {
    const office = await openPractisingOffice();
    const [record] = clean.match(/<FacturaRecibida>.*?<\/FacturaRecibida>/s) ?? [];
    const one = clean.replace(/<FacturasRecibidas>.*<\/FacturasRecibidas>/s, () => {
      const empty = (record ?? '').replace(/(<SerieFactura>)[^<]*/, '$1');
      return `<FacturasRecibidas>${empty}</FacturasRecibidas>`;
    });
    await send(office, 'mayo.xml', one);
    const refused = await send(office, 'mayo otra vez.xml', `${one}\n`, true);
    expect(refused.state).toBe('rejected');
    const made = await office.call('submissions.extractRejected', { id: refused.id });
    const fixes = await offers(office, made.file.id);
    expect(fixes).toMatchObject([{ fix: 'empty_element', code: 'rule_APP_07_optional', count: 1 }]);

    const { file } = await office.call('submissions.applyFix', {
      fileId: made.file.id,
      chosen: all(fixes),
    });
    expect(file.origin).toEqual({ kind: 'mended', submissionId: refused.id, file: made.file.name });
    const sent = await sendFile(office, file.id, true);
    expect(sent.previousId).toBe(refused.id);
    expect(await bytesOf(office, file.id)).not.toContain('<SerieFactura>');
    const { files } = await office.call('submissions.worklist', {});
    const listed = files.map(({ id }) => id);
    expect(listed).toContain(file.id);
    expect(listed).not.toContain(made.file.id);
  });
});

async function bytesOf(office: Office, fileId: string): Promise<string> {
  return readFileSync(join(office.dataFolder, 'incoming', fileId), 'utf8');
}
