import { expect, it, onTestFinished } from 'vitest';
import { openLine } from '../../crash/line.ts';
import { openOffice } from './office.ts';
import { startService } from './recording-service.ts';

it('a connection without data that takes another host forgets what the former one said of itself', async () => {
  const [first, second] = [
    await startService('client-key-0123456789'),
    await startService('client-key-9876543210'),
  ];
  const userApiKey = 'user-key-0123456789';
  const office = await openOffice();
  const ask = async () => {
    await office.call('territories.list', {});
    const { items } = await office.call('connection.readiness', {});
    return items.find(({ id }) => id === 'license')?.state;
  };
  await office.call('connection.set', { baseUrl: first.baseUrl, userApiKey });
  await office.call('license.get', {});
  expect(await ask()).toBe('ready');
  const moved = await office.call('connection.set', { baseUrl: second.baseUrl, userApiKey });
  expect(moved.id).toBe('sandbox');
  expect(await ask()).toBe('unknown');
  expect(second.received.join()).toContain('/regional/territories');
});

it('an answer of the former host that comes after the move is not kept', async () => {
  const [first, second] = [
    await startService('client-key-0123456789'),
    await startService('client-key-9876543210'),
  ];
  const line = await openLine(first.baseUrl);
  onTestFinished(() => line.close());
  const office = await openOffice();
  const userApiKey = 'user-key-0123456789';
  await office.call('connection.set', { baseUrl: line.baseUrl, userApiKey });
  const release = line.holdAnswers();
  const asked = office.app.call('territories.list', {});
  await expect.poll(() => first.received.length).toBe(1);
  await office.call('connection.set', { baseUrl: second.baseUrl, userApiKey });
  release();
  await asked;
  await office.call('territories.list', {});
  expect(second.received.join()).toContain('/regional/territories');
});
