import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { command } from './run-command.ts';
import { makeFolder, startZubi } from './run-zubi.ts';

/** Without a session bus there is no keyring, wherever the tests run. */
const withoutKeyring = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' };
const sentence = 'Este equipo no ofrece llavero';

async function newFolder(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

describe.runIf(process.platform === 'linux')('keys on a system without a keyring', () => {
  it('are reported once on standard error as protected by a key file alone', async () => {
    const data = await newFolder();
    const run = (method: string) =>
      command(['call', method, '--data', data], { env: withoutKeyring });
    const before = await run('settings.get');
    expect(before.stderr).not.toContain(sentence);
    const keeping = await run('connection.useSandbox');
    expect(keeping.exitCode).toBe(0);
    expect(keeping.stderr.split(sentence)).toHaveLength(2);
    expect(() => JSON.parse(keeping.stdout)).not.toThrow();
    expect((await run('connection.get')).stderr).not.toContain(sentence);
    const { protection } = JSON.parse((await run('app.status')).stdout);
    expect(protection).toMatchObject({ backend: 'key_file', protects: false });
  });

  it('are not reported when a passphrase protects them', async () => {
    const data = await newFolder();
    const env = { ...withoutKeyring, ZUBI_PASSPHRASE: 'zubia eta ibaia 2026' };
    const args = ['call', 'connection.useSandbox', '--data', data];
    const { exitCode, stderr } = await command(args, { env });
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain(sentence);

    const locked = ['call', 'connection.test', '--data', data];
    for (const given of [{}, { ZUBI_PASSPHRASE: 'another' }]) {
      const refused = await command(locked, { env: { ...withoutKeyring, ...given } });
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr, 'where a passphrase is given').toContain('ZUBI_PASSPHRASE');
    }
  });
});

describe.runIf(process.platform === 'linux')('the process that holds keys', () => {
  it('passes its passphrase to no process that it starts', async () => {
    const data = await newFolder();
    const programs = await newFolder();
    const seen = join(programs, 'environment');
    // The program that opens an address in the browser, which records it.
    writeFileSync(
      join(programs, 'xdg-open'),
      `#!/bin/sh\nenv > ${seen}.tmp\nmv ${seen}.tmp ${seen}\n`,
    );
    chmodSync(join(programs, 'xdg-open'), 0o700);
    const running = startZubi(['serve', '--port', '0', '--sandbox', '--data', data], {
      env: {
        ...withoutKeyring,
        DISPLAY: ':9',
        ZUBI_PASSPHRASE: 'zubia eta ibaia 2026',
        PATH: `${programs}:${process.env.PATH}`,
      },
    });
    onTestFinished(() => running.kill('SIGKILL'));
    await running.firstLine();
    await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 20_000 });
    const handedOn = readFileSync(seen, 'utf8');
    expect(handedOn).toContain('DISPLAY=:9');
    expect(handedOn).not.toContain('ZUBI_PASSPHRASE');
  });

  it('keeps its memory out of core dumps, and its files are for this user only', async () => {
    const data = await newFolder();
    const running = startZubi(['serve', '--no-open', '--port', '0', '--sandbox', '--data', data], {
      env: withoutKeyring,
    });
    onTestFinished(() => running.kill('SIGKILL'));
    await running.firstLine();
    const of = (name: string) => readFileSync(`/proc/${running.pid}/${name}`, 'utf8');
    expect(Number.parseInt(of('coredump_filter'), 16)).toBe(0);
    expect(/^Umask:\s*(\d+)$/m.exec(of('status'))?.[1]).toBe('0077');
    for (const name of ['zubi.db', 'secrets.json', 'secrets.key', 'connection.json']) {
      expect(statSync(join(data, name)).mode & 0o077, name).toBe(0);
    }
    running.kill('SIGINT');
    const { stderr } = await running.ended;
    expect(stderr.split(sentence)).toHaveLength(2);
  });
});
