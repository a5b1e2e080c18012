import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeZip } from '../../fixtures/make-zip.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openOffice } from './office.ts';

const received = (firstRecord: number) =>
  makeDocument('240-received', { seed: 3, records: 1, firstRecord });

it('a zip file appears on the worklist as the documents in it', async () => {
  const { app, call, dataFolder } = await openOffice();
  const bytes = makeZip([
    { name: 'quarter/one.xml', content: received(0) },
    { name: 'quarter/deep/two.xml', content: received(10) },
    { name: '__MACOSX/quarter/._one.xml', content: 'junk' },
    { name: 'quarter/.hidden.xml', content: 'junk' },
    { name: 'quarter/notes.pdf', content: '%PDF-' },
  ]);
  const taken = await app.takeFile({ name: 'quarter.zip', bytes });
  if (!taken.ok) throw new Error('not taken');
  const { files } = await call('submissions.check', { fileIds: [taken.value.fileId] });
  expect(files.map(({ name, judged }) => [name, judged?.verdict])).toEqual([
    ['one.xml', 'valid'],
    ['two.xml', 'valid'],
  ]);
  // Nothing of the zip file itself is left.
  expect(readdirSync(join(dataFolder, 'incoming'))).toHaveLength(2);
});

it('files of a folder with other names join the list if they contain a document', async () => {
  const { app, call, dataFolder } = await openOffice();
  const take = async (name: string, content: string) => {
    const taken = await app.takeFile({ name, bytes: Buffer.from(content) });
    if (!taken.ok) throw new Error('not taken');
    return taken.value.fileId;
  };
  const base64 = Buffer.from(received(0)).toString('base64');
  const mayHold = [
    await take('julio.json', JSON.stringify({ body: base64 })),
    await take('julio.txt', base64),
    await take('package.json', '{"name": "x"}'),
    await take('notes.txt', 'notes'),
  ];
  const { files, leftAside } = await call('submissions.addFiles', { fileIds: [], mayHold });
  expect([files.map(({ name }) => name), leftAside]).toEqual([['julio.json', 'julio.txt'], 2]);
  expect(readdirSync(join(dataFolder, 'incoming'))).toHaveLength(2);
});

it.each([
  ['that holds no XML', makeZip([{ name: 'a.pdf', content: '%PDF-' }]), 'file_is_zip'],
  [
    'that says less than it holds',
    makeZip([{ name: 'a.xml', content: received(0), toldSize: 10 }]),
    'file_is_zip',
  ],
  [
    'with names that lead out',
    makeZip([{ name: '../../a.xml', content: received(0) }]),
    'file_is_zip',
  ],
  [
    'of a program for texts',
    makeZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: '<a/>' },
    ]),
    'file_is_zip',
  ],
])('a zip file %s is reported as what it is', async (_, bytes, code) => {
  const { app, call } = await openOffice();
  const taken = await app.takeFile({ name: 'a.zip', bytes });
  if (!taken.ok) throw new Error('not taken');
  const { files } = await call('submissions.check', { fileIds: [taken.value.fileId] });
  expect(files).toHaveLength(1);
  const { issues } = await call('submissions.issues', { fileId: taken.value.fileId });
  expect(issues[0]?.code).toBe(code);
});

it('a document in a zip that is too large is reported, and the others are taken', async () => {
  const { app, call } = await openOffice();
  await call('settings.set', { maxFileBytes: 200_000 });
  const bytes = makeZip([
    { name: 'bomb.xml', content: `<a>${' '.repeat(5_000_000)}</a>` },
    { name: 'one.xml', content: received(0) },
  ]);
  const taken = await app.takeFile({ name: 'a.zip', bytes });
  if (!taken.ok) throw new Error('not taken');
  const { files } = await call('submissions.check', { fileIds: [taken.value.fileId] });
  expect(files.map(({ name, judged }) => [name, judged?.verdict])).toEqual([
    ['bomb.xml', 'unreadable'],
    ['one.xml', 'valid'],
  ]);
});
