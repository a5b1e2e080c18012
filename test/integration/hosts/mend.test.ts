import { statSync } from 'node:fs';
import { mkdir, open as openFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { command } from './run-command.ts';
import { makeFolder } from './run-zubi.ts';

const clean = makeDocument('240-received', { seed: 3, records: 12 });
/** The dates cannot be read before the ampersand is fixed. */
const broken = clean
  .replace(/(<FechaRecepcion>)(\d\d)-(\d\d)-(\d{4})/g, '$1$4-$3-$2')
  .replace(/(<ApellidosNombreRazonSocial>)[^<]*/, '$1R & B');
const right = clean.replace(/(<ApellidosNombreRazonSocial>)[^<]*/, '$1R &amp; B');

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
  await writeFile(join(folder.path, 'gastos.xml'), broken);
});
afterEach(() => folder.remove());

const fix = (...args: string[]) => command(['mend', ...args, '--data', join(folder.path, 'data')]);

it('zubi mend shows the changes and leaves everything unchanged', async () => {
  const { exitCode, stdout } = await fix(join(folder.path, 'gastos.xml'));
  expect(exitCode).toBe(0);
  expect(stdout).toContain('13 cambios · quedaría: válido');
  expect(stdout).toContain('Escribir la fecha como dd-mm-aaaa (12 veces)');
  expect(stdout).toMatch(
    /- +<FechaRecepcion>(\d{4})-(\d\d)-(\d\d)<\/FechaRecepcion>\n +\+ +<FechaRecepcion>\3-\2-\1</,
  );
  expect(await readdir(folder.path)).toEqual(['gastos.xml']);
});

it('zubi mend says of a missing file that it cannot be read', async () => {
  const { exitCode, stdout } = await fix(join(folder.path, 'gone.xml'));
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/gone\.xml: ilegible\n {2}\S.+\n$/);
});

// There an open file is in a folder that takes no other.
it.runIf(process.platform === 'linux')(
  'zubi mend names a file that cannot be saved, and saves the others',
  async () => {
    await using open = await openFile(join(folder.path, 'gastos.xml'));
    const paths = [`/proc/${process.pid}/fd/${open.fd}`, join(folder.path, 'gastos.xml')];
    const ended = await fix(...paths, '--write', '--json');
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain(`fd/${open.fd}: `);
    expect(ended.stderr).toContain('(file_not_written)');
    const saved = join(folder.path, 'gastos.corregido.xml');
    expect(JSON.parse(ended.stdout).files).toMatchObject([
      { written: null, error: { code: 'file_not_written' } },
      { written: saved, error: null },
    ]);
  },
);

it.runIf(process.platform === 'linux')('what zubi mend saves is open to colleagues', async () => {
  await fix(join(folder.path, 'gastos.xml'), '--write');
  const modes = ['gastos.xml', 'gastos.corregido.xml'].map(
    (name) => statSync(join(folder.path, name)).mode,
  );
  expect(modes[1]).toBe(modes[0]);
});

it('zubi mend saves the fixed file beside the original, and never over another', async () => {
  const path = join(folder.path, 'gastos.xml');
  for (let time = 0; time < 2; time += 1) expect((await fix(path, '--write')).exitCode).toBe(0);
  const names = ['gastos.corregido.2.xml', 'gastos.corregido.xml', 'gastos.xml'];
  expect((await readdir(folder.path)).toSorted()).toEqual(names);
  expect(await readFile(join(folder.path, 'gastos.corregido.xml'), 'utf8')).toBe(right);
  expect(await readFile(join(folder.path, 'gastos.corregido.2.xml'), 'utf8')).toBe(right);
  expect(await readFile(path, 'utf8')).toBe(broken);
});

// Other systems allow no such name.
it.runIf(process.platform === 'linux')(
  'zubi mend saves in a folder whatever the bytes of its name',
  async () => {
    const within = Buffer.from(join(folder.path, 'a\u00f1o'), 'latin1');
    await mkdir(within);
    await writeFile(Buffer.concat([within, Buffer.from('/gastos.xml')]), broken);
    const { exitCode, stdout } = await fix(folder.path, '--write');
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('a\ufffdo/gastos.corregido.xml'),
    ]);
    expect((await readdir(within)).toSorted()).toEqual(['gastos.corregido.xml', 'gastos.xml']);
  },
);

it('zubi mend tells programs everything, and by its exit code whether faults remain', async () => {
  const wrong = join(folder.path, 'wrong.xml');
  await writeFile(wrong, clean.replace(/(<FechaRecepcion>)[^<]*/, '$1ayer'));
  const { exitCode, stdout } = await fix(join(folder.path, 'gastos.xml'), wrong, '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    files: [
      {
        verdict: 'invalid',
        fixes: [{ fix: 'ampersand' }, { fix: 'date_order', code: 'schema_date', count: 12 }],
        changes: expect.objectContaining({ length: 13 }),
        after: { verdict: 'valid', issueCounts: { error: 0 } },
        written: null,
      },
      { verdict: 'invalid', fixes: [], changes: [], after: { issueCounts: { error: 1 } } },
    ],
  });
  expect((await command(['mend', '-', '--write'])).exitCode).toBe(2);
});

it('zubi mend takes a TicketBAI file of a folder for no fault, as zubi validate does', async () => {
  const ticket = join(folder.path, 'ticket.xml');
  await writeFile(ticket, '<T:TicketBai xmlns:T="urn:ticketbai:emision"/>');
  const beside = await fix(folder.path);
  expect(beside.exitCode).toBe(0);
  expect(beside.stdout).toContain('ticket.xml: no se envía desde aquí');
  expect((await fix(ticket)).exitCode, 'named itself').toBe(2);
  await writeFile(join(folder.path, 'empty.xml'), '');
  expect((await fix(folder.path)).exitCode).toBe(2);
});

it.each(['validate', 'mend'])(
  'zubi %s takes the limit for a file from the settings',
  async (name) => {
    const [path, data] = [join(folder.path, 'gastos.xml'), join(folder.path, 'data')];
    await mkdir(data);
    // As an editor of Windows leaves it.
    await writeFile(join(data, 'settings.json'), '\uFEFF{"version": 1, "maxFileBytes": 1024}');
    const { exitCode, stdout } = await command([name, path, '--data', data]);
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('supera el límite')]);
  },
);
