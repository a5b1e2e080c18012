import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice, openPractisingOffice } from '../core/office.ts';
import { company, send } from '../corrections/sending.ts';

const questionOf = async (office: Office) => (await office.call('history.chain', {})).question;

async function openUsedOffice(): Promise<Office> {
  const office = await openPractisingOffice();
  await send(
    office,
    'a.xml',
    makeDocument('240-received', { seed: 1, records: 1, taxpayer: company }),
  );
  return office;
}

it('an empty history that a person asked for is known, also at the next start', async () => {
  const office = await openUsedOffice();
  await office.call('backup.restore', { id: 'new' });
  expect(await questionOf(office)).toBe(null);
  const again = await office.restart();
  expect(await questionOf(again)).toBe(null);
  const { breaks } = await again.call('history.chain', {});
  expect(breaks).toMatchObject([{ kind: 'restored' }]);
});

it('an empty history that came in the place of another can be continued', async () => {
  const office = await openUsedOffice();
  await office.app.close();
  const other = await openOffice();
  await other.app.close();
  for (const name of ['zubi.db-wal', 'zubi.db-shm'])
    rmSync(join(office.dataFolder, name), { force: true });
  cpSync(join(other.dataFolder, 'zubi.db'), join(office.dataFolder, 'zubi.db'));
  const again = await office.restart();
  expect(await questionOf(again)).toMatchObject({ reason: 'other_history' });
  await again.call('history.continue', { note: 'The disk was replaced.' });
  expect(await questionOf(again)).toBe(null);
  expect(await questionOf(await again.restart())).toBe(null);
});
