import { Buffer } from 'node:buffer';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ZubiError } from '../../../contract/errors.ts';
import { describeError } from '../../../main/platform/log/describe-error.ts';
import { maskPersonalData } from '../../../main/platform/log/personal-data.ts';
import { LogFolder } from './fixture.ts';

let folder: LogFolder;

beforeEach(() => {
  folder = new LogFolder();
});
afterEach(() => folder.remove());

describe('the log', () => {
  test('writes one line for each event at once, with the allowed fields', () => {
    const log = folder.open();
    log.info('call', { method: 'companies.list', durationMs: 3, ok: true, code: null });
    expect(folder.lines()).toEqual([
      {
        level: 'info',
        time: '2026-11-21T10:00:00.000Z',
        method: 'companies.list',
        durationMs: 3,
        ok: true,
        code: null,
        event: 'call',
      },
    ]);
  });

  test('drops other fields, other kinds of value and texts that are no tokens', () => {
    folder.open().error('a message, not a name', {
      taxpayer: 'Itziar Etxeberria',
      reason: 'Itziar Etxeberria',
      state: { deep: 'Itziar' },
      code: ['Itziar'],
      time: 'yesterday',
      level: 'none',
      count: Number.NaN,
      method: 'x'.repeat(81),
    } as unknown as Record<string, string>);
    expect(folder.lines()).toEqual([
      {
        level: 'error',
        time: '2026-11-21T10:00:00.000Z',
        event: 'unnamed',
        reason: '[dropped]',
        state: '[dropped]',
        code: '[dropped]',
        count: null,
        method: '[dropped]',
      },
    ]);
  });

  test('obeys its level', () => {
    const log = folder.open('warn');
    log.info('one');
    log.warn('two');
    log.error('three');
    expect(folder.lines()).toMatchObject([{ event: 'two' }, { event: 'three' }]);
  });

  test('is for this user only, also when others could read it before', () => {
    mkdirSync(folder.path);
    writeFileSync(join(folder.path, 'zubi.log'), '');
    chmodSync(join(folder.path, 'zubi.log'), 0o644);
    folder.open().info('one');
    expect(statSync(join(folder.path, 'zubi.log')).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  test('stays within three files of its size, and loses only the oldest lines', () => {
    const log = folder.open('info', 1000);
    for (let count = 0; count < 100; count += 1) log.info('event', { count });
    expect(folder.names()).toEqual(['zubi.1.log', 'zubi.2.log', 'zubi.log']);
    const counts = ['zubi.2.log', 'zubi.1.log', 'zubi.log'].flatMap((name) => {
      expect(folder.text(name).length).toBeLessThanOrEqual(1000);
      expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
      return folder.lines(name).map((line) => (line as { count: number }).count);
    });
    const first = counts[0] ?? 0;
    expect(counts).toEqual(Array.from({ length: 100 - first }, (_, index) => first + index));
  });

  test('appends to the lines of an earlier run', () => {
    for (const event of ['one', 'two']) {
      const log = folder.open();
      log.info(event);
      log.close();
    }
    expect(folder.lines()).toMatchObject([{ event: 'one' }, { event: 'two' }]);
  });

  test('stops nothing when it cannot be written, and works again later', () => {
    writeFileSync(folder.path, 'a file in the place of the folder');
    const log = folder.open();
    log.info('lost');
    rmSync(folder.path);
    log.info('back');
    expect(folder.lines()).toMatchObject([{ event: 'back' }]);
  });
});

describe('personal data', () => {
  test.each([
    '12345678Z',
    '12345678-z',
    '12.345.678-Z',
    'X1234567L',
    'x-1234567-l',
    'B95123457',
    'ESB95123457',
    'A-9512345-7',
    'P4800000D',
    'ES12345678Z',
    'ES9121000418450200051332',
    'ES91 2100 0418 4502 0005 1332',
    'ES91-2100-0418-4502-0005-1332',
    'DE89370400440532013000',
    'FR14 2004 1010 0505 0001 3M02 606',
    'itziar@gestoria.eus',
    'Itziar.E+x@sub.gestoria.co.uk',
    'itziar%40gestoria.eus',
  ])('%s is masked everywhere', (value) => {
    for (const text of [
      value,
      `"${value}"`,
      `nif=${value}&x=1`,
      `/${value}/`,
      `of ${value}, and`,
      `_${value}_`,
    ]) {
      expect(maskPersonalData(text)).toContain('[personal]');
      expect(maskPersonalData(text)).not.toContain(value);
    }
  });

  test.each([
    '2026-11-21T10:00:00.000Z',
    '0199f1c2-1234-7abc-8123-b12345678901',
    '35bbeaa5-d60d-4bc5-809c-5f565032053a',
    'ab12-4f3a-9abc-0123-456789ab',
    '12345678-a1b2-4c3d-9e8f-0123456789ab',
    'companies.list',
    'B4_2000109',
    '98ab1c0f2d3e4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2',
    '1234567890',
    '12345678',
    '1.0.0-beta.1',
  ])('%s stays', (value) => {
    expect(maskPersonalData(`"id":"${value}"`)).toBe(`"id":"${value}"`);
  });
});

describe('an error in the log', () => {
  const withCode = (code: unknown) => Object.assign(new Error('CANARY'), { code });

  test.each<[unknown, object]>([
    [
      new ZubiError('disk_full', { file: 'CANARY' }),
      { errorName: 'ZubiError', errorCode: 'disk_full', cause: null },
    ],
    [withCode('ECONNRESET'), { errorName: 'Error', errorCode: 'ECONNRESET', cause: null }],
    [withCode('CANARY is a sentence'), { errorName: 'Error', errorCode: 'internal', cause: null }],
    [withCode({ CANARY: 1 }), { errorName: 'Error', errorCode: 'internal', cause: null }],
    [
      new TypeError('CANARY', { cause: withCode('ENOENT') }),
      { errorName: 'TypeError', errorCode: 'internal', cause: 'ENOENT' },
    ],
    [
      Object.assign(new Error('x'), { name: 'CANARY 12345678Z' }),
      { errorName: 'object', errorCode: 'internal', cause: null },
    ],
    ['CANARY', { errorName: 'string', errorCode: 'internal', cause: null }],
    [null, { errorName: 'object', errorCode: 'internal', cause: null }],
  ])('%# is logged by its kind and codes only', (error, description) => {
    expect(describeError(error)).toEqual(description);
    expect(Buffer.from(JSON.stringify(describeError(error))).includes('CANARY')).toBe(false);
  });

  test('is logged when its causes form a circle', () => {
    const error = new Error('x');
    error.cause = error;
    expect(describeError(error).cause).toBeNull();
  });
});
