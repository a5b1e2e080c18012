import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { replaceInValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';

const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const xml = makeDocument('240-received', { seed: 9, records: 2, taxpayer });

/** An office whose next `waiting` checks end only once all of them have, and `end` was called. */
async function openWith(waiting: number) {
  const [reached, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let left = 0;
  const validator = replaceInValidator(({ validate }) => ({
    validate: async (...asked) => {
      const result = await validate(...asked);
      if (left === 0) return result;
      left -= 1;
      if (left === 0) reached.resolve();
      await ended.promise;
      return result;
    },
  }));
  const office = await openPractisingOffice({ validator });
  const hold = () => {
    left = waiting;
    return reached.promise;
  };
  return { office, hold, end: () => ended.resolve() };
}

async function take(office: Office, name: string): Promise<string> {
  const taken = await office.app.takeFile({ name, bytes: new TextEncoder().encode(xml) });
  if (!taken.ok) throw new Error(taken.error.code);
  return taken.value.fileId;
}

const list = async (office: Office) => (await office.call('submissions.worklist', {})).files;

it('one of two that are the same stays, when both are checked at once', async () => {
  const { office, hold, end } = await openWith(2);
  const fileIds = [await take(office, 'x.xml'), await take(office, 'x.xml')];
  const held = hold();
  const checked = office.call('submissions.check', { fileIds });
  await held;
  end();
  expect((await checked).files).toMatchObject([{ name: 'x.xml' }]);
  expect(await list(office)).toHaveLength(1);
});

it('a second drop that is removed while it is checked leaves the first one there', async () => {
  const { office, hold, end } = await openWith(1);
  const first = await office.drop('x.xml', xml);
  const second = await take(office, 'x.xml');
  const held = hold();
  const checked = office.app.call('submissions.check', { fileIds: [second] });
  await held;
  await office.call('submissions.remove', { fileIds: [second] });
  end();
  await checked;
  expect((await list(office)).map(({ id }) => id)).toEqual([first.id]);
});

it('a file that is discarded while it is checked leaves no document behind', async () => {
  const { office, hold, end } = await openWith(1);
  const id = await take(office, 'x.xml');
  const held = hold();
  const checked = office.app.call('submissions.check', { fileIds: [id] });
  await held;
  await office.call('submissions.discard', { fileIds: [id] });
  end();
  await checked;
  const database = new Database(`${office.dataFolder}/zubi.db`, { readonly: true });
  onTestFinished(() => void database.close());
  expect(database.prepare('select count(*) as n from documents').get()).toEqual({ n: 0 });
});
