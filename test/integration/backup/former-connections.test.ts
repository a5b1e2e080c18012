import { beforeEach, expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { take } from '../companies/take.ts';
import { openOffice } from '../core/office.ts';
import { type Service, startService, taxpayer } from '../core/recording-service.ts';
import { connect, createCompany, restoreElsewhere, send, taxIds } from './two-services.ts';

let services: readonly [Service, Service, Service];

beforeEach(async () => {
  services = await Promise.all([
    startService('client-key-0123456789'),
    startService('client-key-1123456789'),
    startService('client-key-2123456789'),
  ]);
});

it('after a restoration each service gets its own companies and submissions again', async () => {
  const [a, b, c] = services;
  const office = await openOffice();
  const former = await connect(office, a, 'A');
  await createCompany(office);
  const second = await connect(office, b, 'B');
  await createCompany(office);
  expect(await send(office)).toBe('queued');
  const fresh = await restoreElsewhere(office);
  // In another order than before.
  expect(await connect(fresh, b, 'B')).toBe(second);
  const [keyless] = (await fresh.call('companies.list', {})).companies;
  await fresh.call('companies.recoverKey', { id: keyless?.id ?? '' });
  expect(await send(fresh)).toBe('sent_before');
  expect(await connect(fresh, a, 'A')).toBe(former);
  expect(await taxIds(fresh)).toEqual([taxpayer.taxId]);
  expect([former, second]).not.toContain(await connect(fresh, c, 'C'));
  expect(await taxIds(fresh)).toEqual([]);
});

it('what a history set aside sent to a service is asked about under each id of that service', async () => {
  const [a, b] = services;
  const office = await openOffice();
  const own = await connect(office, a, 'A');
  await createCompany(office);
  expect(await send(office)).toBe('queued');
  const other = await openOffice();
  await connect(other, b, 'B');
  expect(await connect(other, a, 'A')).not.toBe(own);
  await createCompany(other);
  await restoreElsewhere(other, 'zubia eta ibaia 2026', office);
  expect(await send(office)).toBe('sent_before');
});

it('a service keeps its id where a new history was begun and the connection removed', async () => {
  const [a, b, c] = services;
  const office = await openOffice();
  const own = await connect(office, a, 'A');
  await createCompany(office);
  expect(await send(office)).toBe('queued');
  await office.call('backup.restore', { id: 'new' });
  await connect(office, b, 'B');
  await office.call('connection.remove', { id: own ?? '' });
  expect(await connect(office, c, 'C')).not.toBe(own);
  expect(await connect(office, a, 'A')).toBe(own);
  await createCompany(office);
  expect(await send(office)).toBe('sent_before');
});

it('services that were sent nothing get their companies again in the order of before', async () => {
  const [a, b] = services;
  const office = await openOffice();
  for (const service of [a, b]) {
    await connect(office, service, 'one');
    await createCompany(office);
  }
  const fresh = await restoreElsewhere(office);
  for (const service of [a, b]) {
    await connect(fresh, service, 'one');
    expect(await taxIds(fresh)).toEqual([taxpayer.taxId]);
  }
});

it('the address that an authorization was uploaded to tells the service', async () => {
  const [a, b] = services;
  const office = await openOffice();
  await connect(office, a, 'A');
  await createCompany(office);
  const [company] = (await office.call('companies.list', {})).companies;
  const fileId = await take(office, 'a.pdf', makePdf());
  // Its answer proves nothing; the upload is kept all the same.
  await office.app.call('authorizations.upload', { companyId: company?.id ?? '', fileId });
  const fresh = await restoreElsewhere(office);
  await connect(fresh, b, 'B');
  expect(await taxIds(fresh)).toEqual([]);
  await connect(fresh, a, 'A');
  expect(await taxIds(fresh)).toEqual([taxpayer.taxId]);
});
