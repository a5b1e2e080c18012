import { expect, it } from 'vitest';
import { faultPlaces } from '../../../main/log/fault-places.ts';
import { LogFolder } from './fixture.ts';

it('tells where a fault came up, by files of ours', () => {
  expect(faultPlaces(new Error('x'))).toMatch(/^test\/unit\/log\/fault-places\.test\.ts:6( |$)/);
});

it.each([
  ['no error', 'at main/app.ts:3:1'],
  ['no stack', Object.assign(new Error('x'), { stack: undefined })],
  ['a stack that is none', Object.assign(new Error('x'), { stack: { at: 'main/app.ts:3:1' } })],
  [
    'files that are not there',
    Object.assign(new Error('x'), { stack: 'E\n    at secret (/x/secret.ts:3:1)' }),
  ],
  ['files of others', Object.assign(new Error('x'), { stack: 'E\n    at f (/etc/hostname.js:3:1)' })],
])('tells nothing of %s', (_what, thrown) => {
  expect(faultPlaces(thrown)).toBe('');
});

it('is written into the log as it is, and nothing else passes for it', () => {
  const folder = new LogFolder();
  const log = folder.open();
  const places = faultPlaces(new Error('x'));
  log.error('process.fault', { places });
  log.error('process.fault', { places: 'Itziar Etxeberria main/app.ts:3' });
  expect(folder.lines()).toMatchObject([{ places }, { places: '[dropped]' }]);
  folder.remove();
});
