import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { type DocumentOptions, makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const make = (options: Partial<DocumentOptions> = {}) =>
  makeDocument('240-received', {
    seed: 3,
    records: 3,
    taxpayer: company,
    ...dueDays(),
    ...options,
  });
/** Amounts that no program reads; every record keeps its identity. */
const broken = (xml: string) => xml.replace(/(<ImporteTotalFactura>)-?\d+\.\d+/g, '$1mucho');

const names = async (office: Office) =>
  (await office.call('submissions.worklist', {})).files.map(({ name }) => name);
/** The state of the company's book of received invoices. */
const standing = async (office: Office) =>
  (await office.call('quarter.get', {})).companies
    .find(({ taxId }) => taxId === company.taxId)
    ?.cells.map((cell) => `${cell.standing} ${cell.count}`)
    .join();
const take = async (office: Office, name: string, xml: string) => {
  const taken = await office.app.takeFile({ name, bytes: Buffer.from(xml) });
  return taken.ok ? taken.value.fileId : '';
};

it('a tax id in small letters is a fault in a file of its company', async () => {
  const office = await openPractisingOffice();
  const xml = make().replace(company.taxId, company.taxId.toLowerCase());
  const faulty = await office.drop('enero.xml', xml);
  expect(faulty.judged?.verdict).toBe('invalid');
  expect(faulty.company?.fullName).toBe(company.name);
  expect(await standing(office)).toBe('faulty 1');
  const mended = await office.drop('todo.xml', make());
  expect(mended.origin).toMatchObject({ kind: 'mended', file: 'enero.xml' });
});

it('a file that was fixed elsewhere takes the place of the faulty one, whatever its name', async () => {
  const office = await openPractisingOffice();
  const faulty = await office.drop('enero.xml', broken(make()));
  expect(faulty.judged?.verdict).toBe('invalid');
  const half = await office.drop('enero otra vez.xml', broken(make({ records: 4 })));
  expect(half.origin, 'still faulty').toBeNull();
  expect(await names(office)).toHaveLength(2);
  expect(await standing(office)).toBe('faulty 2');

  const mended = await office.drop('todo.xml', make({ records: 5 }));
  expect(mended).toMatchObject({ origin: { kind: 'mended', file: 'enero otra vez.xml' } });
  expect(await names(office)).toEqual(['todo.xml']);
  expect(await standing(office)).toBe('ready 1');
  expect(office.events).toContainEqual({
    name: 'worklist.changed',
    payload: { fileIds: [mended.id, half.id, faulty.id] },
  });

  const removed = await office.call('submissions.remove', { fileIds: [mended.id] });
  expect(new Set(removed.fileIds)).toEqual(new Set([mended.id, half.id, faulty.id]));
  expect(await names(office)).toEqual([]);
  await office.call('submissions.restore', { fileIds: removed.fileIds });
  expect(await names(office)).toEqual(['todo.xml']);

  await office.call('submissions.send', { fileIds: [mended.id] });
  await office.app.idle();
  expect(await standing(office)).toBe('complete 0');
  await office.call('submissions.discard', { fileIds: [mended.id] });
  expect(await names(office), 'after clearing').toEqual([]);
  expect(await standing(office)).toBe('complete 0');
});

it('one file takes the place of several, and all return when it is dropped unsent', async () => {
  const office = await openPractisingOffice();
  const two = [broken(make()), broken(make({ firstRecord: 3 }))] as const;
  await office.drop('enero.xml', two[0]);
  await office.drop('febrero.xml', two[1]);
  const both = ['enero.xml', 'febrero.xml'];
  const { id } = await office.drop('trimestre.xml', make({ records: 6 }));
  expect(await names(office)).toEqual(['trimestre.xml']);
  await office.call('submissions.discard', { fileIds: [id] });
  expect(await names(office)).toEqual(both);
  const { files } = await office.call('submissions.worklist', {});
  expect(files.map(({ origin }) => origin)).toEqual([null, null]);

  // Edited meanwhile, and a faulty one dropped once more.
  const good = await office.drop('trimestre.xml', make({ records: 6 }));
  const textId = await take(office, 'texto', `${make({ records: 6 })}\n`);
  const edited = await office.call('submissions.saveText', { fileId: good.id, textId });
  for (const [index, name] of both.entries())
    await office.call('submissions.check', {
      fileIds: [await take(office, name, two[index] ?? '')],
    });
  expect(await names(office)).toEqual(['trimestre.editado.xml']);
  await office.call('submissions.discard', { fileIds: [edited.file.id] });
  expect(await names(office)).toEqual(['trimestre.xml']);
  await office.call('submissions.discard', { fileIds: [good.id] });
  expect((await names(office)).toSorted()).toEqual(both);
});

it('a file that was fixed here returns without its original', async () => {
  const office = await openPractisingOffice();
  const comma = make({ firstRecord: 3 }).replace(/(<ImporteTotalFactura>-?\d+)\./, '$1,');
  const original = await office.drop('febrero.xml', broken(comma));
  const { fixes } = await office.call('submissions.fixes', { fileId: original.id });
  const chosen = fixes.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
  await office.call('submissions.applyFix', { fileId: original.id, chosen });
  await office.drop('enero.xml', broken(make()));
  const shown = ['febrero.corregido.xml', 'enero.xml'];
  expect(await names(office)).toEqual(shown);
  const { id } = await office.drop('trimestre.xml', make({ records: 6 }));
  expect(await names(office)).toEqual(['trimestre.xml']);
  await office.call('submissions.discard', { fileIds: [id] });
  expect(await names(office)).toEqual(shown);
});

it('a faulty file stays unless the new one has all its records', async () => {
  const office = await openPractisingOffice();
  const faulty = broken(make());
  await office.drop('enero.xml', faulty);
  const stays = ['enero.xml'];
  const drop = async (name: string, xml: string) => {
    await office.drop(name, xml);
    stays.push(name);
    expect(await names(office)).toEqual(stays);
  };
  await drop('enero.xml', make({ records: 2 }));
  await drop('otros.xml', make({ firstRecord: 3, records: 4 }));
  await drop('cambio.xml', make({ operation: 'M00' }));
  await drop('ajena.xml', make({ taxpayer: { taxId: 'A48000006', name: 'Otra SA' } }));
  await drop('año.xml', make().replace(/<Ejercicio>\d+/, '<Ejercicio>2025'));
  // Nobody can tell what is in these.
  await drop('cortada.xml', faulty.slice(0, faulty.length / 2));
  await drop('sin.xml', faulty.replace(/<CabeceraFactura>[\s\S]*?<\/CabeceraFactura>/g, ''));
  await office.drop('buena.xml', make());
  expect(await names(office)).toEqual([...stays.slice(1), 'buena.xml']);
});

it('a faulty file stays that was edited, or dropped with the new one', async () => {
  const office = await openPractisingOffice();
  const original = await office.drop('enero.xml', broken(make()));
  const textId = await take(office, 'texto', `${broken(make())}\n`);
  await office.call('submissions.saveText', { fileId: original.id, textId });
  await office.drop('buena.xml', make());
  expect(await names(office)).toEqual(['enero.editado.xml', 'buena.xml']);

  const fileIds = [
    await take(office, 'mala.xml', broken(make({ seed: 5 }))),
    await take(office, 'corregida.xml', make({ seed: 5 })),
  ];
  const { files } = await office.call('submissions.check', { fileIds });
  expect(files.map(({ id }) => id)).toEqual(fileIds);
  await office.call('submissions.check', { fileIds });
  expect(await names(office)).toHaveLength(4);

  // A large drop comes in several calls.
  const dropId = randomUUID();
  for (const xml of [broken(make({ seed: 6 })), make({ seed: 6 })]) {
    const fileId = await take(office, 'grande.xml', xml);
    await office.call('submissions.addFiles', { fileIds: [fileId], dropId });
    await office.call('submissions.check', { fileIds: [fileId] });
  }
  expect(await names(office)).toHaveLength(6);
  await office.drop('última.xml', make({ seed: 6, records: 4 }));
  expect(await names(office)).toHaveLength(6);

  // The system opens its documents in one call; the window checks them in several.
  const opened: string[] = [];
  for (const xml of [broken(make({ seed: 8 })), make({ seed: 8 })])
    opened.push(await take(office, 'abierta.xml', xml));
  await office.call('submissions.addFiles', { fileIds: opened });
  for (const id of opened) await office.call('submissions.check', { fileIds: [id] });
  expect(await names(office)).toHaveLength(8);
});

it('a faulty file stays that was sent before it became faulty', async () => {
  const office = await openPractisingOffice();
  const path = join(office.dataFolder, 'enero.xml');
  writeFileSync(path, make());
  const taken = await office.app.takeFile({ name: 'enero.xml', path });
  const fileIds = [taken.ok ? taken.value.fileId : ''];
  await office.call('submissions.check', { fileIds });
  await office.call('submissions.pause', {});
  const { submissions } = await office.call('submissions.send', { fileIds });
  await office.call('submissions.cancelJob', { ids: submissions.map(({ id }) => id) });
  writeFileSync(path, broken(make()));
  const { files } = await office.call('submissions.check', { fileIds });
  expect(files).toMatchObject([{ judged: { verdict: 'invalid' } }]);

  const { origin } = await office.drop('buena.xml', make({ records: 4 }));
  expect(origin).toBeNull();
  expect(await names(office)).toEqual(['enero.xml', 'buena.xml']);
});
