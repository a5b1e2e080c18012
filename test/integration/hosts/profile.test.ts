import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultServiceProfile, parseServiceProfile } from '../../../main/service/profile.ts';
import { startIntermediary } from '../../intermediary/server.ts';
import { ways } from '../../intermediary/ways.ts';
import { command } from './run-command.ts';
import { makeFolder } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

describe('zubi profile', () => {
  it('exports, tries, activates and removes a profile, and reads answers again', async () => {
    const [way] = ways;
    if (!way) throw new Error('no way of answering');
    const service = await startIntermediary(way);
    const data = join(folder.path, 'data');
    const run = (words: readonly string[], input?: string) =>
      command(['--data', data, '--lang', 'en', ...words], input === undefined ? {} : { input });
    const answer = join(folder.path, 'answer.json');
    const mended = join(folder.path, 'mended.json');
    await writeFile(answer, JSON.stringify({ data: { list: [{ nr: 7, label: 'Bizkaia' }] } }));
    const given = { baseUrl: service.baseUrl, userApiKey: service.userApiKey };
    expect((await run(['call', 'connection.set', '-'], JSON.stringify(given))).exitCode).toBe(0);

    // Export, change, try: the places it looks at, and its results.
    expect((await run(['profile', 'show', '--output', mended])).exitCode).toBe(0);
    const exported = JSON.parse(await readFile(mended, 'utf8'));
    expect(parseServiceProfile(exported)).toEqual(defaultServiceProfile());
    const trial = ['--call', 'territories', '--answer', answer];
    const before = await run(['profile', 'try', ...trial]);
    expect(before.stdout).toMatch(/^Not understood\n.*\(reading_not_understood\)/);
    expect(before.stdout).toContain('answers.territories.list · data · object');
    expect(before.exitCode).toBe(1);
    const places = { list: 'data.list', id: 'nr', name: 'label' };
    const answers = { ...exported.answers, territories: places };
    // With a byte order mark, as editors on Windows save it.
    await writeFile(mended, `\uFEFF${JSON.stringify({ ...exported, name: 'mended', answers })}`);
    const after = await run(['profile', 'try', mended, ...trial, '--json']);
    expect(JSON.parse(after.stdout).outcome.state).toBe('understood');
    expect(after.stdout).not.toContain('Bizkaia');
    expect(after.exitCode).toBe(0);

    // The same on the last answer that came, with the profile in force.
    expect((await run(['call', 'territories.list', '{}'])).exitCode).toBe(0);
    expect((await run(['profile', 'try', '--call', 'territories'])).exitCode).toBe(0);
    expect((await run(['profile', 'set', mended])).stdout).toBe('In use: mended\n');
    expect((await run(['profile', 'try', '--call', 'territories'])).exitCode).toBe(1);
    expect(JSON.parse((await run(['profile', 'show'])).stdout).name).toBe('mended');
    expect((await run(['profile', 'read-again', '--preview'])).stdout).toContain(
      'No stored answer',
    );
    expect((await run(['profile', 'reset'])).stdout).toBe('In use: default\n');
    const standard = await run(['profile', 'show', '--default']);
    expect(JSON.parse(standard.stdout)).toEqual(defaultServiceProfile());
    await service.close();
  });

  it('says what is wrong with a profile, and changes nothing', async () => {
    const notJson = await command(['--data', folder.path, 'profile', 'set', '-'], { input: '{' });
    expect(notJson.stderr).toContain('no es un objeto JSON completo');
    expect(notJson.exitCode).toBe(2);
    const part = JSON.stringify({ headers: [], limits: 1 });
    const partly = await command(['--data', folder.path, 'profile', 'try', '-'], { input: part });
    expect(partly.stderr).toContain(
      '«name»: se esperaba un texto. «headers»: se esperaba un objeto. «limits»: se esperaba',
    );
    const gone = join(folder.path, 'gone.json');
    expect((await command(['profile', 'set', gone])).exitCode).toBe(2);
    expect((await command(['profile', 'try', '--status', '99'])).exitCode).toBe(2);
    for (const about of [
      ['--status', '500'],
      ['--type', 'text/xml'],
    ])
      expect(await command(['profile', 'try', ...about])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('«--answer»'),
      });
    expect((await command(['profile', 'try', '--call', 'gone'])).exitCode).toBe(2);
  });

  it('reads standard input once, and of a file no more than a profile can have', async () => {
    const data = ['--data', folder.path];
    const twice = ['profile', 'try', '-', '--answer', '-', ...data];
    const { exitCode, stdout, stderr } = await command(twice, { input: '{"name": "x"}' });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('«-» solo puede indicarse una vez');
    const long = join(folder.path, 'long.json');
    await writeFile(long, `{"name": "x"}${' '.repeat(1024 * 1024)}`);
    const endless = process.platform === 'win32' ? [] : ['/dev/zero'];
    for (const path of [long, ...endless]) {
      const ended = await command(['profile', 'set', path, ...data]);
      expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining('(too_large)')]);
    }
  });
});
