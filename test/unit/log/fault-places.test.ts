import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { faultPlaces } from '../../../main/platform/log/fault-places.ts';
import { LogFolder } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'zubi-others-'));
const theirs = join(folder, 'theirs.js');
writeFileSync(theirs, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('tells where a fault came up, by files of ours', () => {
  expect(faultPlaces(new Error('x'))).toMatch(/^test\/unit\/log\/fault-places\.test\.ts:\d+( |$)/);
});

it.each([
  ['no error', 'at main/app.ts:3:1'],
  ['no stack', Object.assign(new Error('x'), { stack: undefined })],
  ['a stack that is none', Object.assign(new Error('x'), { stack: { at: 'main/app.ts:3:1' } })],
  [
    'files that are not there',
    Object.assign(new Error('x'), { stack: 'E\n    at secret (/x/secret.ts:3:1)' }),
  ],
  ['files of others', Object.assign(new Error('x'), { stack: `E\n    at f (${theirs}:3:1)` })],
])('tells nothing of %s', (_what, thrown) => {
  expect(faultPlaces(thrown)).toBe('');
});

it('is written into the log as it is, and nothing else passes for it', () => {
  const logs = new LogFolder();
  const log = logs.open();
  const places = faultPlaces(new Error('x'));
  log.error('process.fault', { places });
  log.error('process.fault', { places: 'Itziar Etxeberria main/app.ts:3' });
  expect(logs.lines()).toMatchObject([{ places }, { places: '[dropped]' }]);
  logs.remove();
});
