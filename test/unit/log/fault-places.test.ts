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

it('the place of a fault is given by our own files', () => {
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
])('the place of a fault contains nothing of %s', (_what, thrown) => {
  expect(faultPlaces(thrown)).toBe('');
});

it('the place of a fault is logged unchanged, and no other text is taken for one', () => {
  const logs = new LogFolder();
  const log = logs.open();
  const places = faultPlaces(new Error('x'));
  log.error('process.fault', { places });
  log.error('process.fault', { places: 'Itziar Etxeberria main/app.ts:3' });
  expect(logs.lines()).toMatchObject([{ places }, { places: '[dropped]' }]);
  logs.remove();
});
