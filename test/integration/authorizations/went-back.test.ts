import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { openAuthorizationOffice, withActions } from './office.ts';

it('T4: no authorization is sent until a person has answered for a history that went back', async () => {
  const office = await openAuthorizationOffice();
  const kept = mkdtempSync(join(tmpdir(), 'zubi-kept-'));
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
  await office.app.close();
  cpSync(office.dataFolder, kept, { recursive: true });
  const later = withActions(await office.restart(), office);
  await later.upload('1.pdf', makePdf());
  const { sha256: first } = await later.atService();
  await later.app.close();
  rmSync(office.dataFolder, { recursive: true });
  cpSync(kept, office.dataFolder, { recursive: true });

  const again = withActions(await later.restart(), office);
  expect((await again.call('history.chain', {})).question?.reason).toBe('behind');
  const fileId = await again.take('2.pdf', makePdf());
  const { companyId } = office;
  const refused = await again.refused('authorizations.upload', { companyId, fileId });
  expect(refused.code).toBe('history_went_back');
  expect((await again.atService()).sha256).toBe(first);

  await again.call('history.continue', { note: 'Copia de ayer' });
  await again.upload('3.pdf', makePdf());
  expect(await again.state()).toBe('pending_validation');
});
