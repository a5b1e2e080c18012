import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile } from './sending.ts';

const document = (records = 3) =>
  makeDocument('240-received', { seed: 5, records, taxpayer: company });

async function handOver(office: Office, text: string): Promise<string> {
  const reply = await office.app.takeFile({ name: 'texto.xml', bytes: Buffer.from(text) });
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.fileId;
}

/** The content of the folder for files on their way in. */
const waiting = (office: Office) => readdirSync(join(office.dataFolder, 'incoming'));

describe('the text of a file', () => {
  it('comes in pieces, decoded as in a check', async () => {
    const office = await openPractisingOffice();
    const text = document()
      .replace('UTF-8', 'ISO-8859-1')
      .replace('<SerieFactura>', '<SerieFactura>ñÑ');
    const file = await office.drop('latin.xml', Buffer.from(text, 'latin1'));
    let read = '';
    let offset: number | null = 0;
    while (offset !== null) {
      const piece: Awaited<ReturnType<typeof office.call<'submissions.source'>>> =
        await office.call('submissions.source', { fileId: file.id, offset, limit: 1000 });
      expect(piece).toMatchObject({
        encoding: 'ISO-8859-1',
        isFaithful: true,
        length: text.length,
      });
      read += piece.text;
      offset = piece.nextOffset;
    }
    expect(read).toBe(text);
  });

  it('exists for a file that cannot be checked, and not for data that is no text', async () => {
    const office = await openPractisingOffice();
    const broken = await office.drop('roto.xml', document().replace('</Cabecera>', ''));
    const piece = await office.call('submissions.source', { fileId: broken.id });
    expect(piece.text).toContain('<Cabecera>');
    const pdf = await office.drop('hoja.pdf', '%PDF-1.7 x');
    await expect(office.call('submissions.source', { fileId: pdf.id })).rejects.toThrow(
      'source_not_text',
    );
  });

  it('is read as windows-1252 where it is not UTF-8: an edited copy keeps its letters', async () => {
    const office = await openPractisingOffice();
    const text = document().replace('<SerieFactura>', '<SerieFactura>ñÑº');
    const latin = Buffer.from(text, 'latin1');
    const mixed = Buffer.concat([Buffer.from(text), Buffer.from('<!--ñ-->', 'latin1')]);
    for (const [bytes, read] of [[latin, text] as const, [mixed, `${text}<!--ñ-->`] as const]) {
      const { id, judged } = await office.drop('bytes.xml', bytes);
      expect(judged?.verdict).toBe('invalid');
      const source = await office.call('submissions.source', { fileId: id });
      expect(source).toMatchObject({ text: read, encoding: 'UTF-8', isFaithful: false });
    }
  });

  it('keeps the two halves of a character together', async () => {
    const office = await openPractisingOffice();
    const file = await office.drop('cara.xml', '<a>😀</a>');
    const first = await office.call('submissions.source', { fileId: file.id, limit: 4 });
    expect(first).toMatchObject({ text: '<a>😀', nextOffset: 5 });
  });
});

describe('a file saved where the person chooses', () => {
  it('is the dropped file, decompressed, byte for byte', async () => {
    const office = await openPractisingOffice();
    const bytes = Buffer.from(`\ufeff${document().replaceAll('\n', '\r\n')}`);
    const file = await office.drop('gastos.xml', bytes);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += 1000) {
      const { contentBase64, sizeBytes } = await office.call('submissions.fileContent', {
        fileId: file.id,
        offset: at,
        limit: 1000,
      });
      expect(sizeBytes).toBe(bytes.length);
      pieces.push(Buffer.from(contentBase64, 'base64'));
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it.each([
    ['julio.xml.gz', 'julio.xml', gzipSync(document())],
    ['julio.json', 'julio.json.xml', JSON.stringify({ xml: document() })],
    ['julio.XML.xsig', 'julio.XML', document()],
  ])('has the name of an XML file: %s', async (name, saved, content) => {
    const office = await openPractisingOffice();
    const { id } = await office.drop(name, content);
    const piece = await office.call('submissions.fileContent', { fileId: id });
    expect(piece.name).toBe(saved);
    expect(Buffer.from(piece.contentBase64, 'base64').toString()).toBe(document());
  });
});

describe('a text that is being edited', () => {
  it('is checked like a file, and leaves nothing behind', async () => {
    const office = await openPractisingOffice();
    const file = await office.drop('a.xml', document());
    const before = waiting(office);
    const edited = document().replace(/<TipoImpositivo>(\d+)\./, '<TipoImpositivo>$1,');
    const textId = await handOver(office, edited);
    const verdict = await office.call('submissions.judgeText', { fileId: file.id, textId });
    expect(verdict).toMatchObject({ verdict: 'invalid', issueCounts: { error: 1 }, records: 3 });
    expect(verdict.issues.map(({ code }) => code)).toContain('schema_decimal_comma');
    expect(waiting(office)).toEqual(before);
    expect((await office.call('submissions.worklist', {})).files).toHaveLength(1);
    await expect(office.call('submissions.judgeText', { fileId: file.id, textId })).rejects.toThrow(
      'file_unknown',
    );
  });

  it('is not written back: a file given by its path stays unchanged', async () => {
    const office = await openPractisingOffice();
    const file = await office.drop('a.xml', document());
    const path = join(office.dataFolder, 'mine.xml');
    const mine = document().replace('UTF-8', 'ISO-8859-1');
    writeFileSync(path, mine);
    const taken = await office.app.takeFile({ name: 'mine.xml', path });
    if (!taken.ok) throw new Error(taken.error.code);
    await office.call('submissions.judgeText', { fileId: file.id, textId: taken.value.fileId });
    expect(readFileSync(path, 'utf8')).toBe(mine);
  });

  it('has the warnings about earlier submissions too', async () => {
    const office = await openPractisingOffice();
    await send(office, 'a.xml', document());
    const file = await office.drop('b.xml', document(4));
    const textId = await handOver(office, document(4));
    const { verdict, issues } = await office.call('submissions.judgeText', {
      fileId: file.id,
      textId,
    });
    expect(verdict).toBe('warnings');
    expect(issues.some(({ code }) => code === 'history_same_record')).toBe(true);
  });

  it('is saved in UTF-8 as a new file beside the original, and can be sent', async () => {
    const office = await openPractisingOffice();
    const text = document().replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    const original = await office.drop('latin.xml', Buffer.from(text, 'latin1'));
    const textId = await handOver(office, text.replace('<SerieFactura>', '<SerieFactura>Ñ'));
    const { file } = await office.call('submissions.saveText', { fileId: original.id, textId });
    expect(file).toMatchObject({
      name: 'latin.editado.xml',
      origin: { kind: 'edited', submissionId: null, file: 'latin.xml' },
      judged: { verdict: 'valid' },
    });
    const saved = await office.call('submissions.source', { fileId: file.id });
    expect(saved.encoding).toBe('UTF-8');
    expect(saved.text).toContain('encoding="UTF-8"');
    expect(saved.text).toContain('<SerieFactura>Ñ');
    const { text: untouched } = await office.call('submissions.source', { fileId: original.id });
    expect(untouched).toBe(text);
    const againId = await handOver(office, text.replace('<SerieFactura>', '<SerieFactura>Z'));
    const again = await office.call('submissions.saveText', { fileId: file.id, textId: againId });
    expect(again.file.name).toBe('latin.editado.xml');
    expect((await sendFile(office, again.file.id)).state).toBe('accepted');
  });
});
