import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeZip } from '../../fixtures/make-zip.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { command } from './run-command.ts';
import { makeFolder, startZubi, zubi, zubiScript } from './run-zubi.ts';

const text = z.string().nullable();
const count = z.number().int().min(0);
const place = z.number().int().min(1).nullable();
/** The promised shape of the design, and nothing else. */
const printed = z.strictObject({
  files: z.array(
    z.strictObject({
      file: z.string(),
      verdict: z.enum(['valid', 'warnings', 'invalid', 'unreadable']),
      form: z
        .strictObject({
          model: z.enum(['140', '240']),
          operation: z.enum(['creation', 'modification', 'cancellation']),
          expenseType: z.enum(['with_invoice', 'without_invoice']).nullable(),
        })
        .nullable(),
      fiscalYear: z.number().int().nullable(),
      taxpayer: z.strictObject({ taxId: z.string(), name: z.string() }).nullable(),
      records: count,
      totals: z.strictObject({ amount: text, base: text, vat: text, deductibleVat: text }),
      issues: z.array(
        z.strictObject({
          layer: z.enum(['file', 'xml', 'schema', 'header', 'rule']),
          severity: z.enum(['error', 'warning', 'info']),
          code: z.string(),
          ledgerCode: text,
          message: z.string().min(1),
          hint: text,
          record: place,
          recordKey: z.object({ issuer: text, series: text, number: text, date: text }).nullable(),
          path: text,
          line: place,
          column: place,
          value: text,
        }),
      ),
    }),
  ),
  summary: z.strictObject({
    files: count,
    valid: count,
    warnings: count,
    invalid: count,
    unreadable: count,
    records: count,
  }),
});

const manyNames = Array.from(
  { length: 300 },
  (_, index) => `${String(index).padStart(3, '0')}.xml`,
);
let folder: Awaited<ReturnType<typeof makeFolder>>;
const at = (...names: string[]) => join(folder.path, ...names);
const good = makeDocument('140-with-invoice', { seed: 1, records: 3 });
const broken = good.replace(/<Ejercicio>\d+</, '<Ejercicio>20x6<');

beforeAll(async () => {
  folder = await makeFolder();
  await mkdir(at('good'));
  await mkdir(at('mixed'));
  await writeFile(at('good', 'b.xml'), good);
  await writeFile(
    at('good', 'a.xml.gz'),
    gzipSync(makeDocument('240-received', { seed: 2, records: 2 })),
  );
  await writeFile(at('mixed', 'broken.xml'), broken);
  await writeFile(at('mixed', 'good.xml'), good);
  await mkdir(at('many'));
  for (const [index, name] of manyNames.entries()) {
    const document = makeDocument('140-with-invoice', { seed: index, records: 1 + (index % 7) });
    await writeFile(at('many', name), document);
  }
  await writeFile(at('page.html'), '<!doctype html><html></html>');
});
afterAll(() => folder.remove());

async function validateJson(args: string[], input = '', run = command) {
  const ended = await run(['validate', '--json', ...args], { input });
  return { ...ended, value: printed.parse(JSON.parse(ended.stdout)) };
}

describe('zubi validate --json', () => {
  it('validates a folder: sorted, exit code 0', async () => {
    const { exitCode, value, stderr } = await validateJson([at('good')]);
    expect(value.files.map(({ file, verdict, records }) => [file, verdict, records])).toEqual([
      [at('good', 'a.xml.gz'), 'valid', 2],
      [at('good', 'b.xml'), 'valid', 3],
    ]);
    expect(value.files.map(({ form }) => form)).toEqual([
      { model: '240', operation: 'creation', expenseType: null },
      { model: '140', operation: 'creation', expenseType: 'with_invoice' },
    ]);
    expect(value.summary).toEqual({
      files: 2,
      valid: 2,
      warnings: 0,
      invalid: 0,
      unreadable: 0,
      records: 5,
    });
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('gives exit code 1 and a sentence, a hint and a place for a fault', async () => {
    const { exitCode, value } = await validateJson([at('mixed'), '--lang', 'en']);
    expect(exitCode).toBe(1);
    expect(value.summary).toMatchObject({ files: 2, valid: 1, invalid: 1, unreadable: 0 });
    const [issue] = value.files[0]?.issues ?? [];
    expect(issue).toMatchObject({ layer: 'schema', severity: 'error', value: '20x6' });
    expect(issue?.path).toMatch(/\/Cabecera\/Ejercicio$/);
    const line = broken.split('\n').findIndex((each) => each.includes('<Ejercicio>'));
    expect(issue?.line).toBe(line + 1);
    expect(issue?.column).toBe((broken.split('\n')[line] ?? '').indexOf('<Ejercicio>') + 1);
    expect(issue?.message).toMatch(/^[A-Z“"].* .*/);
    expect(issue?.message).not.toContain('{{');
  });

  it('answers in the chosen language', async () => {
    const messages = await Promise.all(
      ['es', 'eu', 'en'].map(
        async (lang) =>
          (await validateJson([at('mixed', 'broken.xml'), '--lang', lang])).value.files[0]
            ?.issues[0]?.message,
      ),
    );
    expect(new Set(messages).size).toBe(3);
  });

  it('gives exit code 2 for a file that cannot be read as one of these books', async () => {
    const { exitCode, value } = await validateJson([at('page.html'), at('mixed'), at('gone.xml')]);
    expect(exitCode).toBe(2);
    expect(value.summary).toMatchObject({ files: 4, unreadable: 2, invalid: 1, valid: 1 });
    expect(value.files.map(({ file }) => file)).toEqual([
      at('page.html'),
      at('mixed', 'broken.xml'),
      at('mixed', 'good.xml'),
      at('gone.xml'),
    ]);
  });

  it('reads standard input', async () => {
    const { exitCode, value } = await validateJson(['-'], good, zubi);
    expect(value.files).toMatchObject([{ file: '-', verdict: 'valid', records: 3 }]);
    expect(exitCode).toBe(0);
  });

  it('keeps the order of three hundred files', async () => {
    const { value } = await validateJson([at('many')]);
    expect(value.files.map(({ file }) => file)).toEqual(manyNames.map((name) => at('many', name)));
    expect(value.files.map(({ records }) => records)).toEqual(
      manyNames.map((_, index) => 1 + (index % 7)),
    );
  });
});

describe('zubi validate', () => {
  it('shows a person the same', async () => {
    const { exitCode, stdout } = await command(['validate', at('mixed')]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ .*broken\.xml: no válido · 140, gastos con factura: alta/);
    expect(stdout).toMatch(/✓ .*good\.xml: válido/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^2 archivos: 1 válido, 1 no válido · \d registros$/,
    );
  });

  it('makes no data folder', async () => {
    const { exitCode } = await command(['validate', at('good'), '--data', at('not yet')]);
    expect([exitCode, existsSync(at('not yet'))]).toEqual([0, false]);
  });

  it('lets no file name and no content control the terminal', async () => {
    const file = at('hostile', 'a\u001b[1A\u009b2K\u202e.xml');
    const name = 'Zubi\u009b1A\u202eSL';
    await mkdir(at('hostile'), { recursive: true });
    const taxpayer = { taxId: 'A99800476', name };
    await writeFile(file, makeDocument('240-received', { seed: 1, records: 1, taxpayer }));
    const { stdout } = await command(['validate', file, at('no\u001b[2J.xml')]);
    expect(stdout).toContain('Zubi\\u{9b}1A\\u{202e}SL');
    expect(stdout).toContain('no\\u{1b}[2J.xml');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    for (const name of ['validate', 'mend']) {
      const json = (await command([name, file, '--json'])).stdout;
      expect(json).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
      expect(JSON.parse(json).files[0].file).toBe(file);
    }
  });

  it.each([
    [['validate'], 'Falta el argumento'],
    [['validate', 'x', '--wrong'], 'No existe la opción «--wrong»'],
    [
      ['validate', 'x', '--checks', 'none'],
      'no admite el valor «none». Valores posibles: schema, all.',
    ],
    [['validate', '-', '-'], 'solo puede indicarse una vez'],
    [['nothing'], 'No existe la orden «nothing»'],
    [
      ['validate', 'x', '--schemas', join(tmpdir(), 'no-such-folder')],
      '(schema_package_unreadable)',
    ],
    [['--data', '', 'history'], 'no admite el valor «»'],
    [['validate', 'x', '--format', 'pdf'], 'no admite el valor «pdf»'],
    [[], 'Órdenes:'],
  ])('gives exit code 2 for %j', async (args, sentence) => {
    const { exitCode, stdout, stderr } = await command(args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at |node:|Allowed/);
  });

  it('never writes a report over a document, by whatever path', async () => {
    await symlink(at('good', 'b.xml'), at('link.xml'));
    const report = (output: string) =>
      command(['validate', at('good'), '--format', 'csv', '--output', output]);
    for (const output of [at('good', 'b.xml'), at('link.xml')]) {
      const { exitCode, stderr } = await report(output);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('sobrescribiría')]);
    }
    expect((await readFile(at('good', 'b.xml'))).equals(Buffer.from(good))).toBe(true);
  });

  it('never writes a report over a file of a folder that holds a document', async () => {
    const inside = at('holding');
    await mkdir(inside);
    const zip = makeZip([{ name: 'x.xml', content: good }]);
    const request = JSON.stringify({ xml: Buffer.from(good).toString('base64') });
    const holders: [string, string | Uint8Array][] = [
      ['a.zip', zip],
      ['b.json', request],
    ];
    for (const [name, content] of holders) await writeFile(join(inside, name), content);
    // A name of Latin-1: only a link can name it.
    const odd = Buffer.from(join(inside, 'a\u00f1o.zip'), 'latin1');
    const isOddPossible = process.platform === 'linux';
    if (isOddPossible) {
      await writeFile(odd, zip);
      await symlink(odd, at('odd.zip'));
    }
    const outputs = [join(inside, 'a.zip'), join(inside, 'b.json')];
    for (const output of isOddPossible ? [...outputs, at('odd.zip')] : outputs) {
      const before = await readFile(output);
      const { exitCode } = await command(['validate', inside, '--json', '--output', output]);
      expect([exitCode, (await readFile(output)).equals(before)], output).toEqual([2, true]);
    }
  });

  it('says in its exit code what it found when its output is closed, and nothing else', async () => {
    // Far more than a pipe holds, so that it meets the closed end.
    const running = startZubi(['validate', at('many'), at('mixed'), '--json']);
    running.closeOutput();
    const { exitCode, stderr } = await running.ended;
    expect([exitCode, stderr]).toEqual([1, '']);
  });

  it.runIf(existsSync('/dev/full'))('says that a full disk took no output', async () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [zubiScript, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^zubi: .*\(ENOSPC\).*\n$/);
  });
});
